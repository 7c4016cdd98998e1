#!/usr/bin/env python3
"""Writes its files itself, and something to standard output that does not count."""
import sys

numbers = sys.argv[1:]
with open("testcase.in", "w") as file:
    print(len(numbers), file=file)
    print(*numbers, file=file)
with open("testcase.ans", "w") as file:
    print(sum(map(int, numbers)), "by the generator", file=file)
print("not the test")
