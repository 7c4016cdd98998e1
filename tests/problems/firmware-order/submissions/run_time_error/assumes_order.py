# Takes the next free module without asking whether there is one.
import sys

data = list(map(int, sys.stdin.read().split()))
n, m = data[:2]
later = {v: [] for v in range(1, n + 1)}
waits = {v: 0 for v in later}
for a, b in zip(data[2::2], data[3::2]):
    later[a].append(b)
    waits[b] += 1
free = [v for v in later if waits[v] == 0]
order = []
while len(order) < n:
    v = free.pop()
    order.append(v)
    for w in later[v]:
        waits[w] -= 1
        if waits[w] == 0:
            free.append(w)
print("\n".join(map(str, order)))
