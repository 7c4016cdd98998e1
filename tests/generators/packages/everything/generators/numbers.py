#!/usr/bin/env python3
"""Prints so many numbers, made of a seed and a name."""
import random
import sys

n, seed, *words = sys.argv[1:]
random.seed(int(seed))
print(n)
print(*(random.randint(1, 1000) for _ in range(int(n))))
if words:
    print(*words, sep="|")
