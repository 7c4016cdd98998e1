#!/usr/bin/env python3
import re
import sys

ACCEPT, REJECT = 42, 43
PAIR = re.compile(rb"(0|[1-9][0-9]*) (0|[1-9][0-9]*)\n")


def reject(why):
    print(why)
    sys.exit(REJECT)


def pair(what):
    line = sys.stdin.buffer.readline()
    match = PAIR.fullmatch(line)
    if not match:
        reject(f"{what}: two whole numbers and one blank expected, found {line!r}")
    return int(match[1]), int(match[2])


n, m = pair("first line")
if not 1 <= n <= 5000:
    reject(f"n = {n}")
if not 0 <= m <= 10000:
    reject(f"m = {m}")
for i in range(1, m + 1):
    a, b = pair(f"rule {i}")
    if not (1 <= a <= n and 1 <= b <= n):
        reject(f"rule {i}: no such module")
    if a == b:
        reject(f"rule {i}: module {a} before itself")
if sys.stdin.buffer.read(1):
    reject("something follows the last rule")
sys.exit(ACCEPT)
