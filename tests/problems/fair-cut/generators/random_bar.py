#!/usr/bin/env python3
"""Usage: random_bar.py N MOST SEED - a bar of N slices, each between 1 and MOST grams."""
import random
import sys

n, most = int(sys.argv[1]), int(sys.argv[2])
random.seed(int(sys.argv[3]))
print(n)
print(*(random.randint(1, most) for _ in range(n)))
