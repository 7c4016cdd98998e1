#!/usr/bin/env python3
"""An independent judge for the example problems, for checking the real one.

It reads nothing but the hand-written PROBLEM.json files next to it (which name every program, command and
test), needs g++, gcc, this Python and the folder that holds testlib.h, and shares no code with the project.
What a validator in checktestdata accepts is what `inputs.py` says of the problem's format. If this Python has the
package `checktestdata` of PyPI, it must say the same of every input. What groups come to is worked out by `grading.py`.

    verdicts.py --check [PROBLEM...]     judge again and compare with the committed PROBLEM.expected.json
    verdicts.py --write [PROBLEM...]     judge and write PROBLEM.expected.json

A problem of a contest is CONTEST/PROBLEM.

Both fail when something is not as the description says: a test the validator rejects, an invalid input it
accepts, a label that does not hold, a false positive or negative that is not a planted one, a judge error.
"""

import argparse
import concurrent.futures
import functools
import hashlib
import importlib.util
import json
import math
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading

import grading
import inputs
import outputs

HERE = pathlib.Path(__file__).resolve().parent
PROBLEMS = HERE.parent / "problems"
WORST_FIRST = ["FAIL", "CE", "RTE", "MLE", "OLE", "TLE", "WA", "PE", "AC"]
TESTLIB_EXITS = {0: "AC", 1: "WA", 2: "PE", 3: "FAIL", 4: "PE", 8: "PE"}
TOOL_SECONDS = 20


class Run:
    """How one process ended."""

    def __init__(self, status, usage):
        self.code = os.waitstatus_to_exitcode(status)
        self.cpu = usage.ru_utime + usage.ru_stime
        self.memory_kb = usage.ru_maxrss


