#!/usr/bin/env python3
"""Run validators backwards: how many build unchanged, and how many write an input that they accept?

usage: run.py [HEADER_DIR] [--validators DIR] [--seeds N] [--jobs N] [--cxx g++] [--time] [--only NAME]
       [--part K/N]

Every validator, or with --part every Nth, is compiled once and linked twice: with the header's bodies as they are, and
with those made with TESTLIB_GENERATIVE. An example beside it (NAME.in) has to be accepted. Then seeds are tried until
the generative program writes an input that the plain one accepts. Last, some are asked for large inputs and for shapes,
see shapes.py, and some others for all small inputs, see exhaustive.py.
Exit status: 0 iff all build, 95 of 100 are accepted, and all shapes and all small inputs are those asked for.
"""
import argparse
import concurrent.futures
import os
import pathlib
import subprocess
import sys
import tempfile
import time

import exhaustive
import shapes

HERE = pathlib.Path(__file__).resolve().parent
# What a sketch of the idea reached on 251 public validators, within 30 seeds.
SKETCH_BUILT, SKETCH_ACCEPTED = 97, 86
WANTED = 95
# An attempt to write an input ends by itself; this is for one that does not.
LIMIT_SECONDS = 60


def run(command, **options):
    return subprocess.run(command, capture_output=True, timeout=LIMIT_SECONDS, **options)


class Toolchain:
    """Compiles validators against a precompiled header, and links them with either kind of bodies."""

    def __init__(self, cxx, header_dir, folder):
        self.folder = folder
        self.compiler = [cxx, "-std=c++17", "-O1", "-w"]
        self.header_dir = header_dir
        split = self.compiler + ["-DTESTLIB_SPLIT"]
        self.compile = split + ["-I", str(folder), "-I", str(header_dir), "-c"]
        self.check(split + ["-x", "c++-header", str(header_dir / "testlib.h"), "-o", str(folder / "testlib.h.gch")])
        bodies = self.compiler + ["-c", str(header_dir / "testlib.cpp"), "-o"]
        self.check(bodies + [str(folder / "plain.o")])
        self.check(bodies + [str(folder / "generative.o"), "-DTESTLIB_GENERATIVE"])

    @staticmethod
    def check(command):
        done = run(command)
        if done.returncode != 0:
            sys.exit(done.stderr.decode(errors="replace"))

    def build(self, source):
        """The plain and the generative program, or the compiler's first error."""
        name = self.folder / source.stem
        done = run(self.compile + [str(source), "-I", str(source.parent), "-o", f"{name}.o"])
        if done.returncode != 0:
            errors = [line for line in done.stderr.decode(errors="replace").splitlines() if "error" in line]
            return None, errors[0] if errors else "the compiler failed"
        for kind in ("plain", "generative"):
            self.check(self.compiler + [f"{name}.o", str(self.folder / f"{kind}.o"), "-o", f"{name}.{kind}"])
        return name, ""


def accepts(name, text):
    done = run([f"{name}.plain"], input=text)
    return done.returncode == 0, done.stderr.decode(errors="replace").strip()


def first_seed(name, seeds):
    """The first seed that gives an accepted input; what the last one said where none does."""
    said = ""
    for seed in range(1, seeds + 1):
        bounds = {"TESTLIB_SEED": str(seed), "TESTLIB_MAX_SECONDS": "1"}
        done = run([f"{name}.generative"], env={**os.environ, **bounds})
        said = done.stderr.decode(errors="replace").strip()
        if done.returncode != 0:
            continue
        accepted, message = accepts(name, done.stdout)
        if accepted:
            return seed, len(done.stdout), ""
        said = "the plain validator refused it: " + message
    return None, 0, said


def examine(toolchain, source, seeds):
    began = time.monotonic()
    name, error = toolchain.build(source)
    if name is None:
        return source, False, None, error, time.monotonic() - began, 0
    example = source.with_suffix(".in")
    if example.exists():
        accepted, message = accepts(name, example.read_bytes())
        if not accepted:
            return source, False, None, f"its example is refused: {message}", time.monotonic() - began, 0
    built = time.monotonic()
    seed, size, said = first_seed(name, seeds)
    return source, True, seed, said, time.monotonic() - built, size


def unmet_shapes(folder, sources, jobs):
    """How many cases there are, and what is wrong, a line for each case."""
    built = {source.stem for source in sources if (folder / f"{source.stem}.generative").exists()}
    # Cases of one validator share its files.
    groups = [[case for case in shapes.CASES if case[0] == name] for name in sorted(built)]

    def unmet(cases):
        answers = [(case, shapes.examine(folder, case, seed)) for seed, case in enumerate(cases, 1)]
        return [f"{case[0]} with {case[1]}: {answer}" for case, answer in answers if answer]

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        return sum(map(len, groups)), [line for lines in pool.map(unmet, groups) for line in lines]


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("header_dir", nargs="?", default=HERE.parent.parent, type=pathlib.Path)
    parser.add_argument("--validators", default=HERE / "validators", type=pathlib.Path)
    parser.add_argument("--seeds", default=12, type=int)
    parser.add_argument("--jobs", default=os.cpu_count(), type=int)
    parser.add_argument("--cxx", default="g++")
    parser.add_argument("--only", default="")
    parser.add_argument("--part", default="1/1", metavar="K/N")
    parser.add_argument("--time", action="store_true")
    args = parser.parse_args()
    part, n_parts = map(int, args.part.split("/"))
    sources = [path for path in sorted(args.validators.glob("*.cpp")) if args.only in path.stem][part - 1::n_parts]
    with tempfile.TemporaryDirectory() as folder:
        toolchain = Toolchain(args.cxx, args.header_dir.resolve(), pathlib.Path(folder))
        with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
            results = list(pool.map(lambda source: examine(toolchain, source, args.seeds), sources))
        asked, unmet = unmet_shapes(toolchain.folder, sources, args.jobs)
        small, error = toolchain.build(HERE / "exhaustive.cpp")
        unmet_small = [error] if small is None else exhaustive.examine(f"{small}.generative")
    built = accepted = at_once = 0
    for source, is_built, seed, said, seconds, size in results:
        built += is_built
        accepted += seed is not None
        at_once += seed == 1
        if seed is None or args.time:
            outcome = "does not build" if not is_built else "nothing accepted" if seed is None else f"seed {seed}"
            print(f"{source.stem}: {outcome}, {seconds:.1f} s, {size} bytes {said}")
    total = max(1, len(results))
    print(f"built {built} of {len(results)}, {100 * built / total:.1f} % (a sketch: {SKETCH_BUILT} %)")
    print(f"accepted within {args.seeds} seeds: {accepted}, {100 * accepted / total:.1f} % (a sketch: {SKETCH_ACCEPTED} %); "
          f"with the first seed: {at_once}")
    print("\n".join(unmet + [f"large inputs and shapes: {asked - len(unmet)} of {asked} as asked for"]))
    listed = len(exhaustive.CASES)
    print("\n".join(unmet_small + [f"all small inputs: {listed - len(unmet_small)} of {listed} as asked for"]))
    # A part of them may be so few that one is more than its share.
    n_refused = max(1, len(results) * (100 - WANTED) // 100)
    return 0 if built == len(results) and not unmet and not unmet_small and len(results) - accepted <= n_refused else 1


if __name__ == "__main__":
    sys.exit(main())
