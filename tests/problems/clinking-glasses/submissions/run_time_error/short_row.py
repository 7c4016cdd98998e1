# Looks at table d although the row may end before it.
m, d = map(int, input().split())
c = list(map(int, input().split()))
at_least_d = sum(c[d:])
first = c[d]
clinks = 0
for i in range(m - d):
    clinks += c[i] * at_least_d
    at_least_d -= c[i + d]
print(clinks)
