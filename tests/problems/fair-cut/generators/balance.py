#!/usr/bin/env python3
"""Usage: balance.py SEED - a bar that can be cut into equal parts; not every seed makes one."""
import random
import sys

random.seed(int(sys.argv[1]))
weights = [random.randint(1, 9) for _ in range(7)]
if not any(2 * sum(weights[:cut]) == sum(weights) for cut in range(1, 7)):
    sys.exit("no cut is even")
print(len(weights))
print(*weights)
