# Calm days: n days that alternate between two temperatures: steps N HIGH D.
import sys

n, high, d = map(int, sys.argv[1:4])
print(n, d)
print(*(high if day % 2 else -high for day in range(n)))
