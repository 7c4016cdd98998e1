# @EXPECTED_SCORE@: 40
# Takes what is worth most first.
import sys

n, most, *rest = map(int, sys.stdin.read().split())
total = 0
for worth, weight in sorted(zip(rest[1::2], rest[::2]), reverse=True):
    if weight <= most:
        most -= weight
        total += worth
print(total)
