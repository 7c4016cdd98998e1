"""Compares the crate `checktestdata` with the independent implementation of the same name on PyPI.

    cargo build --release -p checktestdata --example check
    pip install checktestdata
    tests/checktestdata/compare.py [--cases N] [--seed N] [--check PATH]

`run.sh` beside it does all of that for some thousand cases.

Random programs run over random inputs in both, and each difference is reported with the smallest case that has it. The
verdicts must be the same, and for a rejection the line and the column. Where the other implementation is known to be
wrong, or takes longer than a second, a case is counted and left out (`excuse`). Its Python interpreter must be this one's.
"""

import argparse
import collections
import contextlib
import io
import pathlib
import random
import re
import signal
import subprocess
import sys
import tempfile
import traceback

import programs

TOKEN = re.compile(rb'"(?:\\.|[^"\\])*"|#[^\n]*|[A-Za-z]+[0-9]*|[0-9.]+(?:[eE][+-]?[0-9]+)?|\s+|==|!=|<=|>=|&&|\|\||.', re.DOTALL)
SECONDS = 1.0
MAX_REPORTS = 20


class TooSlow(BaseException):
    """Not an `Exception`, so that the other implementation does not catch it."""


class Other:
    """The implementation on PyPI, in this process."""

    def __init__(self, folder):
        from checktestdata import pyctd

        self.main = pyctd.main
        self.program, self.input = folder / "program.ctd", folder / "input.in"
        signal.signal(signal.SIGALRM, self.on_alarm)

    @staticmethod
    def on_alarm(*_):
        raise TooSlow

    def verdict(self, program, text):
        """`accept`, `reject LINE:COLUMN message`, `broken message`, `slow` or `crash message`."""
        self.program.write_bytes(program)
        self.input.write_bytes(text)
        sys.argv = ["pyctd", str(self.program), str(self.input)]
        said = io.StringIO()
        try:
            signal.setitimer(signal.ITIMER_REAL, SECONDS)
            with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(said):
                try:
                    code = self.main()
                except SystemExit as end:
                    code = end.code
            signal.setitimer(signal.ITIMER_REAL, 0)
        except TooSlow:
            return "slow"
        except BaseException as error:
            signal.setitimer(signal.ITIMER_REAL, 0)
            return "crash " + traceback.format_exception_only(error)[-1].strip()
        names = {None: "accept", 0: "accept", 1: "reject", 2: "broken"}
        return f"{names.get(code, 'crash')} {said.getvalue()}".strip()


