#!/usr/bin/env python3
"""sizes.py SUBTASK: whether there are as many crates as the subtask may have."""
import sys

n = int(sys.stdin.readline())
subtask = sys.argv[1]
if subtask == "tiny" and n > 3:
    sys.exit(f"{n} crates are not tiny")
if subtask == "even" and (n % 2 or n > 200):
    sys.exit(f"{n} crates are odd, or too many")
