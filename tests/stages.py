#!/usr/bin/env python3
"""Runs the stages of the test command, as many at once as there are cores, and goes on when one fails.

usage: stages.py all|quick [--budget SECONDS] [--only NAME[,NAME...]] [--part K/N] [--list]

A stage is a command with a name; it says how many cores it keeps busy and which stages must have passed before it. Those
that mostly wait, as editors do, go one after the other beside the rest. Each is a session of its own, so that the system
shares the cores between stages and not between processes. What a stage prints is kept in
target/stages/NAME.log, and shown when it fails. At the end stands a table of what each has cost: seconds by the clock, and
of CPU time. Exit status: 0 when everything passed, 1 otherwise.

Much of what the tests do they do alike for each example, format, language or standard. With --part K/N only the Kth of N
parts of that is done: where it runs each day, another one each time.
"""

import argparse
import contextlib
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TARGET = Path(os.environ.get("CARGO_TARGET_DIR") or ROOT / "target").resolve()
LOGS = TARGET / "stages"
BINARY = TARGET / "debug" / "touchstone"
# Where compilers find a linker before the system's.
LINKER = LOGS / "linker"
# What Rust tests that pass have to say.
GATHERED = LOGS / "remarks"
# Languages that could not be installed.
MISSING = LOGS / "languages-missing"
N_CORES = os.cpu_count() or 1
# How many cores a stage keeps busy, beside plain numbers.
ALL = 1 << 10
# It waits often enough that one more stage has room beside it.
MOST = max(1, N_CORES - 1)
WAITS = 0


@dataclass
class Stage:
    """A command, and what it needs."""

    name: str
    command: list[str]
    protects: str
    cores: int = 1
    after: list[str] = field(default_factory=list)
    # Two where a browser, a terminal or a network may fail by chance on a busy machine: what is wrong fails twice.
    n_tries: int = 1


@dataclass
class Outcome:
    """How a stage ended."""

    state: str
    wall_s: float = 0.0
    cpu_s: float = 0.0
    remarks: list[str] = field(default_factory=list)


# What tests/all.sh has built for itself.
os.environ["PATH"] = f"{TARGET / 'tools' / 'bin'}{os.pathsep}{os.environ.get('PATH', '')}"

# Keeps all cores busy to the end, and tells of each test; without it cargo's own runner does.
HAS_NEXTEST = shutil.which("cargo-nextest") is not None


# Tests that do the same for each example, format, language or level of the sandbox; the usual level is always tried.
ALIKE = """
    test(/^(after_the_matrix|answers_packages|examples|export|formats|habits|hostile|languages)::/)
    - test(=hostile::as_an_ordinary_user)
"""


@dataclass
class Part:
    """The Kth of N parts."""

    k: int = 1
    n: int = 1

    def of(self, things: list[str]) -> list[str]:
        return things[self.k - 1 :: self.n]


def rust_tests_in_parts(part: Part) -> list[str]:
    """The command that runs the Rust tests; of those that are alike only a part."""
    if part.n == 1 or not HAS_NEXTEST:
        return rust_tests()
    some = [*rust_tests(ALIKE), "--partition", f"count:{part.k}/{part.n}"]
    both = f"{shlex.join(some)}; first=$?; {shlex.join(rust_tests(f'not ({ALIKE})'))} && exit $first"
    return ["bash", "-c", both]


def rust_tests(chosen: str = "") -> list[str]:
    """The command that runs the Rust tests, or some of them; of those cargo's own runner runs the units alone."""
    if not HAS_NEXTEST:
        units = ["--lib", "--bins"] if chosen else []
        return ["cargo", "test", "--workspace", *units, "--no-fail-fast", "--quiet"]
    told = ["--no-fail-fast", "--status-level", "retry", "--final-status-level", "slow", "--cargo-quiet"]
    # One more than there are cores, since tests wait for what they start.
    told += ["--test-threads", str(N_CORES + 1)]
    # As polite as the server's judge is, so that neither starves the other where sessions are not told apart.
    return ["nice", "-n", "10", "cargo", "nextest", "run", "--workspace", *told, *(["-E", chosen] if chosen else [])]


