# Numbers the parcels from 0.
n, s = map(int, input().split())
seen = {}
for i, w in enumerate(map(int, input().split())):
    if s - w in seen:
        print(seen[s - w], i)
        break
    seen[w] = i
else:
    print(-1)
