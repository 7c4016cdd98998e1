import sys

data = list(map(int, sys.stdin.read().split()))
best = -10**18
here = 0
for x in data[1:]:
    here = max(here, 0) + x
    best = max(best, here)
print(best)
