#!/usr/bin/env python3
"""Judges every example problem here and on a worker of a cluster, and compares what is said of it.

    tests/cluster/compare.py [TOUCHSTONE [PROBLEM...]]

It starts a server (`nats-server`, from the PATH or from where Debian puts it) and one worker, with caches of their own.
Prints a line for each problem: the number of cells and findings that are the same, and below it what ran on this machine,
and why. Times and memory are those of a run, so they are not compared, nor are findings that speak of them. Exit code 1 where
anything else differs.
"""

import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
EXAMPLES = [HERE.parent / "problems", HERE.parent / "languages"]
TOUCHSTONE = sys.argv[1] if len(sys.argv) > 1 else str(HERE.parents[1] / "target/debug/touchstone")
SERVER = shutil.which("nats-server") or "/usr/sbin/nats-server"
# Findings about how long something took.
TIMED = re.compile(r"time|slow|limit|flaky", re.IGNORECASE)


def wait_for(path, pattern, seconds=60):
    """What a file that somebody else writes says, once it says it."""
    for _ in range(seconds * 10):
        found = path.exists() and re.search(pattern, path.read_text())
        if found:
            return found
        time.sleep(0.1)
    sys.exit(f"{path} does not say {pattern}")


def said_of(report):
    """What a report on one problem says, by what it is about."""
    matrix = report["matrix"]
    said = {("valid", test["id"]): test["valid"] for test in report["tests"]}
    for path, verdicts in zip(matrix["solutions"], matrix["verdicts"]):
        said.update({(path, test): verdict for test, verdict in zip(matrix["tests"], verdicts)})
    for solution in report["solutions"]:
        said["class", solution["path"]] = (solution["class"], solution["expectation_met"], solution["points"])
    for finding in report["findings"]:
        if not TIMED.search(finding["code"]):
            said["finding", finding["code"], json.dumps(finding.get("path"))] = True
    return said


def check(folder, cache, *more):
    done = subprocess.run(
        [TOUCHSTONE, "check", folder, "--format", "json", "--cache-dir", cache, *more], capture_output=True, text=True
    )
    if not done.stdout:
        return done.stderr, None, None
    report = json.loads(done.stdout)
    # A contest has several.
    said = {}
    for number, one in enumerate(report.get("problems", [report])):
        said.update({(number, *key): value for key, value in said_of(one.get("report", one)).items()})
    return done.stderr, said, done.returncode


def compare(folder, place, url):
    """Whether both say the same, with a line for people."""
    _, here, code_here = check(folder, place / "here")
    stderr, there, code_there = check(folder, place / "there", "--cluster", url)
    if here is None or there is None:
        return False, f"no report: {stderr.strip()}"
    differing = sorted(str(key) for key in here.keys() | there.keys() if here.get(key) != there.get(key))
    lines = [f"{len(here) - len(differing)} the same"]
    lines += [f"  DIFFERS {key}" for key in differing]
    if code_here != code_there:
        lines.append(f"  DIFFERS exit code: {code_here} and {code_there}")
    lines += [f"  {line}" for line in stderr.splitlines() if line.startswith(("note:", "warning:"))]
    return not differing and code_here == code_there, "\n".join(lines)


def main():
    folders = [pathlib.Path(name) for name in sys.argv[2:]]
    folders = folders or sorted(path for place in EXAMPLES for path in place.iterdir() if path.is_dir())
    with tempfile.TemporaryDirectory(prefix="touchstone-cluster-") as name:
        place = pathlib.Path(name)
        server = subprocess.Popen(
            [SERVER, "-js", "-a", "127.0.0.1", "-p", "-1", "-sd", place / "store", "-l", place / "server.log"]
        )
        worker = None
        try:
            port = wait_for(place / "server.log", r"client connections on 127\.0\.0\.1:(\d+)").group(1)
            url = f"nats://127.0.0.1:{port}"
            with open(place / "worker.log", "w") as log:
                worker = subprocess.Popen(
                    [TOUCHSTONE, "worker", "--cluster", url, "--cache-dir", place / "worker"], stderr=log
                )
            wait_for(place / "worker.log", "serves")
            all_same = True
            for folder in folders:
                is_same, words = compare(folder, place, url)
                all_same &= is_same
                print(f"{folder.name}: {words}", flush=True)
            print((place / "worker.log").read_text(), end="")
        finally:
            for process in [worker, server]:
                if process:
                    process.terminate()
                    process.wait()
    return 0 if all_same else 1


if __name__ == "__main__":
    sys.exit(main())