class Ours:
    """The example `check` of the crate, as one process for all cases."""

    def __init__(self, path):
        self.process = subprocess.Popen([path, "--first", "--hasty", "--pairs"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def verdict(self, program, text):
        self.process.stdin.write(program.hex().encode() + b" " + text.hex().encode() + b"\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline().decode().strip()
        if not line:
            sys.exit(f"the program under test ended at {program!r} with {text!r}")
        return line


def summary(verdict):
    """What of a verdict must be the same."""
    words = verdict.split()
    return " ".join(words[:2]) if words[0] == "reject" else words[0]


def rest_at(verdict, text):
    """The input from the place on that a rejection names."""
    line, column = map(int, verdict.split()[1].split(":"))
    return b"\n".join(text.split(b"\n")[line - 1 :])[column - 1 :]


def excuse(ours, other, program, text):
    """Why a difference does not count, or `None`."""
    if other == "slow":
        return "the other one is too slow"
    if other.startswith("crash"):
        return "the other one crashes"
    if "too many steps" in ours:
        return "the step budget"
    if "must fit 32 bits" in ours:
        return "a count beyond 32 bits, which only the description forbids"
    if "digits" in ours and ("too many digits" in ours or "fewer digits" in ours):
        return "numbers with more than 10,000 digits"
    if re.search(r"cannot compare (Number and String|String and Number)\n+Source \S+ (SET|REGEX|INT|FLOATP?|REPI?|WHILEI)\(", other):
        # No test is there; its table of a variable's values compares 0 with "", since both have the hash 0.
        return "0 and the empty string in one variable, which the other one compares"
    if "nested charset" in other and b"[:" in program:
        return "named classes, which the other one refuses"
    if other.startswith("reject"):
        # It looks for `e` behind a number, and takes the end of the input for one.
        rest = rest_at(other, text)
        if re.search(r"float but got `[-0-9.]+(e|\[…\])`", other) and re.fullmatch(rb"-?[0-9]+(\.[0-9]+)?", rest):
            return "a float at the end of the input, which the other one refuses"
        if "scientific float should have" in other and re.fullmatch(rb"-?[0-9]+(\.[0-9]+)?([eE].*)?", rest, re.DOTALL):
            if "FIXED" in other or not re.search(b"[eE]", rest):
                return "a float at the end of the input or before `e`, which the other one takes for scientific"
    if ours.startswith("broken") and re.search("true or false|comparison cannot be compared|a test is needed", ours):
        return "a test as a value where it does not run, which is a syntax error here"
    return None


def difference(both, program, text):
    """The two verdicts when they differ, and why that does not count."""
    ours, other = (one.verdict(program, text) for one in both)
    if summary(ours) == summary(other):
        return None, ours
    return (ours, other, excuse(ours, other, program, text)), ours


def differs_alike(both, program, text, kinds):
    found, _ = difference(both, program, text)
    return found is not None and found[2] is None and (found[0].split()[0], found[1].split()[0]) == kinds


def smallest(both, program, text, kinds):
    """Takes parts away as long as the same kind of difference remains."""
    parts = [TOKEN.findall(program), [text[at : at + 1] for at in range(len(text))]]
    has_changed = True
    while has_changed:
        has_changed = False
        for which in (0, 1):
            size = max(1, len(parts[which]) // 2)
            while size:
                at = 0
                while at < len(parts[which]):
                    tried = list(parts)
                    tried[which] = parts[which][:at] + parts[which][at + size :]
                    if differs_alike(both, b"".join(tried[0]), b"".join(tried[1]), kinds):
                        parts, has_changed = tried, True
                    else:
                        at += size
                size //= 2
    return b"".join(parts[0]), b"".join(parts[1])


def cases(seed):
    """Programs and inputs without end: about one program in five is mutated, and half of the inputs are."""
    number = 0
    while True:
        source = random.Random(f"{seed} {number}")
        number += 1
        program, write = programs.Programs(source).program()
        if source.random() < 0.2:
            program = programs.mutated_program(source, program, TOKEN.findall)
        for _ in range(4):
            text = write(source)
            yield program, text if source.random() < 0.5 else programs.mutated_input(source, text)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--check", default="target/release/examples/check", help="the example `check`, built")
    options = parser.parse_args()
    kinds, excuses, reports = collections.Counter(), collections.Counter(), []
    with tempfile.TemporaryDirectory() as folder:
        both = (Ours(options.check), Other(pathlib.Path(folder)))
        for _, (program, text) in zip(range(options.cases), cases(options.seed)):
            found, ours = difference(both, program, text)
            kinds[ours.split()[0]] += 1
            if sum(kinds.values()) % 1000 == 0:
                print(f"{sum(kinds.values())} cases", end="\r", file=sys.stderr, flush=True)
            if found is None:
                continue
            ours, other, reason = found
            if reason:
                excuses[reason] += 1
                continue
            small = smallest(both, program, text, (ours.split()[0], other.split()[0]))
            if small in reports:
                continue
            reports.append(small)
            verdicts = [one.verdict(*small).split("\n")[0] for one in both]
            print(f"{small[0]!r} <<< {small[1]!r}\n    ours:  {verdicts[0]}\n    other: {verdicts[1]}", flush=True)
            if len(reports) == MAX_REPORTS:
                break
    print(f"{sum(kinds.values())} cases: {dict(kinds)}; {len(reports)} differences")
    for reason, n_cases in excuses.most_common():
        print(f"{n_cases} left out: {reason}")
    return 1 if reports else 0


if __name__ == "__main__":
    sys.exit(main())
