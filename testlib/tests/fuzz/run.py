#!/usr/bin/env python3
"""Feed the header with random input, for a bounded time.

usage: run.py [HEADER_DIR] [--seconds N | --runs N] [--only TARGET] [--cxx clang++] [--jobs 2]

Builds every target beside this file with clang's libFuzzer, the address sanitizer and the undefined behaviour
sanitizer, and runs it over its folder in corpus/, with the words of its .dict file, and over
what it makes of these. A target compares the header with a plain
model of what it should do. The same inputs are tried every time, as far as the time goes: --seconds is per target.
A finding leaves the input that shows it behind; `TARGET INPUT` shows it again, and it belongs into corpus/ once the
reason is gone.
Exit status: 0 without findings, also when there is no compiler with a fuzzer, unless TOUCHSTONE_REQUIRE=full is set.
"""
import argparse, glob, os, shutil, subprocess, sys, tempfile
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
# Each ends after about ten seconds on one core.
RUNS = {"readers": 20000, "patterns": 60000, "options": 80000}
FLAGS = ["-std=c++17", "-g", "-O1", "-Wall", "-Wextra", "-Werror", "-fsanitize=fuzzer,address,undefined",
         "-fno-sanitize-recover=undefined"]
PROBE = 'extern "C" int LLVMFuzzerTestOneInput(const unsigned char*, unsigned long) { return 0; }\n'


def run(command, cwd, **options):
    return subprocess.run(command, cwd=cwd, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          **options)


def has_fuzzer(cxx, folder):
    """Whether the compiler is there and brings the fuzzer's runtime."""
    if shutil.which(cxx[0]) is None:
        return False
    source = os.path.join(folder, "probe.cpp")
    with open(source, "w") as file:
        file.write(PROBE)
    return run(cxx + FLAGS + [source, "-o", "probe"], folder).returncode == 0


def bounds(args, target):
    if args.seconds is not None:
        return ["-max_total_time=%d" % args.seconds]
    # The time is for machines that are very slow or very busy.
    return ["-runs=%d" % (args.runs or RUNS[target]), "-max_total_time=%d" % (15 if args.runs is None else 0)]


def try_target(args, folder, target):
    """Returns what went wrong, and what to say in any case."""
    program = os.path.join(folder, target)
    source = os.path.join(HERE, target + ".cpp")
    built = run(args.cxx.split() + FLAGS + ["-I", args.header_dir, source, "-o", program], folder)
    if built.returncode != 0:
        return "does not compile", built.stdout
    grown, findings = os.path.join(folder, target + ".grown"), os.path.join(folder, target + ".finding.")
    os.mkdir(grown)
    # The first folder takes what the fuzzer adds.
    done = run([program, "-seed=1", "-max_len=1024", "-timeout=20", "-print_final_stats=0", "-verbosity=0",
                "-dict=" + os.path.join(HERE, target + ".dict"), "-artifact_prefix=" + findings] + bounds(args, target) + [grown, os.path.join(HERE, "corpus", target)],
               folder)
    if done.returncode == 0:
        return None, b""
    # Once more by itself, which says what it is without what came before.
    again = [run([program, finding], folder).stdout for finding in glob.glob(findings + "*")]
    return "has a finding", b"\n".join(again) or done.stdout


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("header_dir", nargs="?", default=os.path.dirname(os.path.dirname(HERE)))
    parser.add_argument("--seconds", type=int)
    parser.add_argument("--runs", type=int)
    parser.add_argument("--only")
    parser.add_argument("--cxx", default="clang++")
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    args.header_dir = os.path.abspath(args.header_dir)
    folder = tempfile.mkdtemp(prefix="fuzz")
    if not has_fuzzer(args.cxx.split(), folder):
        shutil.rmtree(folder)
        print("not fuzzed: %s with libFuzzer is not there (Debian: clang, libclang-rt-14-dev)" % args.cxx)
        sys.exit(1 if os.environ.get("TOUCHSTONE_REQUIRE") == "full" else 0)
    targets = [target for target in sorted(RUNS) if args.only in (None, target)]
    failures = 0
    with ThreadPoolExecutor(args.jobs) as pool:
        for target, (failure, text) in zip(targets, pool.map(lambda t: try_target(args, folder, t), targets)):
            print("%-9s %s" % (target, failure or "ok"))
            if failure:
                failures += 1
                print(text.decode("utf-8", "replace")[:6000])
    if failures:
        print("what was built and found is in " + folder)
    else:
        shutil.rmtree(folder)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
