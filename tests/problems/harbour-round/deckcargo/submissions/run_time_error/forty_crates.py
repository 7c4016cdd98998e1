# The deck has forty places.
import sys


def main():
    n, most, *rest = map(int, sys.stdin.read().split())
    places = [None] * 40
    for i in range(n):
        places[i] = (rest[2 * i], rest[2 * i + 1])
    choices = {0: 0}
    for weight, worth in places[:n]:
        for w, v in list(choices.items()):
            if w + weight <= most and choices.get(w + weight, -1) < v + worth:
                choices[w + weight] = v + worth
    print(max(choices.values()))


main()
