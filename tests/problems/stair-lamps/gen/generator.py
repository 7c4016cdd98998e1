#!/usr/bin/env python3
import sys
from random import Random


def main(n, k, largest, seed, kind):
    draw = Random(seed)
    if kind == "same":
        lamps = [largest] * n
    else:
        lamps = [draw.randint(1, largest) for _ in range(n)]
        if kind == "rising":
            lamps.sort()
        elif kind == "falling":
            lamps.sort(reverse=True)
        elif kind != "mixed":
            sys.exit(f"no such kind: {kind}")
    print(n, k)
    print(*lamps)


if __name__ == "__main__":
    if len(sys.argv) != 6:
        sys.exit("five arguments are wanted: N K largest seed kind")
    main(*map(int, sys.argv[1:5]), sys.argv[5])
