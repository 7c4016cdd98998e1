import sys


def main():
    data = list(map(int, sys.stdin.buffer.read().split()))
    n, m = data[:2]
    later = [[] for _ in range(n + 1)]
    waits = [0] * (n + 1)
    for a, b in zip(data[2::2], data[3::2]):
        later[a].append(b)
        waits[b] += 1
    layer = [v for v in range(1, n + 1) if waits[v] == 0]
    order = []
    while layer:
        order += layer
        following = []
        for v in layer:
            for w in later[v]:
                waits[w] -= 1
                if waits[w] == 0:
                    following.append(w)
        layer = following
    print(*order if len(order) == n else ["IMPOSSIBLE"])


main()
