import sys
from itertools import accumulate


def main():
    numbers = list(map(int, sys.stdin.buffer.read().split()))
    n, q = numbers[:2]
    before = [0, *accumulate(numbers[2 : 2 + n])]
    questions = numbers[2 + n : 2 + n + 2 * q]
    print("\n".join(str(before[r] - before[l]) for l, r in zip(questions[::2], questions[1::2])))


main()
