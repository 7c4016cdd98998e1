"""All small inputs of some validators: exactly those that are there by arithmetic, each once."""
import itertools
import os
import subprocess

LIMIT_SECONDS = 60


def lists(values, longest):
    """A number of values, and so many of them."""
    return {f"{n}\n{' '.join(map(str, chosen))}\n"
            for n in range(1, longest + 1) for chosen in itertools.product(values, repeat=n)}


def permutations(longest):
    return {f"{n}\n{' '.join(map(str, chosen))}\n"
            for n in range(1, longest + 1) for chosen in itertools.permutations(range(1, n + 1))}


def texts(letters, lengths):
    return {"".join(chosen) for n in lengths for chosen in itertools.product(letters, repeat=n)}


def lines(words, counts, has_count=False):
    """So many lines of some words."""
    return {(f"{n}\n" if has_count else "") + "".join(f"{word}\n" for word in chosen)
            for n in counts for chosen in itertools.product(words, repeat=n)}


# The validator, how many values each decision has, and its inputs.
CASES = [
    ("numbers", 3, lists([1, 2], 3)),
    ("signs", 4, lists([0, 1, -1, 2], 4)),
    ("permutation", 4, permutations(4)),
    ("pattern", 2, {f"x{text}\n" for text in texts("ab", [1, 2])} | {"0\n", "1\n"}),
    ("ambiguous", 3, {f"{text}\n" for text in ("", "b", "ab", "aab", "a", "aa", "aaa")}),
    ("sum", 3, {"1 1\n", "2 0\n", "0 2\n"}),
    ("commands", 2, lines(["push", "pop"], [1, 2], has_count=True)),
    ("letters", 3, {f"{text}\n" for text in texts("#~x", [2])}),
    ("reals", 3, {"0.0\n", "1.0\n", "-1.0\n"}),
    ("until_end", 2, lines([1, 2], [0, 1, 2])),
    ("none", 4, set()),
]


def written(program, name, values, **bounds):
    """What the program says, and the inputs that it writes."""
    asked = {"VALIDATOR": name, "TESTLIB_EXHAUSTIVE": values, "TESTLIB_COUNT": 1000, "TESTLIB_MAX_RETRIES": 100000}
    environment = {**os.environ, **{variable: str(value) for variable, value in {**asked, **bounds}.items()}}
    done = subprocess.run([program], capture_output=True, env=environment, timeout=LIMIT_SECONDS)
    found, rest = [], done.stdout
    while rest:
        size, rest = rest.split(b"\n", 1)
        found.append(rest[:int(size)].decode())
        rest = rest[int(size):]
    return done.returncode, found


def unmet(program, case):
    name, values, wanted = case
    code, found = written(program, name, values)
    if code != (0 if wanted else 10):
        return f"ends with {code}"
    missing, more = sorted(wanted - set(found)), sorted(set(found) - wanted)
    if missing or more or len(found) != len(wanted):
        return f"{len(found)} inputs, of which {missing[:3]} are missing and {more[:3]} are too many"
    return ""


def unmet_bounds(program):
    """The same order within any bounds."""
    _, found = written(program, "numbers", 3)
    _, first = written(program, "numbers", 3, TESTLIB_COUNT=5)
    _, short = written(program, "numbers", 3, TESTLIB_MAX_SIZE=4)
    if first != found[:5]:
        return f"the first five are {first}"
    return "" if short == ["1\n1\n", "1\n2\n"] else f"those of four bytes are {short}"


def examine(program):
    """What is wrong, a line for each validator."""
    answers = [(name, unmet(program, (name, values, wanted))) for name, values, wanted in CASES]
    answers.append(("bounds", unmet_bounds(program)))
    return [f"all small inputs of {name}: {answer}" for name, answer in answers if answer]
