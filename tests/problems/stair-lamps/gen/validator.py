#!/usr/bin/env python3
"""validator.py FILE SUBTASK; subtasks are numbered from 1, and 0 is a sample that is in none."""
import re
import sys

SAME = 3


def bounds(subtask):
    found = {}
    own = []
    with open("constraints.yaml") as lines:
        for line in lines:
            line = line.split("#")[0].rstrip()
            if line.startswith("  - "):
                own.append(dict(re.findall(r"(\w+): *(\d+)", line)))
            elif re.fullmatch(r"\w+: *\d+", line):
                name, value = line.split(":")
                found[name] = value
    found.update(own[subtask])
    return {name: int(value) for name, value in found.items()}


def need(condition, what):
    if not condition:
        sys.exit(what)


def number(word, low, high, what):
    need(re.fullmatch(r"[1-9][0-9]*", word), f"{what} is {word!r}, which is no number above zero")
    need(low <= int(word) <= high, f"{what} is {word}, which is not between {low} and {high}")
    return int(word)


def main(path, subtask):
    limits = bounds(subtask)
    with open(path, newline="") as file:
        text = file.read()
    need(text.endswith("\n"), "the last line does not end")
    lines = [line.split(" ") for line in text[:-1].split("\n")]
    need(len(lines) == 2, f"there are {len(lines)} lines and not 2")
    need(len(lines[0]) == 2, "the first line has not two numbers")
    n = number(lines[0][0], 1, limits["MAXN"], "N")
    k = number(lines[0][1], 1, limits["MAXK"], "K")
    need(len(lines[1]) == n, f"there are {len(lines[1])} lamps and not {n}")
    lamps = [number(word, 1, limits["MAXA"], "a lamp") for word in lines[1]]
    need(min(lamps) <= k, "no lamp can burn")
    need(subtask != SAME or min(lamps) == max(lamps), "the lamps are not the same")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
