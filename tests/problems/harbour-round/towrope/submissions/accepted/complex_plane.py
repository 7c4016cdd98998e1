import sys

words = list(map(int, sys.stdin.read().split()))
buoys = [complex(x, y) for x, y in zip(words[1::2], words[2::2])]
print(sum(abs(a - b) for a, b in zip(buoys, buoys[1:] + buoys[:1])))
