# Leaves room for a weight of 1.
import sys

n, most, *rest = map(int, sys.stdin.read().split())
best = [0] * most
for weight, worth in zip(rest[::2], rest[1::2]):
    for room in range(most - 1, weight - 1, -1):
        best[room] = max(best[room], best[room - weight] + worth)
print(best[most - 1])
