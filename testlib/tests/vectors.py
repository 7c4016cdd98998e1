#!/usr/bin/env python3
"""Compare draws with the worked values in golden/spec_vectors.txt.

usage: vectors.py [HEADER_DIR] [--cxx g++]

The file was computed from the description of the generator by a program that shares no code with
the header. Every item of it starts from a freshly seeded generator (the
three wnext values are one item). Exit status: 0 iff all agree.
"""
import argparse, ast, os, re, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAM = r"""
#include "testlib.h"
int main(int argc, char* argv[]) {
    registerGen(argc, argv, 1);
    const random_t fresh = rnd;
#define ITEM(count, format, draw)                              \
    rnd = fresh;                                               \
    for (int i = 0; i < count; ++i) printf(format " ", draw);  \
    printf("\n")
    ITEM(3, "%d", rnd.next(INT_MAX));
    rnd = fresh; println(rnd.next(LLONG_MAX));
    ITEM(5, "%d", rnd.next(10));
    ITEM(5, "%d", rnd.next(8));
    ITEM(5, "%d", rnd.next(1, 6));
    ITEM(3, "%lld", rnd.next(10LL));
    ITEM(2, "%.17g", rnd.next());
    rnd = fresh; printf("%d ", rnd.wnext(100, 3));
    printf("%d ", rnd.wnext(100, -3));
    printf("%d\n", rnd.wnext(100, 30));
    rnd = fresh; println(rnd.perm(8));
    rnd = fresh; println(rnd.distinct(3, 1, 10));
    rnd = fresh; println(rnd.partition(3, 30));
    rnd = fresh; println(rnd.next("[a-z]{3,6}"));
    rnd = fresh; println(rnd.next("id-(x|y{2})"));
}
"""


def blocks(path):
    """Yields the arguments of a block and its values, as text, in the order of the file."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    for block in re.split(r"^args=", text, flags=re.M)[1:]:
        head, _, body = block.partition(" seed=")
        values = re.findall(r": (\[[^\]]*\]|[^\s\[]+)", body)
        yield ast.literal_eval(head), values


def normal(value):
    if isinstance(value, str) and value.startswith("["):
        return [normal(x) for x in ast.literal_eval(value)]
    try:
        return float(value) if "." in str(value) else int(value)
    except ValueError:
        return value


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("header_dir", nargs="?", default=os.path.dirname(HERE))
    parser.add_argument("--cxx", default="g++")
    args = parser.parse_args()
    failures = count = 0
    with tempfile.TemporaryDirectory() as folder:
        source, program = os.path.join(folder, "v.cpp"), os.path.join(folder, "v")
        with open(source, "w") as file:
            file.write(PROGRAM)
        subprocess.check_call(args.cxx.split() + ["-std=c++17", "-O1", "-I", args.header_dir,
                                                  source, "-o", program])
        for arguments, values in blocks(os.path.join(HERE, "golden", "spec_vectors.txt")):
            run = [program] + [a.encode("latin-1") for a in arguments]
            lines = subprocess.check_output(run).decode().split("\n")[:-1]
            for want, line in zip(values, lines):
                got = [normal(x) for x in line.split()]
                wanted = normal(want)
                count += 1
                if got != (wanted if isinstance(wanted, list) else [wanted]):
                    failures += 1
                    print("FAIL", arguments, "want", want, "got", line)
            if len(lines) != len(values):
                failures += 1
                print("FAIL", arguments, "has", len(values), "values, the program", len(lines))
    print("%d/%d worked values agree" % (count - failures, count))
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
