#!/usr/bin/env python3
"""Hands every example problem over to every target, and compares what is judged before and after.

    tests/handover/compare.py [--tools VENV] [TOUCHSTONE [PROBLEM...]]

With `--tools`, problemtools looks at legacy packages and BAPCtools at newer ones as well: at all but how statements look,
which needs LaTeX; what they object to is printed below the table, unless the export has foretold it, or the folder has it wrong as
well. They are installed from PyPI into VENV if it is not there.

Where a checker gives a part of the points, SIO2 takes the output for right and CMS for partly right: such cells are counted
apart.

Prints a table: the number of cells that are the same, or why a target cannot hold a problem. Cells are found again by the
name of the solution and the contents of the input. Packages of ICPC do not tell WA from PE. Exit code 1 where a cell
differs or is lost without being listed.
"""

import collections
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import venv

HERE = pathlib.Path(__file__).resolve().parent
PROBLEMS = HERE.parent / "problems"
TARGETS = ["polygon", "icpc-legacy", "icpc-2025-09", "domjudge", "cms", "hydro", "plain"]
VALID = "is valid"
TOOLS = None
if sys.argv[1:2] == ["--tools"]:
    TOOLS = pathlib.Path(sys.argv[2]).absolute() / "bin"
    if not TOOLS.parent.exists():
        venv.create(TOOLS.parent, with_pip=True)
        subprocess.run([TOOLS / "pip", "install", "--quiet", "bapctools", "problemtools"], check=True)
    del sys.argv[1:3]
TOUCHSTONE = sys.argv[1] if len(sys.argv) > 1 else str(HERE.parents[1] / "target/debug/touchstone")


def run(*args):
    return subprocess.run([TOUCHSTONE, *map(str, args)], capture_output=True, text=True)


def cells(folder, known=(), known_main=None):
    """The verdicts by solution and input, as a multiset, since the same input may be several tests, with which are valid; the
    name of the main solution, and the solutions that are not what their labels say. Some formats have a name of their own for that: it is none of those that are known."""
    done = run("check", folder, "--format", "json")
    report = json.loads(done.stdout)
    inputs = {test["id"]: test["digest"] for test in report["tests"]}
    found = collections.Counter()
    found.update((VALID, test["digest"], test["valid"]) for test in report["tests"])
    matrix = report["matrix"]
    main = pathlib.PurePath(report["problem"]["main"] or "").stem
    for path, verdicts in zip(matrix["solutions"], matrix["verdicts"]):
        # Names get no blanks on the way.
        name = pathlib.PurePath(path).stem.replace(" ", "_")
        if known_main and name not in known and path == report["problem"]["main"]:
            name = known_main
        for test, verdict in zip(matrix["tests"], verdicts):
            found[name, inputs[test], "WA" if verdict == "PE" else verdict] += 1
    wrong = [one["path"] for one in report["solutions"] if one["expectation_met"] is False]
    unmet = {pathlib.PurePath(path).stem.replace(" ", "_") for path in wrong}
    return found, main, unmet


def is_known(line, target, said, unmet):
    """Whether an objection was foretold by the export, or is about a label that does not hold in the folder either."""
    if "does not match any known submissions directory" in line:
        # DOMjudge has that directory.
        return target == "domjudge" or "it lies in `mixed`, which problemtools leaves out" in said
    if "No input format validators found" in line:
        return "stays out" in said
    got = re.search(r"/([^/]+?)(\.\w+)? \(.*\) got ", line)
    return got is not None and got[1] in unmet


def objections(package, target):
    """What the tools object to, with the number of verdicts that problemtools or BAPCtools did not expect."""
    if TOOLS is None or not target.startswith(("icpc", "domjudge")):
        return []
    copy = package.parent / "copied"
    shutil.copytree(package, copy)
    # This Python stands in for PyPy, which may want more memory than a problem gives.
    stand_ins = package.parent / "bin"
    stand_ins.mkdir()
    (stand_ins / "pypy3").symlink_to(os.path.realpath(sys.executable))
    path = os.pathsep.join([str(stand_ins), str(TOOLS), os.environ["PATH"]])
    if target == "icpc-2025-09":
        commands = [["bt", "validate", "-B", kind] for kind in ("--input", "--answer", "--invalid")]
        commands.append(["bt", "run", "-B", "-j", "1", "--no-generate"])
    else:
        commands = [["verifyproblem", str(copy), "-p", "config", "data", "validators", "submissions"]]
    said = ""
    for command in commands:
        done = subprocess.run([str(TOOLS / command[0]), *command[1:]], cwd=copy, stdin=subprocess.DEVNULL,
                              env={**os.environ, "PATH": path, "NO_COLOR": "1"}, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT)
        said += re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", done.stdout.decode(errors="replace"))
    return [line.strip() for line in said.splitlines() if re.search(r"ERROR|FATAL|Traceback", line)]


def main():
    folders = sorted(path for path in PROBLEMS.rglob("*") if is_problem(path) and (not sys.argv[2:] or path.name in sys.argv[2:]))
    bad, objected_to = 0, []
    print("| problem | " + " | ".join(TARGETS) + " |\n|---" + "|---" * len(TARGETS) + "|")
    for folder in folders:
        before, main, unmet = cells(folder)
        row = []
        for target in TARGETS:
            with tempfile.TemporaryDirectory() as place:
                out = pathlib.Path(place) / "out"
                done = run("export", target, folder, "--out", out)
                if done.returncode != 0:
                    row.append(done.stderr.strip().splitlines()[-1].removeprefix("error: "))
                    continue
                after, _, _ = cells(out, {key[0] for key in before}, main)
                objected = objections(out, target)
                foretold = [line for line in objected if is_known(line, target, done.stdout, unmet)]
                objected = [line for line in objected if line not in foretold]
                objected_to += [f"{folder.name} as {target}: {line}" for line in objected]
                left_out = {key[0] for key in before} - {key[0] for key in after}
                kept = collections.Counter({key: n for key, n in before.items() if key[0] not in left_out})
                lost = [name for name in left_out if name not in done.stdout.replace(" ", "_")]
                differs = (kept - after) + (after - kept)
                partly = 0
                if "such an output is partly right" in done.stdout:
                    for key in [key for key in kept - after if key[-1] == "AC"]:
                        partly += min(differs[key], differs[*key[:2], "WA"])
                        differs -= collections.Counter({key: partly, (*key[:2], "WA"): partly})
                asked = TOOLS is not None and target.startswith(("icpc", "domjudge"))
                told = f", {quantity(len(objected), 'objection')}" if asked else ""
                told += f", {partly} of them partly right" if partly else ""
                note = told + (f", without {quantity(len(left_out), 'solution')}" if left_out else "")
                if differs or lost:
                    bad = 1
                    row.append(f"DIFFERS in {sum(differs.values())}: {list(differs)[:3]} lost {lost}")
                else:
                    row.append(f"{sum(n for key, n in after.items() if key[0] != VALID)} cells{note}")
        print(f"| {folder.relative_to(PROBLEMS)} | " + " | ".join(row) + " |", flush=True)
    print(*objected_to, sep="\n")
    return bad


def quantity(n, what):
    return f"{n} {what}" if n == 1 else f"{n} {what}s"


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
