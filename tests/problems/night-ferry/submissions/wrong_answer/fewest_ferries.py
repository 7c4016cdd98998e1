# Takes as few ferries as possible, and is early only among those ways.
import sys

words = sys.stdin.read().split()
n, m = int(words[0]), int(words[1])
change = [0] + list(map(int, words[2:2 + n]))
ferries = []
for at in range(2 + n, 2 + n + 5 * m, 5):
    hour, minute = map(int, words[at + 3].split(":"))
    ferries.append((int(words[at + 1]), int(words[at + 2]), (hour + 4) % 24 * 60 + minute, int(words[at + 4])))
layer, seen = {1: 0}, {1}
while layer and n not in layer:
    following = {}
    for a, b, leaves, minutes in ferries:
        if a in layer and b not in seen and layer[a] <= leaves:
            ready = leaves + minutes + (change[b] if b != n else 0)
            following[b] = min(following.get(b, ready), ready)
    seen |= set(following)
    layer = following
if n in layer:
    print(f"{(layer[n] // 60 + 20) % 24:02}:{layer[n] % 60:02}")
else:
    print("STRANDED")
