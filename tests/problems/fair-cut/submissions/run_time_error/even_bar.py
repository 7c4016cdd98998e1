#!/usr/bin/env python3
n = int(input())
w = list(map(int, input().split()))
best = sum(w)
for i in range(0, n, 2):
    assert i + 1 < n, "an even number of slices was expected"
    for cut in (i + 1, i + 2):
        if cut < n:
            best = min(best, abs(sum(w[:cut]) - sum(w[cut:])))
print(best)
