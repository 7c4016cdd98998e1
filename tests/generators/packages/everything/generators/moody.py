#!/usr/bin/env python3
"""Fails for two seeds of three."""
import sys

seed = int(sys.argv[1])
if seed % 3:
    sys.exit(1)
print(1)
print(seed)
