#!/usr/bin/env python3
"""Usage: solved.py N - a bar whose fairest cut is known, written with its answer to files."""
import sys

n = int(sys.argv[1])
with open("testcase.in", "w") as file:
    print(n, file=file)
    print(*[2] * (n - 1), 2 * (n - 1) - 1, file=file)
with open("testcase.ans", "w") as file:
    print(1, file=file)
print(f"a bar of {n} slices")
