# Does not lead the rope back.
import math
import sys

words = list(map(int, sys.stdin.read().split()))
buoys = list(zip(words[1::2], words[2::2]))
print(sum(math.dist(a, b) for a, b in zip(buoys, buoys[1:])))
