# A chain whose towns are numbered in no order.
import random

n = 200000
order = list(range(1, n + 1))
random.Random(1).shuffle(order)
print(n)
for a, b in zip(order, order[1:]):
    print(a, b, 1)
