import sys


def measure(i):
    print("?", i, flush=True)
    line = sys.stdin.readline()
    if not line:
        sys.exit(0)
    return int(line)


n = int(sys.stdin.readline())
lo, hi = 1, n
while lo < hi:
    mid = (lo + hi) // 2
    if measure(mid) > measure(mid + 1):
        lo = mid + 1
    else:
        hi = mid
print("!", lo, flush=True)
