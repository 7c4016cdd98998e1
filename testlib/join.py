#!/usr/bin/env python3
"""Join the parts under src/ into testlib.h, which is what programs include.

usage: join.py [--check]

With --check nothing is written: exit status 1 tells that testlib.h is not what the parts make.
"""
import argparse
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
# Declarations, classes and templates, each part using only those before it.
DECLARATIONS = ["platform", "verdicts", "text", "random", "patterns", "readers", "objects", "streams",
                "program", "quit", "options", "generators", "scorers"]
# Function bodies, which a program can also have from an object file.
BODIES = ["platform", "verdicts", "text", "random", "patterns", "readers", "numbers", "variables", "extended", "options",
          "json", "trace", "record", "explain",
          "generative/choices", "generative/shapes", "generative/sites", "generative/odometer",
          "generative/structures", "generative/supply", "generative/policies",
          "generative/search",
          "opening", "streams", "number_streams", "plural", "quit", "validators",
          "checkers", "registration", "generators", "scorers"]
INTRODUCTION = """\
// testlib.h: validators, generators, checkers and interactors for programming contests.
//
// This is an independent implementation of the well-known header. A program includes this one
// file, calls one register function first in main, and then uses the objects inf, ouf, ans, rnd.
//
// The file is made of the parts under src/ by join.py; change those. Banners "==== NAME" open the
// sections: first everything that programs see, then the bodies of what is only declared there.
// Everything internal lives in namespace testlib_detail; all other names are part of the interface
// and are global, because existing programs expect them there. Functions are inline or templates,
// and all shared objects are reached through one function-local static, so any number of
// translation units may include the header.

#ifndef TESTLIB_H_INCLUDED
#define TESTLIB_H_INCLUDED
"""


def part(name):
    return (HERE / "src" / f"{name}.h").read_text(encoding="utf-8").strip("\n") + "\n"


def joined():
    parts = [INTRODUCTION]
    parts += [part(name) for name in DECLARATIONS]
    parts += ["#ifndef TESTLIB_SPLIT\n"]
    parts += [part(f"bodies/{name}") for name in BODIES]
    parts += ["#endif  // TESTLIB_SPLIT\n", "#endif  // TESTLIB_H_INCLUDED\n"]
    return "\n".join(parts)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    check = parser.parse_args().check
    header = HERE / "testlib.h"
    text = joined()
    if not check:
        header.write_text(text, encoding="utf-8")
    elif header.read_text(encoding="utf-8") != text:
        print("testlib.h is not what its parts make; run `python3 testlib/join.py`", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
