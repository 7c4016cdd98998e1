#!/usr/bin/env python3
"""Hands every example problem over to every target, and compares what is judged before and after.

    tests/handover/compare.py [TOUCHSTONE [PROBLEM...]]

Prints a table: the number of cells that are the same, or why a target cannot hold a problem. Cells are found again by the
name of the solution and the contents of the input. Packages of ICPC do not tell WA from PE. Exit code 1 where a cell
differs or is lost without being listed.
"""

import collections
import json
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
PROBLEMS = HERE.parent / "problems"
TARGETS = ["polygon", "icpc-legacy", "icpc-2025-09", "domjudge", "plain"]
TOUCHSTONE = sys.argv[1] if len(sys.argv) > 1 else str(HERE.parents[1] / "target/debug/touchstone")


def run(*args):
    return subprocess.run([TOUCHSTONE, *map(str, args)], capture_output=True, text=True)


def cells(folder):
    """The verdicts by solution and input, as a multiset: the same input may be several tests."""
    done = run("check", folder, "--format", "json")
    report = json.loads(done.stdout)
    inputs = {test["id"]: test["digest"] for test in report["tests"]}
    found = collections.Counter()
    matrix = report["matrix"]
    for path, verdicts in zip(matrix["solutions"], matrix["verdicts"]):
        for test, verdict in zip(matrix["tests"], verdicts):
            # Names get no blanks on the way.
            found[pathlib.PurePath(path).stem.replace(" ", "_"), inputs[test], "WA" if verdict == "PE" else verdict] += 1
    return found


def main():
    folders = sorted(path for path in PROBLEMS.rglob("*") if is_problem(path) and (not sys.argv[2:] or path.name in sys.argv[2:]))
    bad = 0
    print("| problem | " + " | ".join(TARGETS) + " |\n|---" + "|---" * len(TARGETS) + "|")
    for folder in folders:
        before = cells(folder)
        row = []
        for target in TARGETS:
            with tempfile.TemporaryDirectory() as place:
                out = pathlib.Path(place) / "out"
                done = run("export", target, folder, "--out", out)
                if done.returncode != 0:
                    row.append(done.stderr.strip().splitlines()[-1].removeprefix("error: "))
                    continue
                after = cells(out)
                left_out = {key[0] for key in before} - {key[0] for key in after}
                kept = collections.Counter({key: n for key, n in before.items() if key[0] not in left_out})
                lost = [name for name in left_out if name not in done.stdout.replace(" ", "_")]
                differs = (kept - after) + (after - kept)
                note = f", without {len(left_out)} solutions" if left_out else ""
                if differs or lost:
                    bad = 1
                    row.append(f"DIFFERS in {sum(differs.values())}: {list(differs)[:3]} lost {lost}")
                else:
                    row.append(f"{sum(after.values())} cells{note}")
        print(f"| {folder.relative_to(PROBLEMS)} | " + " | ".join(row) + " |", flush=True)
    return bad


def is_problem(path):
    """A folder two levels deep at most, with something that only problems have."""
    depth = len(path.relative_to(PROBLEMS).parts)
    if not path.is_dir() or depth > 2:
        return False
    parent = path.parent
    contests = {"harbour-round", "lending-library"}
    return (depth == 1 and path.name not in contests) or (depth == 2 and parent.name in contests and path.name != "common")


if __name__ == "__main__":
    sys.exit(main())
