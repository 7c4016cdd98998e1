#!/usr/bin/env python3
"""Makes the tests of packages with BAPCtools and with this project, and compares every byte.

    compare.py                   the packages beside this file, and the example problem with rules
    compare.py FOLDER...         other packages

`bt` is to be installed (`pip install bapctools`) and on the PATH, or named by BT; TOUCHSTONE names the binary,
target/debug/touchstone where it is not set. The folders are copied, and what lies in their data/ is left out.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent


def copied(package, to):
    shutil.copytree(package, to, ignore=shutil.ignore_patterns("data"))
    return to


def tests(data):
    """The inputs and answers of the tests that are judged, by their paths."""
    files = [path for kind in ("sample", "secret") for path in (data / kind).rglob("*") if path.is_file()]
    return {str(path.relative_to(data)): path.read_bytes() for path in files if path.suffix in (".in", ".ans")}


def made_by_bapctools(package, work):
    folder = copied(package, work / "bt" / package.name)
    done = subprocess.run([os.environ.get("BT", "bt"), "generate"], cwd=folder, capture_output=True, text=True)
    made = tests(folder / "data")
    if not made:
        sys.exit(f"{package.name}: BAPCtools makes nothing\n{done.stdout}{done.stderr}")
    return made


def made_here(package, work):
    folder = copied(package, work / "ours" / package.name)
    binary = os.environ.get("TOUCHSTONE", ROOT / "target/debug/touchstone")
    done = subprocess.run([binary, "gen", folder, "--out", work / "out"], capture_output=True, text=True)
    if done.returncode != 0:
        print(f"{package.name}: {done.stdout}{done.stderr}")
    return tests(work / "out")


def compare(package):
    with tempfile.TemporaryDirectory() as place:
        work = pathlib.Path(place)
        theirs, ours = made_by_bapctools(package, work), made_here(package, work)
    wrong = [f"{path} is made by BAPCtools alone" for path in sorted(theirs.keys() - ours.keys())]
    wrong += [f"{path} is made here alone" for path in sorted(ours.keys() - theirs.keys())]
    both = sorted(theirs.keys() & ours.keys())
    wrong += [f"{path}: {theirs[path][:60]!r} there, {ours[path][:60]!r} here" for path in both if theirs[path] != ours[path]]
    print(f"{package.name}: {len(both)} files, {len(wrong)} differences")
    for line in wrong:
        print(f"  {line}")
    return not wrong


def main():
    packages = [pathlib.Path(folder).resolve() for folder in sys.argv[1:]]
    packages = packages or [*sorted((HERE / "packages").iterdir()), ROOT / "tests/problems/fair-cut"]
    results = [compare(package) for package in packages]
    sys.exit(0 if all(results) else 1)


if __name__ == "__main__":
    main()
