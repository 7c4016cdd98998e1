#!/usr/bin/env python3
import sys

print(int(sys.argv[1]) % 100)
