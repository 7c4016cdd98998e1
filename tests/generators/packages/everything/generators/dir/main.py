#!/usr/bin/env python3
import sys

import part

print(1)
print(part.double(int(sys.argv[1])))
