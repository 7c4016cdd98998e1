#!/usr/bin/env python3
"""Lets other tools judge the example problems that are ICPC packages, and prints what each says beside Touchstone.

    python3 -m venv VENV && VENV/bin/pip install bapctools problemtools
    cargo build --release
    VENV/bin/python tests/icpc/compare.py [--touchstone PATH] [PROBLEM...]

BAPCtools judges a copy that its own `bt upgrade` has brought to its format, since it refuses older ones. It refuses
scoring problems, too: of these it gets a copy without scores, and the verdicts over all tests are compared.
problemtools judges a copy without those folders of `data/` that it does not know, whose inputs it would take for
tests, and with the settings of `test_group.yaml` in `testdata.yaml`, which it reads in every version; it refuses 2025-09.
Of scoring problems its verdicts and scores by the rules of the format are compared. It runs Python with PyPy, and where
that is missing, this Python stands in for it. Statements are left out, since both need LaTeX for them. The exit code is
1 if a solution gets different verdicts.
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

import yaml

HERE = pathlib.Path(__file__).resolve().parent
PROBLEMS = HERE.parent / "problems"
BAPCTOOLS_VERDICT = re.compile(r"^(\w+/\S+):\s+([A-Z]{2,3})\s+[\d.]+s @ (\S+)", re.MULTILINE)
PROBLEMTOOLS_VERDICT = re.compile(r"(\w+/\S+) \([^()]*(?:\([^()]*\))?\) (?:OK:|got) ([A-Z]{2,3})\b(?: \(([\d.]+)\))?")
SCORING = {"accept_score", "grader_flags", "grading", "max_score", "on_reject", "range", "reject_score", "require_pass"}
SCORING |= {"score", "score_aggregation"}
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
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copytree(PROBLEMS / problem, copy)
        return copy


def touchstone(binary, problem):
    """The worst verdicts, those by the format's rules with their scores, and what is objected to."""
    done = subprocess.run([binary, "check", "--format", "json", str(PROBLEMS / problem)], capture_output=True)
    if done.returncode not in (0, 1):
        sys.exit(f"touchstone exits with {done.returncode}: {done.stderr.decode()}")
    report = json.loads(done.stdout)
    found, graded = {}, {}
    for row, path in zip(report["matrix"]["verdicts"], report["matrix"]["solutions"]):
        solution = next(one for one in report["solutions"] if one["path"] == path)
        verdict = solution["verdict"]
        at = report["matrix"]["tests"][row.index(verdict)] if verdict != "AC" else None
        found[path.removeprefix("submissions/")] = (verdict, at)
        graded[path.removeprefix("submissions/")] = (with_score(solution.get("graded_verdict"), solution.get("score")), None)
    objections = [one for one in report["findings"] if one["severity"] in ("error", "warning")]
    return found, graded, [f"{one['code']}: {one['message']}" for one in objections]


def with_score(verdict, score):
    return f"{verdict} {float(score):g}" if verdict == "AC" and score not in (None, "") else verdict


def is_scoring(problem):
    return "scoring" in str(yaml.safe_load((PROBLEMS / problem / "problem.yaml").read_text()).get("type"))


def bapctools(tools, problem):
    copy = tools.copy(problem, "bapctools")
    if is_scoring(problem):
        drop_scores(copy)
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


def drop_scores(copy):
    """Makes a problem of which nothing is scored."""
    change(copy / "problem.yaml", lambda settings: {**settings, "type": "pass-fail"})
    data = copy / "data"
    for path in [copy / "problem.yaml", *data.rglob("testdata.yaml"), *data.rglob("test_group.yaml"),
                 *copy.glob("submissions/submissions.yaml")]:
        change(path, without_scores)


def without_scores(settings):
    if not isinstance(settings, dict):
        return settings
    return {key: without_scores(value) for key, value in settings.items() if key not in SCORING}


def change(path, by):
    path.write_text(yaml.safe_dump(by(yaml.safe_load(path.read_text())), sort_keys=False))


def problemtools(tools, problem):
    copy = tools.copy(problem, "problemtools")
    for folder in (copy / "data").iterdir():
        if folder.is_dir() and folder.name not in ("sample", "secret"):
            shutil.rmtree(folder)
    for path in (copy / "data").rglob("test_group.yaml"):
        change(path, as_flags)
        path.rename(path.with_name("testdata.yaml"))
    parts = ["config", "data", "validators", "submissions"]
    said, _ = tools.run("verifyproblem", copy, "-p", *parts)
    # The test that it names is the slowest, not the one that decides.
    found = {path: (with_score(verdict, score), None) for path, verdict, score in PROBLEMTOOLS_VERDICT.findall(said)}
    return found, lines(said, "^(ERROR|WARNING)")


def as_flags(settings):
    """Arguments of validators by their former name, as one text."""
    return {
        key.replace("_validator_args", "_validator_flags"): " ".join(value) if isinstance(value, list) else value
        for key, value in settings.items()
    }


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
    manifests = [*PROBLEMS.glob("*/problem.yaml"), *PROBLEMS.glob("*/*/problem.yaml")]
    packages = options.problems or sorted(str(path.parent.relative_to(PROBLEMS)) for path in manifests)
    agree = True
    with tempfile.TemporaryDirectory() as folder:
        tools = Tools(pathlib.Path(folder))
        for problem in packages:
            found, graded, objections = touchstone(options.touchstone, problem)
            said = {"BAPCtools": bapctools(tools, problem), "problemtools": problemtools(tools, problem)}
            print(f"\n{problem}")
            others = {name: verdicts for name, (verdicts, _) in said.items()}
            if is_scoring(problem):
                for name, ours in (("BAPCtools", found), ("problemtools", graded)):
                    if others[name]:
                        agree = table({"Touchstone": ours, name: others[name]}) and agree
            else:
                agree = table({"Touchstone": found, **others}) and agree
            for name, objected in [("Touchstone", objections), *((name, said[name][1]) for name in said)]:
                for objection in objected:
                    print(f"  {name}: {objection}")
            shutil.rmtree(tools.folder / "bapctools")
            shutil.rmtree(tools.folder / "problemtools")
    sys.exit(0 if agree else 1)


if __name__ == "__main__":
    main()
