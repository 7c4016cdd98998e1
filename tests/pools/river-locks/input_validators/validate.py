#!/usr/bin/env python3
import re
import sys

NUMBER = "(0|[1-9][0-9]*)"


def reject(why):
    print(why)
    sys.exit(43)


def numbers(line, count):
    match = re.fullmatch(" ".join([NUMBER] * count) + "\n", line)
    if not match:
        reject(f"not {count} numbers: {line!r}")
    return map(int, match.groups())


lines = sys.stdin.readlines()
if not lines:
    reject("nothing")
n, m = numbers(lines[0], 2)
if not (1 <= n <= 100_000 and 0 <= m <= 200_000):
    reject("n or m is out of bounds")
if len(lines) != m + 1:
    reject(f"{len(lines)} lines")
for line in lines[1:]:
    a, b, w = numbers(line, 3)
    if not (1 <= a <= n and 1 <= b <= n and a != b and 1 <= w <= 10**9):
        reject(f"no such lock: {line!r}")
sys.exit(42)