class Judge:
    def __init__(self, name, testlib, patience):
        self.name = name
        self.about = json.loads((HERE / f"{name}.json").read_text())
        self.root = PROBLEMS / name
        self.testlib = testlib
        self.limit = self.about["time_limit_ms"] / 1000
        self.memory_kb = self.about["memory_limit_mb"] * 1024
        self.patience = patience
        self.complaints = []
        self.slowest = (0, "")  # of the cells that are not TLE
        self.fastest_tle = (math.inf, "")
        self.largest = (0, "")
        self.smallest_mle = (math.inf, "")

    # -- building ---------------------------------------------------------------------------------------

    def build(self):
        """Compiles every program of the description; self.argv[path] starts it."""
        about = self.about
        paths = {source(path) for path in about.get("generators", {}).values()}
        self.parts = {source(path): path for path in about.get("generators", {}).values() if isinstance(path, list)}
        self.parts |= about.get("parts", {})
        self.write_files()
        paths |= {validator["path"] for validator in about["validators"]}
        paths |= {solution["path"] for solution in about["solutions"]}
        if "path" in about["checker"]:
            paths.add(about["checker"]["path"])
        paths = sorted(paths)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            self.argv = dict(zip(paths, pool.map(self.compile, range(len(paths)), paths)))

    def write_files(self):
        """Goes on in a copy of the folder, and of what lies around it, with files that its tool would write there."""
        written = self.about.get("written_files", {})
        if written:
            top = pathlib.Path(self.name).parts[0]
            shutil.copytree(PROBLEMS / top, self.work / "copy" / top)
            self.root = self.work / "copy" / self.name
        for path, lines in written.items():
            (self.root / path).write_text("".join(line + "\n" for line in lines))

    def compile(self, number, path):
        file = self.root / path
        if file.suffix == ".py":
            return [sys.executable, str(file)]
        if file.suffix == ".ctd":
            return [sys.executable, "-m", "checktestdata", str(file)]
        binary = self.work / f"program{number}"
        compiler = {".cpp": ["g++", "-std=gnu++17"], ".c": ["gcc", "-std=gnu17"]}[file.suffix]
        sources = [str(self.root / part) for part in self.parts.get(path, [path])]
        command = [*compiler, "-O2", "-w", *self.includes(), "-o", str(binary), *sources, "-lm"]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"{self.name}: {path} does not compile\n{done.stderr}")
        return [str(binary)]

    def includes(self):
        places = [str(self.root / place) for place in self.about.get("include", [])] + [str(self.testlib)]
        return [word for place in places for word in ("-I", place)]

    # -- tests ------------------------------------------------------------------------------------------

    def make_tests(self):
        self.tests = []
        for test in self.about["tests"]:
            test = dict(test)
            if "command" in test:
                program, *arguments = test["command"].split()
                command = self.argv[source(self.about["generators"][program])] + arguments
                done = subprocess.run(command, capture_output=True, timeout=TOOL_SECONDS)
                if done.returncode != 0:
                    sys.exit(f"{self.name}: {test['command']} exits with {done.returncode}: {done.stderr.decode()}")
                data = done.stdout
            elif "written" in test:
                data = self.written_by(test["written"])[test["file_name"]]
            elif "rule" in test:
                data = self.make_by_rule(test)
            elif "text" in test:
                data = test["text"].encode()
            else:
                data = (self.root / test["input"]).read_bytes()
                if self.about.get("windows_line_ends"):
                    data = data.replace(b"\r\n", b"\n")
            if "header" in self.about:
                data = (self.root / self.about["header"]).read_bytes() + data
            test["file"] = self.work / f"test{len(self.tests)}.in"
            test["file"].write_bytes(data)
            test["data"] = data
            test["valid"] = self.is_valid(test["file"], test.get("validator_args", []), test["id"])
            if not test["valid"]:
                self.complaints.append(f"test {test['id']} is invalid")
            if "answer_text" in test:
                test["answer_file"] = self.work / f"test{len(self.tests)}.ans"
                test["answer_file"].write_text(test["answer_text"])
            elif "answer" in test:
                test["answer_file"] = self.root / test["answer"]
            elif self.about["checker"]["kind"] not in ("interactor", "manager"):
                test["answer_file"] = self.work / f"test{len(self.tests)}.ans"
                run = self.run(self.argv[self.about["main"]], test["file"], test["answer_file"])
                if run.code != 0:
                    self.complaints.append(f"the main solution exits with {run.code} on test {test['id']}")
            self.tests.append(test)
        for case in self.about.get("invalid_inputs", []):
            case = case if isinstance(case, dict) else {"path": case, "args": []}
            if self.is_valid(self.root / case["path"], case["args"], None):
                self.complaints.append(f"the validators accept {case['path']}")
        for path in self.about.get("valid_inputs", []):
            if not self.is_valid(self.root / path, [], path):
                self.complaints.append(f"the validators reject {path}")
        for case in self.about.get("checker_tests", []):
            files = [self.root / case[key] for key in ("input", "output", "answer")]
            found, _ = self.check(*files, case.get("args", []))
            if found != case["verdict"]:
                self.complaints.append(f"the checker says {found} to {case['output']}, not {case['verdict']}")

    @functools.cache
    def written_by(self, program):
        """The files that a program leaves in a folder of its own, by their names."""
        with tempfile.TemporaryDirectory(dir=self.work) as folder:
            argv = [os.path.abspath(word) for word in self.argv[self.about["generators"][program]]]
            subprocess.run(argv, check=True, timeout=TOOL_SECONDS, cwd=folder)
            return {path.name: path.read_bytes() for path in pathlib.Path(folder).iterdir()}

    def make_by_rule(self, test):
        """A rule of generators.yaml: a seed out of its text, a folder of its own, and files that it may write there."""
        count = test.get("count", 1)
        text = test.get("salt", "") + (f":{count - 1}" if count != 1 else "") + test["rule"].strip()
        seed = int(hashlib.sha512(text.encode()).hexdigest(), 16) % 2**31
        for attempt in range(test.get("retries", 1)):
            with tempfile.TemporaryDirectory(dir=self.work) as folder:
                words = re.sub(r"\{seed(:[0-9]+)?\}", str((seed + attempt) % 2**31), test["rule"]).split()
                command = self.argv[source(self.about["generators"][words[0]])] + words[1:]
                done = subprocess.run(command, capture_output=True, timeout=TOOL_SECONDS, cwd=folder)
                if done.returncode != 0:
                    continue
                files = {path.suffix: path.read_bytes() for path in pathlib.Path(folder).glob("testcase.*")}
                if ".ans" in files:
                    test["answer_text"] = files[".ans"].decode()
                return files.get(".in", done.stdout)
        sys.exit(f"{self.name}: {test['rule']} fails: {done.stderr.decode()}")

    def is_valid(self, file, arguments, name):
        for validator in self.about["validators"]:
            if name is not None and name not in validator.get("tests", [name]):
                continue
            if validator["path"].endswith(".ctd"):
                if not self.is_described(validator["path"], file, name):
                    return False
                continue
            # One that is given the name of a file gets nothing on its standard input.
            args = [str(file) if word == "FILE" else word for word in validator.get("args", []) + arguments]
            argv = [os.path.abspath(word) if os.path.exists(word) else word for word in self.argv[validator["path"]]] + args
            directory = self.root / validator["directory"] if "directory" in validator else None
            with open(os.devnull if str(file) in args else file, "rb") as stdin:
                done = subprocess.run(argv, stdin=stdin, capture_output=True, timeout=TOOL_SECONDS, cwd=directory)
            if done.returncode != validator["accepts"]:
                if name is not None:
                    print(f"{self.name}: {name}: {(done.stdout + done.stderr).decode(errors='replace').strip()}")
                return False
        return True

    def is_described(self, program, file, name):
        """Whether an input has the format that a program in checktestdata describes."""
        fault = inputs.fault(self.name, file.read_bytes())
        if fault is not None and name is not None:
            print(f"{self.name}: {name}: {fault}")
        if importlib.util.find_spec("checktestdata"):
            done = subprocess.run(self.argv[program] + [str(file)], capture_output=True, timeout=TOOL_SECONDS)
            if done.returncode != (1 if fault else 0):
                said = (done.stdout + done.stderr).decode(errors="replace").strip()
                self.complaints.append(f"{program} and inputs.py disagree on {file.name}: {said}; {fault}")
        return fault is None

    # -- running ----------------------------------------------------------------------------------------

    def limits(self):
        cpu = math.ceil(self.limit * self.patience)
        resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu + 1))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 26, 1 << 26))
        # Roomy on purpose: what was really touched decides.
        resource.setrlimit(resource.RLIMIT_AS, (self.memory_kb * 1024 * 8 + (1 << 31),) * 2)

    def start(self, argv, stdin, stdout):
        process = subprocess.Popen(argv, stdin=stdin, stdout=stdout, stderr=subprocess.DEVNULL, cwd=self.work,
                                   preexec_fn=self.limits)
        # By the clock there is far more room: a busy machine may give a run a tenth of a core.
        wall = self.limit * max(self.patience, 10) * 4 + 5
        watch = threading.Timer(wall, lambda: os.kill(process.pid, signal.SIGKILL))
        watch.start()
        return process, watch

    def finish(self, process, watch):
        _, status, usage = os.wait4(process.pid, 0)
        watch.cancel()
        process.returncode = 0  # it is reaped: Popen must not wait for it again
        return Run(status, usage)

    def run(self, argv, stdin, stdout):
        with open(stdin, "rb") as source, open(stdout, "wb") as sink:
            return self.finish(*self.start(argv, source, sink))

    def own_failure(self, run, cell):
        """What the solution did wrong by itself, before anybody looks at its output."""
        over = run.memory_kb / self.memory_kb
        if over > 1:
            self.smallest_mle = min(self.smallest_mle, (over, cell))
            return "MLE"
        share = run.cpu / self.limit
        # Killed at the limit, a run may have been charged a little less.
        if share > 1 or run.code == -signal.SIGXCPU:
            self.fastest_tle = min(self.fastest_tle, (share, cell))
            return "TLE"
        self.slowest = max(self.slowest, (share, cell))
        self.largest = max(self.largest, (over, cell))
        return "RTE" if run.code != 0 else None

    def judge(self, solution, test):
        """The verdict, and what files the checker leaves."""
        cell = f"{solution} on {test['id']}"
        if self.about["checker"]["kind"] == "interactor":
            return self.interact(solution, test, cell), {}
        if self.about["checker"]["kind"] == "manager":
            return self.talk(solution, test, cell)
        output = self.work / "output"
        run = self.run(self.argv[solution], test["file"], output)
        failure = self.own_failure(run, cell)
        if failure:
            return failure, {}
        return self.check(test["file"], output, test["answer_file"], test.get("checker_args", []))

    def interact(self, solution, test, cell):
        to_solution, from_solution = os.pipe(), os.pipe()
        referee = self.argv[self.about["checker"]["path"]] + [str(test["file"]), str(self.work / "tout")]
        first = self.start(referee, from_solution[0], to_solution[1])
        second = self.start(self.argv[solution], to_solution[0], from_solution[1])
        for end in to_solution + from_solution:
            os.close(end)
        run = self.finish(*second)
        said = TESTLIB_EXITS.get(self.finish(*first).code, "FAIL")
        if said == "WA":
            return said
        if run.code == -signal.SIGPIPE:
            run.code = 0
        return self.own_failure(run, cell) or said

    def talk(self, solution, test, cell):
        """A solution and a manager of CMS or tps: each is given the pipe that it reads and the one that it writes."""
        with tempfile.TemporaryDirectory(dir=self.work) as folder:
            pipes = [os.path.join(folder, name) for name in ("from_solution", "to_solution")]
            for pipe in pipes:
                os.mkfifo(pipe)
            printed = self.work / "printed"
            with open(test["file"], "rb") as input, open(printed, "wb") as output:
                first = self.start(self.argv[self.about["checker"]["path"]] + pipes, input, output)
                second = self.start(self.argv[solution] + pipes[::-1], subprocess.DEVNULL, subprocess.DEVNULL)
            run = self.finish(*second)
            manager = self.finish(*first)
        failure = self.own_failure(run, cell)
        if failure or manager.code != 0:
            return failure or "FAIL", {}
        share = float(printed.read_text().split("\n")[0])
        return "AC" if share >= 1 else "WA", {"share": str(share)}

    # -- checkers ---------------------------------------------------------------------------------------

    def check(self, input, output, answer, arguments):
        """The verdict, and what files the checker leaves."""
        checker = self.about["checker"]
        kind = checker["kind"]
        if kind == "testlib":
            argv = self.argv[checker["path"]] + [str(input), str(output), str(answer)]
            done = subprocess.run(argv, capture_output=True, timeout=TOOL_SECONDS)
            return TESTLIB_EXITS.get(done.returncode, "FAIL"), {}
        if kind == "cms":
            argv = self.argv[checker["path"]] + [str(input), str(answer), str(output)]
            done = subprocess.run(argv, capture_output=True, text=True, timeout=TOOL_SECONDS)
            share = float(done.stdout.split("\n")[0])
            return "AC" if share >= 1 else "WA", {"share": str(share)}
        if kind == "kattis":
            with tempfile.TemporaryDirectory(dir=self.work) as feedback, open(output, "rb") as stdin:
                argv = self.argv[checker["path"]] + [str(input), str(answer), feedback + "/", *arguments]
                done = subprocess.run(argv, stdin=stdin, capture_output=True, timeout=TOOL_SECONDS)
                files = {path.name: path.read_text() for path in pathlib.Path(feedback).iterdir()}
            return {42: "AC", 43: "WA"}.get(done.returncode, "FAIL"), files
        if kind == "printed":
            argv = self.argv[checker["path"]] + [str(input), str(output), str(answer)]
            done = subprocess.run(argv, capture_output=True, text=True, timeout=TOOL_SECONDS)
            lines = done.stdout.splitlines() + ["", "", ""]
            if done.returncode > 2 or done.returncode < 0:
                return "FAIL", {}
            return ("AC", {"share": float(lines[2] or 100) / 100}) if lines[0].strip() == "OK" else ("WA", {})
        expected = pathlib.Path(answer).read_bytes().split()
        found = pathlib.Path(output).read_bytes().split()
        if kind == "tokens":
            return "AC" if expected == found else "WA", {}
        if kind == "tokens_any_case":
            return "AC" if [t.lower() for t in expected] == [t.lower() for t in found] else "WA", {}
        if kind == "reals":
            return outputs.compare_reals(expected, found, checker["tolerance"]), {}
        if kind == "tolerance":
            return "AC" if outputs.is_near(expected, found, checker) else "WA", {}
        sys.exit(f"{self.name}: no such checker: {kind}")

    # -- the table --------------------------------------------------------------------------------------

    def table(self):
        with tempfile.TemporaryDirectory() as work:
            self.work = pathlib.Path(work)
            self.build()
            self.make_tests()
            solutions = self.about["solutions"]
            cells = [[self.judge(s["path"], test) for test in self.tests] for s in solutions]
        rows = [[verdict for verdict, _ in row] for row in cells]
        result = self.summary(rows)
        if "scoring" in self.about:
            result["groups"] = grading.declared(self.about)
            result["graded"] = {s["path"]: self.grade(s, row) for s, row in zip(solutions, cells)}
        self.compare_labels(rows, cells, result.get("graded", {}))
        return result

    def grade(self, solution, row):
        try:
            return grading.results(self.about, *zip(*row))
        except grading.JudgeError as error:
            self.complaints.append(f"{solution['path']}: a judge error: {error}")
            return {}

    def compare_labels(self, rows, cells, graded):
        """Holds what is wanted of groups, scores and messages against what came of it."""
        unmet = []
        for solution, row, files in zip(self.about["solutions"], rows, cells):
            path = solution["path"]
            for group, wanted in solution.get("groups", {}).items():
                wanted = {"permitted": wanted} if isinstance(wanted, list) else wanted
                inside = grading.tests_of(self.about, group)
                seen = {v for v, test in zip(row, self.tests) if test["id"] in inside}
                required = set(wanted.get("required", seen))
                if not seen <= set(wanted.get("permitted", seen)) or not seen & required:
                    unmet.append(f"{path} in {group}")
            result = graded.get(path, {})
            scores = {one["name"]: one["score"] for one in result.get("groups", [])} | {None: result.get("score")}
            wishes = {name: wanted["score"] for name, wanted in solution.get("groups", {}).items() if "score" in wanted}
            for name, score in (wishes | ({None: solution["score"]} if "score" in solution else {})).items():
                low, high = score if isinstance(score, list) else (score, score)
                if not low <= scores[name] <= high:
                    unmet.append(f"{path} scores {scores[name]}" + (f" in {name}" if name else ""))
            message = solution.get("message", "")
            if message and not any(message in left.get("judgemessage.txt", "") for _, left in files):
                unmet.append(f"{path} without {message}")
        planted = self.about["planted"].get("unmet", [])
        if sorted(unmet) != sorted(planted):
            self.complaints.append(f"unmet: {sorted(unmet)}, planted: {sorted(planted)}")

    def summary(self, rows):
        solutions, verdicts, pools = [], {}, {"plus": [], "minus": []}
        tle_only = []
        for solution, row in zip(self.about["solutions"], rows):
            path, permitted, required = solution["path"], solution["permitted"], solution["required"]
            counted = [v for v, test in zip(row, self.tests) if test["valid"] and v not in ("FAIL", "SK")]
            if "FAIL" in row:
                self.complaints.append(f"the checker fails on {path}")
            passes = all(v == "AC" for v in counted)
            kind = None
            if counted and permitted == ["AC"]:
                kind = "true_positive" if passes else "false_negative"
                pools["plus"].append((passes, path))
            elif counted and (required or "AC" not in permitted):
                kind = "false_positive" if passes else "true_negative"
                pools["minus"].append((passes, path))
                if not passes and set(counted) <= {"AC", "TLE"}:
                    tle_only.append(path)
            met = set(row) <= set(permitted) and (not required or bool(set(row) & set(required)))
            planted = path in self.about["planted"]["false_positives"] + self.about["planted"]["false_negatives"]
            if met == planted:
                self.complaints.append(f"{path} sees {sorted(set(row))}, its label wants {permitted} with {required}")
            solutions.append({
                "path": path, "permitted": permitted, "required": required,
                "verdict": next(v for v in WORST_FIRST if v in row), "class": kind, "expectation_met": met,
            })
            verdicts[path] = row
        minus, plus = pools["minus"], pools["plus"]
        result = {
            "problem": self.name,
            "main": self.about["main"],
            "tests": [{"id": t["id"], "bytes": len(t["data"]), "sha256": hashlib.sha256(t["data"]).hexdigest(),
                       "valid": t["valid"]} for t in self.tests],
            "solutions": solutions,
            "verdicts": verdicts,
            "tpr": share([passes for passes, _ in plus]),
            "tnr": share([not passes for passes, _ in minus]),
            "false_positives": sorted(path for passes, path in minus if passes),
            "false_negatives": sorted(path for passes, path in plus if not passes),
            "tle_only_kills": sorted(tle_only),
        }
        for what in ("false_positives", "false_negatives"):
            if result[what] != sorted(self.about["planted"][what]):
                self.complaints.append(f"{what}: {result[what]}, planted: {self.about['planted'][what]}")
        return result


