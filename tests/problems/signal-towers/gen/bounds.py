#!/usr/bin/env python3
"""bounds.py N PERIOD: only every so many towers see anything, and those see far."""
import sys

n, period = map(int, sys.argv[1:])
print(n)
print(*(n if i % period == 0 else 0 for i in range(n)))
