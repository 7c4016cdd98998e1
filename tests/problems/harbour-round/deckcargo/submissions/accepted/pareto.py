# Keeps the choices that no lighter one beats.
import sys


def main():
    n, most, *rest = map(int, sys.stdin.read().split())
    choices = [(0, 0)]
    for weight, worth in zip(rest[::2], rest[1::2]):
        more = [(w + weight, v + worth) for w, v in choices if w + weight <= most]
        kept, best = [], -1
        for w, v in sorted(choices + more, key=lambda choice: (choice[0], -choice[1])):
            if v > best:
                kept.append((w, v))
                best = v
        choices = kept
    print(choices[-1][1])


main()
