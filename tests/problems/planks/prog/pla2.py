# Planks: from the other end, each plank ends at the last broken tile that is open. O(n).
import sys


def main():
    n, k, *tiles = map(int, sys.stdin.buffer.read().split())
    begins = []
    open_below = 10**9 + 1
    for tile in reversed(tiles):
        if tile < open_below:
            open_below = max(1, tile - k + 1)
            begins.append(open_below)
    begins.reverse()
    print(len(begins))
    print(*begins)


main()
