# One guest at a time, one partner at a time.
m, d = map(int, input().split())
tables = list(map(int, input().split()))
clinks = 0
for i in range(m):
    for j in range(i + d, m):
        for _ in range(tables[i]):
            for _ in range(tables[j]):
                clinks += 1
print(clinks)