def knowing_languages(command: list[str]) -> list[str]:
    """The same command; it is told which languages could not be installed."""
    told = 'told=$(cat "$0") || exit 1; export TOUCHSTONE_LANGUAGES_MISSING="$told"; exec "$@"'
    return ["bash", "-c", told, str(MISSING), *command]


def where_there_is(tool: str, stage: Stage) -> list[str]:
    """The command of a stage; where the tool cannot be had, that is said instead."""
    told = 'command -v "$0" >/dev/null || { echo "NOT TRIED, there is no $0: $1"; exit 0; }; shift; exec "$@"'
    return ["bash", "-c", told, tool, stage.name, *stage.command]


def golden(name: str, *args: str) -> Stage:
    command = ["python3", "testlib/tests/golden/run.py", "testlib", "--jobs", "1", "--set", *args]
    return Stage(f"golden {name}", command, "testlib.h does what was recorded")


def rust_stages() -> list[Stage]:
    # One graph for all: the binary under test is made of what its tests are made of.
    build = "cargo build --quiet --workspace --bin touchstone && cargo test --quiet --workspace --all-targets --no-run"
    return [
        Stage("formatting", ["cargo", "fmt", "--all", "--", "--check"], "one style of Rust"),
        Stage("build", ["bash", "-c", build], "everything compiles; makes the binary under test", ALL),
        Stage("lints", ["tests/lints.sh"], "clippy has nothing to say; who may touch files and start processes", ALL, ["build"]),
    ]


def header_stages(part: Part) -> list[Stage]:
    python = "python3"
    # Two cases show in which order g++ evaluates arguments, and what its isdigit gives.
    left_out = ["--except", "opts/idx_out,compat_includes/all"]
    clang = golden("clang++", "public", "--cxx", "clang++", "--opt=-O0", "--precompiled", *left_out)
    clang.command = where_there_is("clang++", clang)
    clang.after = ["tools"]
    others = [golden(std, "public", "--std", std, "--opt=-O0", "--precompiled") for std in STANDARDS if std != "c++17"]
    # The longest come first, so that no core is left over in the end.
    return [
        Stage("header joined", [python, "testlib/join.py", "--check"], "testlib.h is what its parts make"),
        Stage(
            "telling cases", [python, "testlib/tests/golden/checkers/telling.py", "--check"], "the tool has the cases chosen"
        ),
        Stage(
            "backwards",
            [python, "testlib/tests/generative/run.py", "testlib", "--jobs", "1", "--part", f"{part.k}/{part.n}"],
            "validators run backwards",
        ),
        Stage(
            "header hygiene",
            [python, "testlib/tests/hygiene.py", "testlib", "--std", ",".join(part.of(STANDARDS))],
            "no warning in any standard or form",
            after=["tools"],
        ),
        Stage(
            "oracle",
            [python, "tests/oracle/verdicts.py", "--check", *(judged_problems(part) if part.n > 1 else [])],
            "the independent judge agrees with its tables",
        ),
        golden("c++17", "public", "--precompiled"),
        *part.of([clang, *others, golden("c++17 split", "public", "--split")]),
        Stage(
            "checkers",
            [python, "testlib/tests/golden/checkers/run_checkers.py", "testlib/checkers", "testlib", "--jobs", "1"],
            "the standard checkers as C++ sources do what was recorded",
        ),
        Stage(
            "header fuzz",
            [python, "testlib/tests/fuzz/run.py", "testlib", "--jobs", "1"],
            "random input breaks nothing",
            after=["tools"],
        ),
        golden("own", "../own"),
        Stage("random values", [python, "testlib/tests/vectors.py", "testlib"], "worked values of the random generator"),
    ]


STANDARDS = ["c++11", "c++14", "c++17", "c++20", "c++23"]


