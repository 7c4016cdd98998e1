#!/usr/bin/env python3
"""Measure what testlib.h costs, each time against the least that could do the same work.

usage: bench.py [--header DIR] [--cxx g++] [--quick] [--markdown] [--only TEXT] [--runs N]

A floor is a program without testlib that does the same checks or writes the same bytes, or for
compile times a program that only includes what testlib.h promises to include. A program and its
floor run in turn, so that other load of the machine meets both. The table shows medians: CPU
seconds (user and system, children of the compiler counted) or MiB of peak memory.

--quick divides the sizes by ten and runs everything three times instead of five. --only keeps the
rows whose names contain TEXT.

Exit status: 1 if a program fails or an output differs from that of its floor, whatever the aims.
"""
import argparse
import filecmp
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from typing import NamedTuple

from rows import COMPILER, FEATURES, INPUTS, MILLION, ROWS, SPLIT_FLAGS

HERE = os.path.dirname(os.path.abspath(__file__))
STANDARD = "-std=c++17"
GIGABYTE = 1e9


class BenchError(Exception):
    pass


class Sample(NamedTuple):
    seconds: float
    memory: float


class Workshop:
    """Makes programs, inputs and precompiled parts in a temporary folder when they are needed."""

    def __init__(self, header, divisor, compiler, work):
        self.header, self.divisor, self.compiler, self.work = header, divisor, compiler, work
        self.split_is_ready = False
        self.values = {
            "compiler": compiler, "header": header, "here": HERE, "work": work,
            "data": os.path.join(work, "data"), "split": os.path.join(work, "split"),
            "1M": MILLION // divisor, "10M": 10 * MILLION // divisor,
            "100M": 100 * MILLION // divisor,
        }
        for folder in ("data", "split", "programs", "floors", "checkers"):
            os.mkdir(os.path.join(work, folder))
        self.measure = os.path.join(work, "measure")
        self.trace = os.path.join(work, "trace")
        self.compile(os.path.join(HERE, "measure.cpp"), self.measure, "-static-libstdc++")

    def call(self, argv, **streams):
        done = subprocess.run(argv, stderr=subprocess.PIPE, **streams)
        if done.returncode != 0:
            raise BenchError("%s failed:\n%s" % (os.path.basename(argv[0]),
                                                 done.stderr.decode("utf-8", "replace")))

    def compile(self, source, target, *flags):
        self.call([self.compiler, STANDARD, "-O2", *flags, source, "-o", target])

    def program(self, name):
        """The path of a compiled program such as floors/ints."""
        target = os.path.join(self.work, name)
        if not os.path.exists(target):
            folder = os.path.dirname(HERE) if name.startswith("checkers/") else HERE
            self.compile(os.path.join(folder, name + ".cpp"), target, "-I", self.header)
        return target

    def input(self, name):
        """The path of an input; next to it lies a copy, for programs that compare two files."""
        target = os.path.join(self.values["data"], name)
        if not os.path.exists(target):
            writer = os.path.join(self.work, "inputs")
            if not os.path.exists(writer):
                self.compile(os.path.join(HERE, "inputs.cpp"), writer)
            kind, count, per_line = INPUTS[name]
            with open(target, "wb") as file:
                self.call([writer, kind, str(count // self.divisor), str(per_line)], stdout=file)
            shutil.copyfile(target, target + ".copy")
        return target

    def prepare_split_form(self):
        if self.split_is_ready:
            return
        flags = [STANDARD, *SPLIT_FLAGS]
        self.call([self.compiler, *flags, "-x", "c++-header",
                   os.path.join(self.header, "testlib.h"),
                   "-o", os.path.join(self.values["split"], "testlib.h.gch")])
        # The object's functions are there for others, so the whole program is not in sight.
        # The bodies themselves are not split, and are nobody's whole program.
        flags = [flag for flag in flags if flag not in ("-fwhole-program", "-DTESTLIB_SPLIT")]
        self.call([self.compiler, *flags, "-I", self.header, "-c",
                   os.path.join(self.header, "testlib.cpp"),
                   "-o", os.path.join(self.values["split"], "testlib.o")])
        self.split_is_ready = True

    def expand(self, text):
        return text.format_map(self.values)

    def argv(self, command):
        """The command line; everything that it names is made first."""
        for text in command.args:
            if "{split}" in text:
                self.prepare_split_form()
            if text.startswith("{data}/"):
                self.input(text[len("{data}/"):].split(".")[0])
        args = [self.expand(text) for text in command.args]
        if command.program == COMPILER:
            return [self.compiler, STANDARD] + args
        return [self.program(command.program)] + args

    def missing(self, feature):
        """The words for a feature that the header lacks, or an empty string."""
        if not feature:
            return ""
        file_name, text, words = FEATURES[feature]
        try:
            with open(os.path.join(self.header, file_name), encoding="utf-8") as file:
                return "" if text in file.read() else words
        except OSError:
            return words

    def run(self, command, output):
        """Runs a command and returns what it took."""
        argv = self.argv(command)
        stdin = self.input(command.stdin) if command.stdin else os.devnull
        env = dict(os.environ, **{key: self.expand(value) for key, value in command.env})
        result = os.path.join(self.work, "result")
        if os.path.exists(self.trace):
            os.unlink(self.trace)
        with open(stdin, "rb") as source, open(output, "wb") as target:
            done = subprocess.run([self.measure, result] + argv, stdin=source, stdout=target,
                                  stderr=subprocess.PIPE, env=env)
        with open(result, encoding="ascii") as file:
            seconds, memory, status = file.read().split()
        if done.returncode != 0 or int(status) != 0:
            raise BenchError("%s ended with %s: %s" % (
                command.program, status, done.stderr.decode("utf-8", "replace").strip()[:2000]))
        return Sample(float(seconds), int(memory) / 1024)


class Result(NamedTuple):
    """Medians for the floor and for the program with testlib."""
    floor: Sample
    ours: Sample


def medians(samples):
    return Sample(*(statistics.median(values) for values in zip(*samples)))


def measure_row(row, workshop, runs):
    outputs = [os.path.join(workshop.work, name) for name in ("floor.out", "ours.out")]
    samples = ([], [])
    for _ in range(runs):
        for side, command in enumerate((row.floor, row.ours)):
            samples[side].append(workshop.run(command, outputs[side]))
        if row.same_output and not filecmp.cmp(*outputs, shallow=False):
            raise BenchError("the outputs differ")
    return Result(medians(samples[0]), medians(samples[1]))


def verdict(row, ratio, ours):
    if row.aim is None:
        return "-", "-"
    in_seconds = row.aim_unit == "s"
    met = (ours if in_seconds else ratio) <= row.aim
    return "<= %.2f%s" % (row.aim, " s" if in_seconds else ""), "ok" if met else "MISSED"


def throughput(row, result, workshop):
    if not row.throughput_of:
        return ""
    size = sum(os.path.getsize(workshop.expand(path)) for path in row.throughput_of)
    rates = [size / sample.seconds / GIGABYTE for sample in (result.floor, result.ours)]
    return "%.2f / %.2f GB/s" % tuple(rates)


def cells_of(row, result, workshop):
    """The table's cells for a measured row."""
    if row.quantity == "memory":
        floor, ours, shown = result.floor.memory, result.ours.memory, "%.1f MiB"
    else:
        floor, ours, shown = result.floor.seconds, result.ours.seconds, "%.3f"
    ratio = ours / max(floor, 1e-6)
    memory = "%.1f / %.1f" % (result.floor.memory, result.ours.memory)
    return (row.name, shown % floor, shown % ours, "%.2f" % ratio, *verdict(row, ratio, ours),
            memory, throughput(row, result, workshop))


HEADINGS = ("what", "floor", "ours", "ratio", "aim", "", "memory, MiB", "speed")


def print_table(table, markdown):
    if markdown:
        print("| " + " | ".join(HEADINGS) + " |")
        print("|---|" + "---:|" * 4 + "---|---:|---|")
        for cells in table:
            print("| " + " | ".join(cells) + " |")
        return
    table = [HEADINGS] + table
    widths = [max(len(cells[i]) for cells in table) for i in range(len(HEADINGS))]
    for cells in table:
        padded = [cells[0].ljust(widths[0])]
        padded += [cell.rjust(width) for cell, width in zip(cells[1:], widths[1:])]
        print("  ".join(padded).rstrip())


def measure_all(rows, workshop, runs):
    """The cells of all rows, and the number of rows that failed."""
    table, failures = [], 0
    for row in rows:
        print(row.name, file=sys.stderr, flush=True)
        missing = workshop.missing(row.needs)
        if missing:
            table.append((row.name, "", "", "", "", missing, "", ""))
            continue
        try:
            table.append(cells_of(row, measure_row(row, workshop, runs), workshop))
        except BenchError as error:
            failures += 1
            print("%s: %s" % (row.name, error), file=sys.stderr)
            table.append((row.name, "", "", "", "", "FAILED", "", ""))
    return table, failures


def describe(compiler, runs, divisor):
    version = subprocess.run([compiler, "--version"], stdout=subprocess.PIPE, check=True)
    first_line = version.stdout.decode("utf-8", "replace").splitlines()[0]
    sizes = "sizes divided by %d" % divisor if divisor > 1 else "full sizes"
    return "%s, medians of %d runs, %s; CPU seconds unless marked" % (first_line, runs, sizes)


def parse_arguments():
    parser = argparse.ArgumentParser(description="Measure what testlib.h costs.")
    parser.add_argument("--header", default=os.path.dirname(HERE), metavar="DIR",
                        help="the folder of testlib.h")
    parser.add_argument("--quick", action="store_true", help="a tenth of the sizes, three runs")
    parser.add_argument("--markdown", action="store_true", help="print a Markdown table")
    parser.add_argument("--only", default="", metavar="TEXT", help="rows whose names contain this")
    parser.add_argument("--runs", type=int, metavar="N", help="runs of each program")
    parser.add_argument("--cxx", default="g++", help="the compiler")
    return parser.parse_args()


def main():
    arguments = parse_arguments()
    divisor = 10 if arguments.quick else 1
    runs = arguments.runs or (3 if arguments.quick else 5)
    rows = [row for row in ROWS if arguments.only in row.name]
    with tempfile.TemporaryDirectory(prefix="testlib-bench-") as work:
        header = os.path.abspath(arguments.header)
        workshop = Workshop(header, divisor, arguments.cxx, work)
        table, failures = measure_all(rows, workshop, runs)
    print(describe(arguments.cxx, runs, divisor) + "\n")
    print_table(table, arguments.markdown)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
