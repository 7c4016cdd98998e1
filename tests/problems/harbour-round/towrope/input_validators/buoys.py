import re
import sys

NUMBER = r"(?:0|-?[1-9][0-9]*)"

text = sys.stdin.read()
if not re.fullmatch(rf"[1-9][0-9]*\n(?:{NUMBER} {NUMBER}\n)*", text):
    print("not a number, and then two on each line")
    sys.exit(43)
n, *rest = map(int, text.split())
if not 2 <= n <= 1000:
    print(f"n = {n}")
    sys.exit(43)
if len(rest) != 2 * n:
    print(f"{len(rest) // 2} lines for {n} buoys")
    sys.exit(43)
if max(map(abs, rest)) > 1_000_000:
    print("a coordinate is too large")
    sys.exit(43)
buoys = list(zip(rest[::2], rest[1::2]))
if any(buoys[i] == buoys[i - 1] for i in range(n)):
    print("two buoys in the same place")
    sys.exit(43)
sys.exit(42)