def judged_problems(part: Part) -> list[str]:
    """Some of the problems of which the independent judge has tables."""
    tables = (ROOT / "tests" / "oracle").rglob("*.expected.json")
    return part.of(sorted(str(table.relative_to(ROOT / "tests" / "oracle")).removesuffix(".expected.json") for table in tables))


def all_stages(part: Part) -> list[Stage]:
    built = ["build", "tools"]
    systems = ["windows", "macos"] if part.n == 1 else [["windows", "macos"][part.k % 2]]
    return [
        *rust_stages(),
        # Beside the build.
        Stage("tools", ["tests/tools.sh", str(MISSING)], "compilers of other languages are there", WAITS),
        Stage("VS Code", ["editors/code/test.sh", str(BINARY)], "the extension in the real editor", WAITS, built),
        Stage("Neovim", ["editors/nvim/test.sh"], "the plugin in a real Neovim", WAITS, built, 2),
        Stage("second client", ["tests/conformance/run.sh"], "the protocol, as pytest-lsp speaks it", WAITS, built, 2),
        Stage("reports", ["tests/reports/run.sh"], "other programs, and a browser, read what is written", WAITS, built, 2),
        Stage("Rust tests", knowing_languages(rust_tests_in_parts(part)), "units, protocol, end to end, house rules", MOST, built),
        Stage("other systems", ["tests/other-systems.sh", *systems], "the code compiles for Windows and macOS", 1, built),
        Stage("model server", ["tests/model-server/run.sh"], "a real server of language models answers", 1, built, 2),
        Stage("checktestdata", ["tests/checktestdata/run.sh"], "random programs do as in another implementation", 1, built, 2),
        *header_stages(part),
    ]


# A slice: whole programs, the command line alone in a folder, the server beside it, one example.
QUICK = """
    kind(lib) + kind(bin) + binary(protocol) + binary(integration)
    + test(/^(tidy|codes|verdicts|alone|lsp::agrees)::/) + test(=formats::plain) + test(=examples::two_parcels)
"""


def quick_stages() -> list[Stage]:
    if not HAS_NEXTEST:
        print("NOT TRIED, there is no cargo-nextest: all but unit tests")
    return [
        *rust_stages(),
        Stage("header joined", ["python3", "testlib/join.py", "--check"], "testlib.h is what its parts make"),
        Stage("Rust tests", rust_tests(QUICK), "units, protocol, a slice end to end", ALL, ["build"]),
    ]


