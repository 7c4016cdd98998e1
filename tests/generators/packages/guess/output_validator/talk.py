#!/usr/bin/env python3
"""Says the number, and wants it back."""
import sys

with open(sys.argv[1]) as file:
    number = file.read().strip()
print(number, flush=True)
sys.exit(42 if sys.stdin.readline().strip() == number else 43)
