# Mirrors ways that leave the shaft at its ends; whole numbers have no bound here.
from math import comb

n, h, mod = map(int, input().split())
width = 2 * (h + 2)
total = 0
for k in range(-2 * n // width - 1, 2 * n // width + 2):
    for end, sign in (k * width, 1), (k * width - 2, -1):
        if abs(end) <= 2 * n and end % 2 == 0:
            total += sign * comb(2 * n, n + end // 2)
print(total % mod)