class Runner:
    """Starts stages as cores come free, in their order."""

    def __init__(self, stages: list[Stage], environment: dict[str, str]):
        self.waiting = list(stages)
        self.environment = environment
        self.outcomes: dict[str, Outcome] = {}
        self.n_free = N_CORES
        self.under_way: list[Stage] = []
        self.processes: list[subprocess.Popen] = []
        self.changed = threading.Condition()
        self.is_stopped = False

    def run(self) -> dict[str, Outcome]:
        with self.changed:
            self.start_what_fits()
            while self.under_way:
                self.changed.wait()
                self.start_what_fits()
        return self.outcomes

    def stop(self) -> None:
        """Ends what runs: signals to this process reach none of these sessions."""
        self.is_stopped = True
        with self.changed:
            self.waiting.clear()
        for kind in (signal.SIGTERM, signal.SIGKILL):
            for process in list(self.processes):
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, kind)
            with self.changed:
                if self.changed.wait_for(lambda: not self.under_way, timeout=10):
                    return

    def start_what_fits(self) -> None:
        is_behind = False
        for stage in list(self.waiting):
            before = [self.outcomes.get(name) for name in stage.after]
            if any(outcome and outcome.state != "passed" for outcome in before):
                self.waiting.remove(stage)
                self.end(stage, Outcome("not run", remarks=["a stage that it needs has not passed"]))
            elif not all(before):
                continue
            elif stage.cores == WAITS:
                if all(other.cores != WAITS for other in self.under_way):
                    self.start(stage)
            # Whoever waits for all cores would never get them if others went first.
            elif not is_behind and min(stage.cores, N_CORES) <= self.n_free:
                self.start(stage)
            else:
                is_behind = True

    def start(self, stage: Stage) -> None:
        self.waiting.remove(stage)
        self.under_way.append(stage)
        self.n_free -= min(stage.cores, N_CORES)
        threading.Thread(target=self.carry_out, args=(stage,), daemon=True).start()

    def carry_out(self, stage: Stage) -> None:
        began = time.monotonic()
        say(f"== {stage.name}: {stage.protects}")
        outcome = Outcome("FAILED", remarks=["it could not be carried out"])
        try:
            outcome = self.outcome_of(stage)
        except OSError as error:
            outcome.remarks = [f"it could not be carried out: {error}"]
        finally:
            outcome.wall_s = time.monotonic() - began
            with self.changed:
                self.n_free += min(stage.cores, N_CORES)
                self.under_way.remove(stage)
                self.end(stage, outcome)
                self.changed.notify_all()

    def outcome_of(self, stage: Stage) -> Outcome:
        log_of(stage).unlink(missing_ok=True)
        outcome = self.outcome_of_a_try(stage)
        for _ in range(1, stage.n_tries):
            if outcome.state == "passed" or self.is_stopped:
                break
            before, outcome = outcome, self.outcome_of_a_try(stage)
            outcome.cpu_s += before.cpu_s
            outcome.remarks.insert(0, f"ONCE MORE: {stage.name}")
        return outcome

    def outcome_of_a_try(self, stage: Stage) -> Outcome:
        log = log_of(stage)
        # A second try is written behind the first one.
        with open(log, "ab") as out:
            start = out.tell()
            process = subprocess.Popen(
                stage.command,
                cwd=ROOT,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        self.processes.append(process)
        _, status, usage = os.wait4(process.pid, 0)
        self.processes.remove(process)
        process.returncode = os.waitstatus_to_exitcode(status)
        text = log.read_bytes()[start:].decode(errors="replace")
        remarks = [line.strip() for line in text.splitlines() if line.lstrip().startswith(REMARKS)]
        if process.returncode != 0:
            say(f"{text}\n== {stage.name} FAILED (exit {process.returncode}); its output stands above and in {log}")
        state = "passed" if process.returncode == 0 else "FAILED"
        return Outcome(state, cpu_s=usage.ru_utime + usage.ru_stime, remarks=remarks)

    def end(self, stage: Stage, outcome: Outcome) -> None:
        self.outcomes[stage.name] = outcome
        say(f"== {stage.name} {outcome.state} in {outcome.wall_s:.0f} s")


# What could not be tried here is no failure, and is said at the end.
REMARKS = ("NOT TRIED", "NOT CHECKED", "NOT FOUND", "ONCE MORE", "FLAKY", "NEAR THE LIMIT")


def log_of(stage: Stage) -> Path:
    return LOGS / (stage.name.replace(" ", "-") + ".log")


def say(text: str) -> None:
    # Who listens may have gone, and the stages matter all the same.
    with SAYING, contextlib.suppress(BrokenPipeError):
        print(text, flush=True)


SAYING = threading.Lock()


def table(stages: list[Stage], outcomes: dict[str, Outcome], wall_s: float) -> str:
    width = max(len(stage.name) for stage in stages)
    lines = [f"{'stage':{width}}  {'s':>5}  {'CPU s':>6}"]
    for stage in stages:
        outcome = outcomes[stage.name]
        lines.append(f"{stage.name:{width}}  {outcome.wall_s:5.0f}  {outcome.cpu_s:6.0f}  {outcome.state}")
        lines.extend(f"{'':{width}}    {remark}" for remark in outcome.remarks)
    lines.append(f"{'all':{width}}  {wall_s:5.0f}  {sum(outcome.cpu_s for outcome in outcomes.values()):6.0f}")
    return "\n".join(lines)


def quick_linker() -> dict[str, str]:
    """Makes compilers that a stage starts link with gold, where it is there: it takes half the time."""
    gold = shutil.which("ld.gold")
    if gold is None:
        return {}
    LINKER.mkdir(parents=True, exist_ok=True)
    (LINKER / "ld").unlink(missing_ok=True)
    (LINKER / "ld").symlink_to(gold)
    return {"COMPILER_PATH": str(LINKER)}


def environment(budget: int, shared: str) -> dict[str, str]:
    """What the stages share: the binary under test, and a cache for tests that are not about the cache."""
    # Our crates are compiled by clippy's driver, which is the compiler and lints on the way: so what they depend on is
    # built once for both. It makes other files than cargo alone does.
    sysroot = subprocess.run(["rustc", "--print", "sysroot"], stdout=subprocess.PIPE, text=True, cwd=ROOT, check=True)
    driver = Path(sysroot.stdout.strip()) / "bin" / "clippy-driver"
    lints = {"RUSTC_WORKSPACE_WRAPPER": str(driver)} if driver.exists() else {}
    return os.environ | lints | quick_linker() | {
        # The usual 256 cases stay below 20 seconds in every loop.
        "PROPTEST_CASES": str(256 * budget // 20),
        "TOUCHSTONE": str(BINARY),
        "TOUCHSTONE_BIN": str(BINARY),
        "TOUCHSTONE_TEST_BINARY": str(BINARY),
        "TOUCHSTONE_TEST_CACHE": shared,
        "TOUCHSTONE_TEST_REMARKS": str(GATHERED),
        "CARGO_TERM_COLOR": "never",
    }


def chosen(stages: list[Stage], only: str, parser: argparse.ArgumentParser) -> list[Stage]:
    """The stages of these names, with those that they need; all when nothing is named."""
    wanted = set(only.split(",")) if only else {stage.name for stage in stages}
    unknown = wanted - {stage.name for stage in stages}
    if unknown:
        parser.error(f"there is no stage {', '.join(sorted(unknown))}; --list names them")
    for stage in reversed(stages):
        if stage.name in wanted:
            wanted.update(stage.after)
    return [stage for stage in stages if stage.name in wanted]


def interrupted(*_: object) -> None:
    raise KeyboardInterrupt


def main() -> int:
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("which", choices=["all", "quick"])
    parser.add_argument("--budget", type=int, default=20)
    parser.add_argument("--only", default="")
    parser.add_argument("--part", type=lambda text: Part(*map(int, text.split("/"))), default=Part(), metavar="K/N")
    parser.add_argument("--list", action="store_true")
    asked = parser.parse_args()
    sys.stdout.reconfigure(errors="replace")
    if not 1 <= asked.part.k <= asked.part.n:
        parser.error("--part is one of 1/N to N/N")
    os.environ["TOUCHSTONE_TESTS_PART"] = f"{asked.part.k} {asked.part.n}"
    stages = chosen(all_stages(asked.part) if asked.which == "all" else quick_stages(), asked.only, parser)
    if asked.list:
        print("\n".join(f"{stage.name}: {stage.protects}" for stage in stages))
        return 0
    LOGS.mkdir(parents=True, exist_ok=True)
    GATHERED.unlink(missing_ok=True)
    began = time.monotonic()
    for kind in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(kind, interrupted)
    with tempfile.TemporaryDirectory(prefix="touchstone-tests-", ignore_cleanup_errors=True) as shared:
        # Another user's commands may read it, too.
        os.chmod(shared, 0o755)
        runner = Runner(stages, environment(asked.budget, shared))
        try:
            outcomes = runner.run()
        except KeyboardInterrupt:
            runner.stop()
            return 130
    print("\n" + table(stages, outcomes, time.monotonic() - began))
    if GATHERED.exists():
        print("\n" + "\n".join(sorted(set(GATHERED.read_text().splitlines()))))
    failed = [stage.name for stage in stages if outcomes[stage.name].state != "passed"]
    if failed:
        print(f"\nfailed: {', '.join(failed)}")
    print(f"\nstages: {len(stages) - len(failed)} passed, {len(failed)} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
