#!/usr/bin/env python3
"""Chooses the recorded cases that tell the standard checkers apart: a few dozen for each, small, and one of every kind.

    telling.py [--check]

Writes the file that the tool has built in; --check says whether it is up to date.
"""

import json
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
TELLING = HERE.parents[3] / "server/crates/checkers/src/telling.jsonl"
LARGEST = 500
MOST = 60
# What people change in a checker shows in these: letters, order, lines, blanks, forms of numbers, length, late differences.
ALWAYS = set(
    "same case_diff case_diff2 reordered lines_joined tabs_between missing_token extra_token extra_line missing_line "
    "no_final_eol crlf_out blank_middle zero_lead plus minus_zero float_int exp_int yes_no digits20 count100 ord112 t_prefix "
    "t_suffix t_mid t_punct t_word_order t_blank_mid t_lead_sp t_trail_tab sign pts_d0 pts_frac pts_mil pts_neg".split()
)
PLAIN = re.compile(r"[\t\n\r -~]*")


def usable(case):
    texts = [case["out"], case["ans"]]
    return (
        all(isinstance(text, str) and len(text) <= LARGEST and PLAIN.fullmatch(text) for text in texts)
        and not case.get("extra")
        and not case.get("tags")
        and "in" not in case
    )


def features(case, others):
    """What a case shows: its message without its values, its side of a tolerance, and the checkers that judge otherwise."""
    words = re.sub(r"'[^']*'|\"[^\"]*\"|[-+]?\d[\d.e+-]*", "#", case["stderr"].split("\n")[0])
    words = re.sub(r"(st|nd|rd|th)\b", "", words)
    yield "words", words
    if case["name"] in ALWAYS:
        yield "name", case["name"]
    if case["name"].startswith(("abs_", "absd_", "rel_")):
        yield "tolerance", re.sub(r"_-?\d[\d.e+-]*", "", case["name"]), case["exit"]
    for other, cases in others.items():
        there = cases.get((case["out"], case["ans"]))
        if there is not None and there != case["exit"]:
            yield "unlike", other


def chosen(name, corpus, verdicts):
    others = {other: cases for other, cases in verdicts.items() if other != name}
    shown = {case["name"]: set(features(case, others)) for case in corpus[name] if usable(case)}
    by_name = {case["name"]: case for case in corpus[name]}
    missing = set().union(*shown.values())
    picked = []
    while missing and len(picked) < MOST:
        # The first of the best, so that the choice is the same everywhere.
        best = max(shown, key=lambda one: len(shown[one] & missing))
        if not shown[best] & missing:
            break
        missing -= shown[best]
        picked.append(by_name[best])
    return picked


def main():
    files = sorted(HERE.glob("*.jsonl"))
    corpus = {file.stem: [json.loads(line) for line in file.read_text().splitlines()] for file in files}
    verdicts = {
        name: {(case["out"], case["ans"]): case["exit"] for case in cases if usable(case)}
        for name, cases in corpus.items()
    }
    lines = []
    for name in sorted(corpus):
        for case in chosen(name, corpus, verdicts):
            line = {"checker": name, "name": case["name"], "out": case["out"], "ans": case["ans"], "exit": case["exit"]}
            lines.append(json.dumps(line, separators=(",", ":")) + "\n")
    text = "".join(lines)
    if "--check" in sys.argv[1:]:
        if TELLING.read_text() != text:
            sys.exit(f"{TELLING} is not what telling.py chooses; run it")
        return
    TELLING.write_text(text)
    for name in sorted(corpus):
        print(name, sum(json.loads(line)["checker"] == name for line in lines))


main()
