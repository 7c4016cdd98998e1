# Recurses until nothing is left of the stack, past Python's own bound.
# Expected: RTE, or MLE.
import sys

sys.setrecursionlimit(1 << 30)


def deeper(numbers):
    return deeper([numbers]) + 1


print(deeper([]))
