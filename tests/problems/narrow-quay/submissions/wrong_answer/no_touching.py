# Lets nobody come at the minute at which another boat leaves.
import sys


def main():
    words = list(map(int, sys.stdin.read().split()))
    n = words[0]
    events = []
    for i in range(n):
        events.append((words[1 + 2 * i], 0, i))
        events.append((words[2 + 2 * i], 1, i))
    free, k, berth = [], 0, [0] * n
    for _, leaves, i in sorted(events):
        if leaves:
            free.append(berth[i])
        elif free:
            berth[i] = free.pop()
        else:
            k += 1
            berth[i] = k
    print(k)
    print(*berth)


main()
