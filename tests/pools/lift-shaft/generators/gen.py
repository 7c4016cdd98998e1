#!/usr/bin/env python3
# gen.py MOST_MOVES MOST_FLOORS SEED: one of the prime numbers that people like
import random
import sys

moves, floors, seed = map(int, sys.argv[1:])
draw = random.Random(seed)
prime = draw.choice([1000000007, 998244353, 1000000009, 1000000021])
print(draw.randint(1, moves), draw.randint(1, floors), prime)
