m, d = map(int, input().split())
c = list(map(int, input().split()))
clinks = back = 0
for i, guests in enumerate(c):
    if i >= d:
        back += c[i - d]
    clinks += back * guests
print(clinks)
