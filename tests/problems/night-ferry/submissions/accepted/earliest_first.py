import heapq
import sys


def main():
    words = sys.stdin.read().split()
    n, m = int(words[0]), int(words[1])
    change = list(map(int, words[2:2 + n]))
    ferries = [[] for _ in range(n)]
    for at in range(2 + n, 2 + n + 5 * m, 5):
        hour, minute = words[at + 3].split(":")
        leaves = (int(hour) + 4) % 24 * 60 + int(minute)  # since 20:00
        ferries[int(words[at + 1]) - 1].append((leaves, int(words[at + 2]) - 1, int(words[at + 4])))
    done = [False] * n
    waiting = [(0, 0)]
    while waiting:
        now, v = heapq.heappop(waiting)
        if done[v]:
            continue
        done[v] = True
        if v == n - 1:
            print(f"{(now // 60 + 20) % 24:02}:{now % 60:02}")
            return
        ready = now + change[v] if v else 0
        for leaves, to, minutes in ferries[v]:
            if leaves >= ready and not done[to]:
                heapq.heappush(waiting, (leaves + minutes, to))
    print("STRANDED")


main()
