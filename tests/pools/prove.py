#!/usr/bin/env python3
"""Shows that every wrong solution of the pools is wrong, and that the right ones are right where it is.

For each file of `failing/PROBLEM`, `NAME.in` or a `NAME.py` that prints one, the validator must accept the input, the
solution called NAME must fail on it, and every solution that is labelled right must pass. It shares no code with the
project but `testlib.h`. What cannot be validated here, since it is described in checktestdata, is not.

    prove.py [--patience N] [PROBLEM...]
"""

import argparse
import concurrent.futures
import os
import pathlib
import resource
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
TESTLIB = HERE.parent.parent / "testlib"
LIMIT = 1
# The validator and the checker of each problem; without a checker, words are compared.
PROBLEMS = {
    "lantern-row": ("val.cpp", None),
    "seal-prints": ("gen/val.cpp", None),
    "toll-roads": ("validator.cpp", None),
    "fence-paint": ("val.cpp", None),
    "constellation": ("val.cpp", None),
    "shelf-runs": ("validators/val.cpp", None),
    "tide-marks": ("validator.cpp", None),
    "last-plank": ("files/val.cpp", "files/check.cpp"),
    "river-locks": ("input_validators/validate.py", None),
    "lift-shaft": (None, None),
}
RIGHT = {"accepted", "right", "ac", "sol", "std", "main", "correct"}
SUFFIXES = {".cpp", ".py", ".c"}


class Problem:
    def __init__(self, name, work, patience):
        self.root, self.work, self.patience = HERE / name, work, patience
        self.validator, self.checker = PROBLEMS[name]
        self.failing = {file.stem: file for file in sorted((HERE / "failing" / name).iterdir())}
        files = [file for file in sorted(self.root.rglob("*")) if file.suffix in SUFFIXES]
        self.wrong = {file.stem: file for file in files if file.stem in self.failing}
        self.right = [file for file in files if self.is_right(file)]
        self.main = next((file for file in self.right if file.stem in ("sol", "std", "main")), self.right[0])
        self.programs = {}

    def is_right(self, file):
        """By the folder, or the first word of the name; what the description of a Polygon problem says is in it too."""
        described = file.with_name(file.name + ".desc")
        if described.exists():
            return described.read_text().split("Tag: ")[1].split()[0] in ("MAIN", "ACCEPTED")
        is_named = file.parent.name in ("solutions", "sols") or file.parent == self.root
        return file.parent.name in RIGHT or is_named and file.stem.split("_")[0] in RIGHT

    def build(self):
        tools = [self.root / tool for tool in (self.validator, self.checker) if tool]
        files = [*self.wrong.values(), *self.right, *tools]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            self.programs = dict(zip(files, pool.map(self.compile, range(len(files)), files)))

    def compile(self, number, file):
        if file.suffix == ".py":
            return [sys.executable, str(file)]
        binary = self.work / f"program{number}"
        compiler = ["g++", "-std=gnu++17"] if file.suffix == ".cpp" else ["gcc", "-std=gnu17"]
        subprocess.run([*compiler, "-O2", "-w", "-I", TESTLIB, "-o", binary, file, "-lm"], check=True)
        return [str(binary)]

    def verdict(self, solution, input, answer):
        """What becomes of a solution, and the seconds that it took."""
        cpu = int(LIMIT * self.patience)
        limit = lambda: resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu))
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        output = self.work / "output"
        with open(input, "rb") as stdin, open(output, "wb") as stdout:
            code = subprocess.run(self.programs[solution], stdin=stdin, stdout=stdout, stderr=subprocess.DEVNULL,
                                  preexec_fn=limit).returncode
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        if seconds > LIMIT:
            return "TLE", seconds
        if code != 0:
            return "RTE", seconds
        if answer is None:
            return "AC", seconds
        if self.checker is None:
            return ("AC" if output.read_bytes().split() == answer.read_bytes().split() else "WA"), seconds
        argv = [*self.programs[self.root / self.checker], input, output, answer]
        code = subprocess.run(argv, stderr=subprocess.DEVNULL).returncode
        return {0: "AC", 1: "WA", 2: "WA"}.get(code, "FAIL"), seconds

    def is_valid(self, input):
        if self.validator is None:
            return True
        with open(input, "rb") as stdin:
            done = subprocess.run(self.programs[self.root / self.validator], stdin=stdin, capture_output=True)
        return done.returncode == (42 if self.validator.endswith(".py") else 0)

    def prove(self):
        """What does not hold."""
        faults = [f"no solution is called {name}" for name in self.failing if name not in self.wrong]
        self.build()
        for name, solution in self.wrong.items():
            input, answer = self.work / f"{name}.in", self.work / f"{name}.ans"
            input.write_bytes(self.given(self.failing[name]))
            if not self.is_valid(input):
                faults.append(f"{name}: the input is invalid")
            faults += self.judge_on(name, solution, input, answer)
        return faults

    def given(self, file):
        if file.suffix == ".in":
            return file.read_bytes()
        return subprocess.run([sys.executable, file], capture_output=True, check=True).stdout

    def judge_on(self, name, solution, input, answer):
        self.verdict(self.main, input, None)
        (self.work / "output").replace(answer)
        found, spent = self.verdict(solution, input, answer)
        print(f"  {name:24} {found:4} {spent:6.2f} s   {input.stat().st_size} bytes")
        faults = [] if found in ("WA", "TLE", "RTE") else [f"{name}: {found}"]
        for right in self.right:
            verdict, seconds = self.verdict(right, input, answer)
            if verdict != "AC" or seconds > LIMIT / 2:
                faults.append(f"{name}: {right.name} comes to {verdict} in {seconds:.2f} s")
        return faults


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--patience", default=4, type=float, help="stop a run after this many time limits")
    parser.add_argument("problems", nargs="*")
    options = parser.parse_args()
    bad = False
    for name in options.problems or PROBLEMS:
        print(name)
        with tempfile.TemporaryDirectory() as work:
            faults = Problem(name, pathlib.Path(work), options.patience).prove()
        for fault in faults:
            print(f"  !! {fault}")
        bad = bad or bool(faults)
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
