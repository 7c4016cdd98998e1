# Has room for 60 boats.
import sys


def main():
    words = list(map(int, sys.stdin.read().split()))
    n = words[0]
    boats = [(0, 0, 0)] * 60
    for i in range(n):
        boats[i] = (words[1 + 2 * i], words[2 + 2 * i], i)
    free_at, berth = [], [0] * n
    for comes, leaves, i in sorted(boats[:n]):
        for number, minute in enumerate(free_at):
            if minute <= comes:
                break
        else:
            number = len(free_at)
            free_at.append(0)
        free_at[number] = leaves
        berth[i] = number + 1
    print(len(free_at))
    print(*berth)


main()
