#!/usr/bin/env python3
"""Lets other tools judge the example problems that are ICPC packages, and prints what each says beside Touchstone.

    python3 -m venv VENV && VENV/bin/pip install bapctools problemtools
    cargo build --release
    VENV/bin/python tests/icpc/compare.py [--touchstone PATH] [PROBLEM...]

BAPCtools judges a copy that its own `bt upgrade` has brought to its format, since it refuses older ones.
problemtools judges a copy without those folders of `data/` that it does not know, whose inputs it would take for
tests; it runs Python with PyPy, and where that is missing, this Python stands in for it. Statements are left out, since
both need LaTeX for them. The exit code is 1 if a solution gets different verdicts.
"""

import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
PROBLEMS = HERE.parent / "problems"
BAPCTOOLS_VERDICT = re.compile(r"^(\w+/\S+):\s+([A-Z]{2,3})\s+[\d.]+s @ (\S+)", re.MULTILINE)
PROBLEMTOOLS_VERDICT = re.compile(r"(\w+/\S+) \([^()]*(?:\([^()]*\))?\) (?:OK:|got) ([A-Z]{2,3})\b")
COLOURS = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
SECONDS = 900


class Tools:
    """The tools of this Python's environment, and a folder for their copies."""

    def __init__(self, folder):
        self.folder = folder
        stand_ins = folder / "bin"
        stand_ins.mkdir()
        # The path of the environment's Python, and not where its link leads to.
        self.commands = pathlib.Path(sys.executable).parent
        if not shutil.which("pypy3"):
            (stand_ins / "pypy3").symlink_to(os.path.realpath(sys.executable))
        path = os.pathsep.join([str(self.commands), os.environ["PATH"], str(stand_ins)])
        self.environment = {**os.environ, "PATH": path, "NO_COLOR": "1"}

    def run(self, name, *arguments, within=None):
        """What a tool prints, and its exit code."""
        done = subprocess.run([str(self.commands / name), *map(str, arguments)], cwd=within, env=self.environment,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              timeout=SECONDS)
        return COLOURS.sub("", done.stdout.decode(errors="replace")), done.returncode

    def copy(self, problem, tool):
        """Both tools want short names of letters and digits."""
        copy = self.folder / tool / problem.replace("-", "")
        copy.parent.mkdir(exist_ok=True)
        shutil.copytree(PROBLEMS / problem, copy)
        return copy


def touchstone(binary, problem):
    done = subprocess.run([binary, "check", "--format", "json", str(PROBLEMS / problem)], capture_output=True)
    if done.returncode not in (0, 1):
        sys.exit(f"touchstone exits with {done.returncode}: {done.stderr.decode()}")
    report = json.loads(done.stdout)
    shown = report["matrix"]["verdicts"], report["matrix"]["solutions"], report["matrix"]["tests"]
    found = {}
    for row, solution in zip(*shown[:2]):
        verdict = next(one["verdict"] for one in report["solutions"] if one["path"] == solution)
        at = shown[2][row.index(verdict)] if verdict != "AC" else None
        found[solution.removeprefix("submissions/")] = (verdict, at)
    objections = [one for one in report["findings"] if one["severity"] in ("error", "warning")]
    return found, [f"{one['code']}: {one['message']}" for one in objections]


def bapctools(tools, problem):
    copy = tools.copy(problem, "bapctools")
    upgraded, code = tools.run("bt", "upgrade", within=copy)
    if code != 0:
        return {}, [f"bt upgrade exits with {code}: {upgraded.strip()}"]
    said, _ = tools.run("bt", "run", "-B", "-j", "1", "--no-generate", within=copy)
    found = {path: (verdict, at) for path, verdict, at in BAPCTOOLS_VERDICT.findall(said)}
    objections = lines(said, "permitted:|required:|ERROR|FATAL")
    for option in ("--input", "--invalid", "--valid-output"):
        said, _ = tools.run("bt", "validate", "-B", option, within=copy)
        objections += lines(said, r"^(Input |Output |In)validation: (?!Done)|ERROR|FATAL")
    return found, objections


def problemtools(tools, problem):
    copy = tools.copy(problem, "problemtools")
    for folder in (copy / "data").iterdir():
        if folder.name not in ("sample", "secret"):
            shutil.rmtree(folder)
    parts = ["config", "data", "validators", "submissions"]
    said, _ = tools.run("verifyproblem", copy, "-p", *parts)
    # The test that it names is the slowest, not the one that decides.
    found = {path: (verdict, None) for path, verdict in PROBLEMTOOLS_VERDICT.findall(said)}
    return found, lines(said, "^(ERROR|WARNING)")


def lines(text, pattern):
    return [line.strip() for line in text.split("\n") if re.search(pattern, line)]


def table(columns):
    """The solutions that any tool judged, with what each says; whether all that say something agree."""
    rows, agree = [["", *columns]], True
    for solution in sorted({solution for found in columns.values() for solution in found}):
        cells = [found.get(solution, ("-", None)) for found in columns.values()]
        verdicts = {verdict for verdict, _ in cells} - {"-"}
        agree = agree and len(verdicts) == 1
        shown = [verdict if verdict == "AC" or not at else f"{verdict} {at}" for verdict, at in cells]
        rows.append([solution, *shown, *(["differs"] if len(verdicts) > 1 else [])])
    widths = [max(len(row[column]) for row in rows) for column in range(len(columns) + 1)]
    for row in rows:
        print("  " + "  ".join(cell.ljust(width) for cell, width in zip(row, [*widths, 0])).rstrip())
    return agree


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--touchstone", default=HERE.parent.parent / "target/release/touchstone", type=pathlib.Path)
    parser.add_argument("problems", nargs="*")
    options = parser.parse_args()
    packages = options.problems or sorted(path.parent.name for path in PROBLEMS.glob("*/problem.yaml"))
    agree = True
    with tempfile.TemporaryDirectory() as folder:
        tools = Tools(pathlib.Path(folder))
        for problem in packages:
            said = {
                "Touchstone": touchstone(options.touchstone, problem),
                "BAPCtools": bapctools(tools, problem),
                "problemtools": problemtools(tools, problem),
            }
            print(f"\n{problem}")
            agree = table({name: found for name, (found, _) in said.items()}) and agree
            for name, (_, objections) in said.items():
                for objection in objections:
                    print(f"  {name}: {objection}")
            shutil.rmtree(tools.folder / "bapctools")
            shutil.rmtree(tools.folder / "problemtools")
    sys.exit(0 if agree else 1)


if __name__ == "__main__":
    main()
