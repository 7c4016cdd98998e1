# Basin 2 is found nearer by each of the basins in the middle, and has locks to all others of the end.
import random

k, end = 66000, 30000
n = 2 + k + end
locks = []
for i in range(k):
    locks += [(1, 3 + i, i + 1), (3 + i, 2, 10**9 - 2 * i)]
for i in range(200000 - 2 * k):
    locks.append((2, n - i % end, 1000 + i))
random.Random(1).shuffle(locks)
print(n, len(locks))
for lock in locks:
    print(*lock)