def source(path):
    """The file that a program begins with; one that is built of several is a list."""
    return path[0] if isinstance(path, list) else path


def share(flags):
    return sum(flags) / len(flags) if flags else None


def as_text(result):
    """JSON with one test, solution, group or row of verdicts a line."""
    lines = []
    for key, value in result.items():
        if key in ("tests", "solutions", "groups"):
            inner = ",\n".join("    " + json.dumps(item) for item in value)
            lines.append(f'  "{key}": [\n{inner}\n  ]')
        elif key in ("verdicts", "graded"):
            inner = ",\n".join(f"    {json.dumps(path)}: {json.dumps(row)}" for path, row in value.items())
            lines.append(f'  "{key}": {{\n{inner}\n  }}')
        else:
            lines.append(f'  "{key}": {json.dumps(value)}')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def show(judge, result):
    ids = [test["id"] for test in result["tests"]]
    width = max(len(path) for path in result["verdicts"])
    print(f"\n{judge.name}: tests {' '.join(ids)}")
    for solution in result["solutions"]:
        row = " ".join(f"{v:3}" for v in result["verdicts"][solution["path"]])
        graded = result.get("graded", {}).get(solution["path"])
        score = f"  {graded['score']} of {graded['max_score']}" if graded else ""
        print(f"  {solution['path']:{width}}  {row}  {solution['class'] or '-'}{score}")
    print(f"  TPR {result['tpr']}  TNR {result['tnr']}")
    for what, (value, cell) in (("slowest within the limit", judge.slowest), ("fastest beyond it", judge.fastest_tle),
                                ("largest within the memory limit", judge.largest),
                                ("smallest beyond it", judge.smallest_mle)):
        if cell:
            print(f"  {what}: {value:.3f} of it, {cell}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    mode = parser.add_mutually_exclusive_group(required=True)
    mode.add_argument("--check", action="store_true")
    mode.add_argument("--write", action="store_true")
    parser.add_argument("--testlib", default=HERE.parent.parent / "testlib", type=pathlib.Path,
                        help="the folder that holds testlib.h")
    parser.add_argument("--patience", default=1, type=float,
                        help="stop a run after this many time limits (20 shows how clear the TLE cells are)")
    parser.add_argument("problems", nargs="*")
    options = parser.parse_args()
    names = options.problems or sorted(
        str(path.relative_to(HERE).with_suffix("")) for path in HERE.rglob("*.json") if ".expected" not in path.name
    )

    bad = False
    for name in names:
        judge = Judge(name, options.testlib.resolve(), options.patience)
        result = judge.table()
        show(judge, result)
        path = HERE / f"{name}.expected.json"
        if options.write:
            path.write_text(as_text(result))
        elif as_text(result) != path.read_text():
            judge.complaints.append(f"{path.name} does not hold any more")
        for complaint in judge.complaints:
            print(f"  !! {complaint}")
        bad = bad or bool(judge.complaints)
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
