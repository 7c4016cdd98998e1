# Calm days: the same with lists. O(n).
import sys


def main():
    n, d, *days = map(int, sys.stdin.buffer.read().split())
    low, high = [0] * n, [0] * n
    low_from = low_to = high_from = high_to = left = best = 0
    for right, day in enumerate(days):
        while low_to > low_from and days[low[low_to - 1]] >= day:
            low_to -= 1
        while high_to > high_from and days[high[high_to - 1]] <= day:
            high_to -= 1
        low[low_to] = high[high_to] = right
        low_to += 1
        high_to += 1
        while days[high[high_from]] - days[low[low_from]] > d:
            left += 1
            if low[low_from] < left:
                low_from += 1
            if high[high_from] < left:
                high_from += 1
        best = max(best, right - left + 1)
    print(best)


main()
