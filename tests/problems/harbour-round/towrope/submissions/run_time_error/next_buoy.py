# There is nothing behind a hundred buoys.
import math

n = int(input())
buoys = [None] * 100
for i in range(n):
    buoys[i] = tuple(map(int, input().split()))
print(sum(math.dist(buoys[i], buoys[(i + 1) % n]) for i in range(n)))
