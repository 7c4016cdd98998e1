# Tries for each pile what is left of it: what cancels the others out, nothing, or one plank.
from functools import reduce
from operator import xor


def is_lost(piles):
    nim = reduce(xor, piles)
    return nim == 1 if max(piles) <= 1 else nim == 0


for _ in range(int(input())):
    n = int(input())
    piles = list(map(int, input().split()))
    nim = reduce(xor, piles)
    move = (0, 0)
    for i, have in enumerate(piles):
        for left in {have ^ nim, 0, 1}:
            if left < have and is_lost(piles[:i] + [left] + piles[i + 1:]) and (n > 1 or left > 0):
                move = (i + 1, have - left)
    print(*move)
