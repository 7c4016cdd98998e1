# Takes the next arrival without asking whether there is one.
import heapq
import sys

words = sys.stdin.read().split()
n, m = int(words[0]), int(words[1])
change = [0] + list(map(int, words[2:2 + n]))
ferries = {v: [] for v in range(1, n + 1)}
for at in range(2 + n, 2 + n + 5 * m, 5):
    hour, minute = map(int, words[at + 3].split(":"))
    ferries[int(words[at + 1])].append(((hour + 4) % 24 * 60 + minute, int(words[at + 2]), int(words[at + 4])))
change[1] = 0
done = set()
waiting = [(0, 1)]
while n not in done:
    now, v = heapq.heappop(waiting)
    if v in done:
        continue
    done.add(v)
    for leaves, to, minutes in ferries[v]:
        if leaves >= now + change[v]:
            heapq.heappush(waiting, (leaves + minutes, to))
print(f"{(now // 60 + 20) % 24:02}:{now % 60:02}")
