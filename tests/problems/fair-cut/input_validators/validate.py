#!/usr/bin/env python3
import re
import sys

ACCEPT, REJECT = 42, 43
NUMBER = r"[1-9][0-9]*"

text = sys.stdin.read()
match = re.fullmatch(rf"({NUMBER})\n({NUMBER}(?: {NUMBER})*)\n", text)
if not match:
    print("not two lines of whole numbers")
    sys.exit(REJECT)
n, weights = int(match[1]), [int(word) for word in match[2].split(" ")]
if not 2 <= n <= 100_000:
    print(f"n = {n}")
    sys.exit(REJECT)
if len(weights) != n:
    print(f"{len(weights)} weights for {n} slices")
    sys.exit(REJECT)
if max(weights) > 10**9:
    print(f"a slice weighs {max(weights)}")
    sys.exit(REJECT)
sys.exit(ACCEPT)
