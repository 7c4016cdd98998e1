#!/usr/bin/env python3
"""limits.py SUBTASK: whether there are no more towers than the subtask may have."""
import sys

most = {"small": 300}.get(sys.argv[1], 200000)
n = int(sys.stdin.readlines()[1])
sys.exit(0 if n <= most else f"{n} towers, and {sys.argv[1]} has {most} at most")
