# Takes the boats in the order of the input, each to the first berth that is free for it.
import sys


def main():
    words = list(map(int, sys.stdin.read().split()))
    boats = list(zip(words[1::2], words[2::2]))
    berths, chosen = [], []
    for comes, leaves in boats:
        for number, there in enumerate(berths):
            if all(leaves <= a or d <= comes for a, d in there):
                break
        else:
            number = len(berths)
            berths.append([])
        berths[number].append((comes, leaves))
        chosen.append(number + 1)
    print(len(berths))
    print(*chosen)


main()
