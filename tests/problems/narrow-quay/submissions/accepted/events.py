import sys


def main():
    words = list(map(int, sys.stdin.read().split()))
    n = words[0]
    events = []
    for i in range(n):
        # Whoever leaves at a minute goes before whoever comes at it.
        events.append((words[1 + 2 * i], 1, i))
        events.append((words[2 + 2 * i], 0, i))
    free, k, berth = [], 0, [0] * n
    for _, comes, i in sorted(events):
        if not comes:
            free.append(berth[i])
        elif free:
            berth[i] = free.pop()
        else:
            k += 1
            berth[i] = k
    print(k)
    print(*berth)


main()
