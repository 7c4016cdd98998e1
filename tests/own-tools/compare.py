#!/usr/bin/env python3
"""Lets the tool of a format make the tests of example problems and judge their solutions, and compares with Touchstone.

    python3 -m venv VENV && VENV/bin/pip install rbx.cp sinol-make
    cargo build --release
    VENV/bin/python tests/own-tools/compare.py [--touchstone PATH] [FOLDER...]

Without folders those in `tests/problems` are taken that are packages of rbx or of sinol-make. Each tool works on a copy
and with a home of its own. rbx gets the headers and checkers that come with it, and downloads nothing. sinol-make
measures with `time` instead of sio2jail, and a task without a checker of its own is not judged, since the tool would
download what compares then. Tests are compared byte by byte, inputs and answers. Of rbx the verdict of each test is
compared, as far as it keeps them, of sinol-make the status and the points of each group. The exit code is 1 if anything differs.
"""

import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import yaml

PROBLEMS = pathlib.Path(__file__).resolve().parent.parent / "problems"
SECONDS = 1800
# The words of rbx and of sinol-make for verdicts.
VERDICTS = {
    "accepted": "AC",
    "wrong-answer": "WA",
    "time-limit-exceeded": "TLE",
    "idleness-limit-exceeded": "TLE",
    "runtime-error": "RTE",
    "memory-limit-exceeded": "MLE",
    "output-limit-exceeded": "OLE",
    "compilation-error": "CE",
    "judge-failed": "FAIL",
    "OK": "AC",
    "TL": "TLE",
    "RE": "RTE",
    "ML": "MLE",
}
# sinol-make, but for what it would download.
SINOL = """
import sinol_make, sys
from sinol_make import sio2jail
from sinol_make.helpers import oicompare
sio2jail.sio2jail_supported = lambda: False
oicompare.check_and_download = lambda: None
sys.argv[0] = "sinol-make"
sinol_make.main()
"""


class Workplace:
    """A folder for copies, with a home."""

    def __init__(self, folder):
        self.folder = folder
        self.home = folder / "home"
        self.home.mkdir()
        commands = str(pathlib.Path(sys.executable).parent)
        path = os.pathsep.join([commands, os.environ["PATH"]])
        self.environment = {**os.environ, "HOME": str(self.home), "PATH": path, "NO_COLOR": "1", "COLUMNS": "200"}

    def copy(self, problem):
        copy = self.folder / problem.name
        shutil.copytree(problem, copy)
        return copy

    def run(self, *command, within):
        done = subprocess.run([*map(str, command)], cwd=within, env=self.environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=SECONDS)
        return done.stdout.decode(errors="replace"), done.returncode


def touchstone(binary, problem, out):
    """The tests by their ids, with input and answer, and the report."""
    subprocess.run([binary, "gen", "--out", out, problem], check=False, stdout=subprocess.DEVNULL)
    done = subprocess.run([binary, "check", "--format", "json", problem], capture_output=True)
    if done.returncode not in (0, 1):
        sys.exit(f"touchstone exits with {done.returncode}: {done.stderr.decode()}")
    tests = {}
    for path in sorted(out.rglob("*.in")):
        answer = path.with_suffix(".ans")
        tests[str(path.relative_to(out).with_suffix(""))] = (path, answer)
    return tests, json.loads(done.stdout)


def cells(report):
    """The verdict of each solution on each test."""
    matrix = report["matrix"]
    rows = zip(matrix["solutions"], matrix["verdicts"])
    return {solution: dict(zip(matrix["tests"], row)) for solution, row in rows}


def same_bytes(ours, theirs, name, differences, parts=("input", "answer")):
    """How many tests of theirs are the same as ours in these parts."""
    n_same = 0
    for test, files in theirs.items():
        pairs = list(zip(parts, files, ours.get(test, (None, None))))
        wrong = [what for what, their, our in pairs if not is_same(their, our)]
        differences += [f"{what} of {test} differs from that of {name}" for what in wrong]
        n_same += not wrong
    differences += [f"{test} is not made by {name}" for test in ours if test not in theirs]
    return n_same


def is_same(their, our):
    return our is not None and our.is_file() and their.is_file() and their.read_bytes() == our.read_bytes()


def rbx(place, problem, tests, report, differences):
    import rbx as package

    # Where the tool looks for what it would download.
    home = subprocess.run([sys.executable, "-c", "import typer; print(typer.get_app_dir('rbx'))"],
                          env=place.environment, capture_output=True, text=True, check=True).stdout.strip()
    resources = pathlib.Path(package.__path__[0]) / "resources" / "predownloaded"
    shutil.copytree(resources, home, dirs_exist_ok=True)
    copy = place.copy(problem)
    said, code = place.run("rbx", "run", within=copy)
    if not (copy / ".rbx/runs/report.yml").is_file():
        differences.append(f"rbx run exits with {code}: {said.strip().splitlines()[-1]}")
        return []
    # Tests of a group by their numbers, those of subgroups behind the others.
    theirs, ids = {}, {}
    for group in sorted(path for path in (copy / "build/tests").iterdir() if path.is_dir()):
        for number, path in enumerate(sorted(group.glob("*.in"))):
            ids[group.name, path.stem] = f"{group.name}/{number}"
            theirs[f"{group.name}/{number}"] = (path, path.with_suffix(".out"))
    # Where solutions talk, what rbx keeps in the place of answers is nothing that anybody compares with.
    talks = str(yaml.safe_load((copy / "problem.rbx.yml").read_text()).get("type")).upper() == "COMMUNICATION"
    n_same = same_bytes(tests, theirs, "rbx", differences, ("input",) if talks else ("input", "answer"))
    ours = cells(report)
    rows = [("tests", f"{n_same} of {len(theirs)} the same")]
    for entry in yaml.safe_load((copy / ".rbx/runs/report.yml").read_text())["solutions"]:
        n_agree, n_run = 0, 0
        for path in sorted((copy / ".rbx/runs" / str(entry["index"])).rglob("*.eval")):
            test = ids[path.parent.name, path.stem]
            word = yaml.safe_load(path.read_text())["result"]["outcome"]
            verdict = VERDICTS.get(word, word)
            n_run += 1
            if ours.get(entry["path"], {}).get(test) == verdict:
                n_agree += 1
            else:
                found = ours.get(entry["path"], {}).get(test)
                differences.append(f"{entry['path']} on {test}: {found}, by rbx {verdict}")
        rows.append((entry["path"], f"{n_agree} of {n_run} verdicts the same; {len(theirs) - n_run} not kept by rbx"))
    return rows


