# crates.py [equal | heavy | few N] < input
import re
import sys

NUMBER = r"[1-9][0-9]*"


def reject(why):
    print(why)
    sys.exit(43)


text = sys.stdin.read()
if not re.fullmatch(rf"(?:{NUMBER} {NUMBER}\n)+", text):
    reject("not two numbers on each line")
(n, most), *crates = [tuple(map(int, line.split())) for line in text.splitlines()]
if not (n <= 60 and most <= 10_000):
    reject(f"n = {n}, W = {most}")
if len(crates) != n:
    reject(f"{len(crates)} lines for {n} crates")
if any(w > most or v > 10**9 for w, v in crates):
    reject("a crate is too heavy, or worth too much")
kind, *bound = sys.argv[1:] or ["all"]
if kind == "equal" and len({w for w, _ in crates}) != 1:
    reject("the crates do not weigh the same")
if kind == "heavy" and any(2 * w <= most for w, _ in crates):
    reject("two crates fit")
if kind == "few" and n > int(bound[0]):
    reject(f"{n} crates")
sys.exit(42)
