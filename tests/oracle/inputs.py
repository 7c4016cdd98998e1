"""What inputs may be, for examples whose validator is written in a language that needs a tool of its own.

Each function knows the format of one problem from its statement, not from its validator, and says what is wrong with an
input, or `None`.
"""

import re


class Wrong(Exception):
    """What is wrong with an input."""


def fault(problem, data):
    """What is wrong with an input of a problem, or `None`."""
    try:
        OF_PROBLEM[problem](data)
    except Wrong as wrong:
        return str(wrong)
    return None


def need(condition, what):
    if not condition:
        raise Wrong(what)


def number(word, low, high, what):
    need(re.fullmatch(r"0|[1-9][0-9]*", word), f"{what}: {word!r} is no whole number")
    need(low <= int(word) <= high, f"{what}: {word} is not between {low} and {high}")
    return int(word)


def night_ferry(data):
    need(data.isascii(), "only ASCII")
    need(data.endswith(b"\n"), "the last line does not end")
    lines = [line.split(" ") for line in data.decode()[:-1].split("\n")]
    need(len(lines[0]) == 2, "n and m in the first line")
    n = number(lines[0][0], 2, 500, "n")
    m = number(lines[0][1], 1, 3000, "m")
    need(len(lines) == m + 2, "n and m, w, and a line for each ferry")
    need(len(lines[1]) == n, "a w for each island")
    for word in lines[1]:
        number(word, 0, 30, "w")
    codes = set()
    for ferry in lines[2:]:
        need(len(ferry) == 5, "five words for each ferry")
        code, a, b, time, minutes = ferry
        letters = code.rstrip("0123456789")
        need(1 <= len(letters) <= 3 and letters.isalpha() and letters.isupper(), f"{code!r} is no code")
        number(code[len(letters):], 1, 999, "the number of a code")
        need(code not in codes, f"two ferries have the code {code}")
        codes.add(code)
        need(number(a, 1, n, "a") != number(b, 1, n, "b"), "a ferry that sails nowhere")
        hour, colon, minute = time.partition(":")
        need(len(hour) == len(minute) == 2 and colon and (hour + minute).isdigit(), f"{time!r} is no time")
        need(int(minute) < 60 and (20 <= int(hour) < 24 or int(hour) < 6), f"{time} is not in this night")
        number(minutes, 1, 180, "the minutes of a ferry")


OF_PROBLEM = {"night-ferry": night_ferry}