def sinol(place, problem, tests, report, differences):
    copy = place.copy(problem)
    name = "config.yml" if (copy / "config.yml").is_file() else "config.yaml"
    config = yaml.safe_load((copy / name).read_text())
    config.pop("sinol_expected_scores", None)
    # The tool finds the id by the folder's name otherwise.
    config.setdefault("sinol_task_id", problem.name)
    (copy / name).write_text(yaml.safe_dump(config))
    said, code = place.run(sys.executable, "-c", SINOL, "gen", within=copy)
    if code != 0:
        differences.append(f"sinol-make gen exits with {code}: {said.strip().splitlines()[-1]}")
        return []
    task = config["sinol_task_id"]
    theirs = {
        path.stem: (path, copy / "out" / f"{path.stem}.out") for path in sorted((copy / "in").glob("*.in"))
    }
    n_same = same_bytes({with_id(test, task): files for test, files in tests.items()}, theirs, "sinol-make", differences)
    rows = [("tests", f"{n_same} of {len(theirs)} the same")]
    if not list((copy / "prog").glob(f"{task}chk.*")):
        return [*rows, ("solutions", "not judged: what compares outputs cannot be downloaded")]
    said, code = place.run(sys.executable, "-c", SINOL, "run", "-T", "time", "-a", within=copy)
    found = yaml.safe_load((copy / name).read_text()).get("sinol_expected_scores")
    if found is None:
        differences.append(f"sinol-make run exits with {code}: {said.strip().splitlines()[-1]}")
        return []
    ours = cells(report)
    for solution in report["solutions"]:
        path = pathlib.PurePosixPath(solution["path"])
        said = found.get(path.name)
        if said is None or {group.get("status") for group in said["expected"].values()} == {"CE"}:
            rows.append((str(path), "not judged by sinol-make: it does not compile there"))
            continue
        rows.append((str(path), groups(str(path), solution, ours[str(path)], said, task, differences)))
    return rows


def groups(path, solution, verdicts, said, task, differences):
    """Compares statuses: that of a group is the verdict of one of its tests, the first that is not OK."""
    n_agree = 0
    for group, result in said["expected"].items():
        status = VERDICTS.get(result["status"], result["status"])
        of_group = [verdict for test, verdict in verdicts.items() if group_of(test, task) == str(group)]
        failed = [verdict for verdict in of_group if verdict != "AC"]
        is_so = status in failed if failed else status == "AC"
        n_agree += is_so
        if not is_so:
            differences.append(f"{path} in group {group}: {of_group}, by sinol-make {status}")
    points = solution.get("score")
    if points is not None and abs(points - said["points"]) > 1e-9:
        differences.append(f"{path}: {points:g} points, by sinol-make {said['points']}")
    shown = "no points" if points is None else f"{points:g} points"
    return f"{n_agree} of {len(said['expected'])} groups the same; {shown}, by sinol-make {said['points']}"


def with_id(test, task):
    return test if test.startswith(task) else f"{task}{test}"


def group_of(test, task):
    rest = test.removeprefix(task)
    number = "".join(sign for at, sign in enumerate(rest) if rest[: at + 1].isdigit())
    return "0" if rest.endswith("ocen") else number


def is_package(folder):
    return (folder / "problem.rbx.yml").is_file() or (folder / "prog").is_dir()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    default = PROBLEMS.parent.parent / "target/release/touchstone"
    parser.add_argument("--touchstone", default=default, type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("folders", nargs="*", type=lambda path: pathlib.Path(path).resolve())
    options = parser.parse_args()
    found = [*PROBLEMS.rglob("problem.rbx.yml"), *PROBLEMS.rglob("config.yml"), *PROBLEMS.rglob("config.yaml")]
    folders = options.folders or sorted(path.parent for path in found if is_package(path.parent))
    differs = False
    for problem in folders:
        with tempfile.TemporaryDirectory() as folder:
            place = Workplace(pathlib.Path(folder))
            tests, report = touchstone(options.touchstone, problem, place.folder / "made")
            differences = []
            tool = rbx if (problem / "problem.rbx.yml").is_file() else sinol
            rows = tool(place, problem, tests, report, differences)
        print(f"\n{problem.name} ({'rbx' if tool is rbx else 'sinol-make'})")
        width = max((len(name) for name, _ in rows), default=0)
        for name, text in rows:
            print(f"  {name.ljust(width)}  {text}")
        for difference in differences:
            print(f"  DIFFERS: {difference}")
        differs = differs or bool(differences)
    sys.exit(1 if differs else 0)


if __name__ == "__main__":
    main()
