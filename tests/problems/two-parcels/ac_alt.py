import sys


def main():
    data = sys.stdin.buffer.read().split()
    s = int(data[1])
    seen = {}
    for i, token in enumerate(data[2:], 1):
        w = int(token)
        if s - w in seen:
            print(seen[s - w], i)
            return
        seen[w] = i
    print(-1)


main()
