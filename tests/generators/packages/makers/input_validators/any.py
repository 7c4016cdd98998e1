#!/usr/bin/env python3
import sys

sys.stdin.read()
sys.exit(42)
