#!/usr/bin/env python3
"""Compile the header in every way in which programs use it, without a single warning.

usage: hygiene.py [HEADER_DIR] [--cxx g++] [--std c++11,c++14,...] [--other-cxx clang++]

For each language standard: two translation units that include the header are compiled with
-Wall -Wextra -Wpedantic -Werror and linked into one program, which is then run. For the default
standard also: calls that must not compile, and calls that only this header accepts.
The other compiler, if there is one, tries the standards up to C++20; it is never told what must not
compile, since it has no such attribute.
Exit status: 0 when everything is as it should be, 1 otherwise.
"""
import argparse, os, shutil, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]

# Includes before and after, `using namespace std`, and state that both units must share.
FIRST_UNIT = r"""
#include "testlib.h"
#include <bits/stdc++.h>
using namespace std;
int draw_in_second_unit();
string format_in_second_unit(int value);
int main(int argc, char* argv[]) {
    registerGen(argc, argv, 1);
    const int ours = rnd.next(1000000);
    random_t copy = rnd;
    const int theirs = draw_in_second_unit();
    ensure(theirs == copy.next(1000000));
    ensuref(format_in_second_unit(7) == "7;x", "format gave %s", format_in_second_unit(7).c_str());
    vector<int> values = rnd.perm(5);
    shuffle(values.begin(), values.end());
    println(ours, values);
    return 0;
}
"""
SECOND_UNIT = r"""
#include <bits/stdc++.h>
using namespace std;
#include "testlib.h"
int draw_in_second_unit() { return rnd.next(1000000); }
string format_in_second_unit(int value) { return format("%d;%s", value, "x"); }
"""
# Every reader and verdict once, so that no inline function stays unchecked by the compiler.
CHECKER = r"""
#include "testlib.h"
int main(int argc, char* argv[]) {
    setName("%s", "hygiene");
    registerTestlibCmd(argc, argv);
    while (!ans.seekEof()) {
        const int expected = ans.readInt(1, 10, "n"), found = ouf.readInt(1, 10, "n");
        if (expected != found)
            expectedButFound(_wa, expected, found, "number %d", 1);
    }
    if (argc > 100) quitp(0.5, "half");
    if (argc > 101) quitpi("a=1");
    quitif(argc > 102, _pe, "never");
    quitf(_ok, "fine");
}
"""
# Real numbers as options give them, bit by bit: with many digits, with exponents, at ties.
REALS = r"""
#include "testlib.h"
int main(int argc, char* argv[]) {
    registerGen(argc, argv, 1);
    for (int i = 0; i < 20000; ++i) {
        std::string text = rnd.next("-?[0-9]{1,3}");
        if (i % 4 == 1) text = rnd.next("[0-9]{1,40}[.][0-9]{1,40}");
        if (i % 4 == 2) text = rnd.next("[0-9]{1,12}[.][0-9]{1,7}e-?[0-9]{1,2}");
        if (i % 4 == 3) text = rnd.next("[0-9]{0,3}[.][0-9]{1,25}5{0,9}0{0,9}");
        printf("%s %La\n", text.c_str(), optValueToLongDouble(text));
    }
}
"""
# What is left without streams, maps and function objects.
LEAN = r"""
#define TESTLIB_LEAN
#include "testlib.h"
#if defined(_GLIBCXX_IOSTREAM) || defined(_GLIBCXX_MAP)
#error "lean programs include neither streams nor maps"
#endif
int main(int argc, char* argv[]) {
    registerGen(argc, argv, 1);
    const int n = opt<int>("n");
    println(n, opt<double>("p", 0.5), std::string("x"), true, 'c', 2.5f);
    const std::vector<int> values(static_cast<size_t>(n), 7);
    println(values.begin(), values.end());
    println(std::make_pair(1, 2), join(values, ','), vtos(1.5), split("a b", ' '));
}
"""
LEAN_PRINTS = "4 0.5 x 1 c 2.5\n7 7 7 7\n1 2 7,7,7,7 1.5 a b\n"
# What <format> of newer libraries adds to the overloads that `using namespace std` makes visible.
STD_FORMAT = r"""
#include <string>
#include <string_view>
#include <type_traits>
namespace std {
template <class... A> struct imitated_format_string {
    template <class T> requires is_convertible_v<const T&, string_view>
    consteval imitated_format_string(const T& s) : text(s) {}
    string_view text;
};
template <class... A>
string format(imitated_format_string<type_identity_t<A>...> f, A&&...) { return string(f.text); }
}
#include "testlib.h"
using namespace std;
int main() {
    int n = 5;
    const char* literal = "%d";
    string text = format("%d", 5) + format("%d", n) + format(literal, n) + format("%s", "x");
    return int(text.size() + format(string("%d"), n).size() + format("x").size());
}
"""
# What programs may write here although the usual header refuses it.
EXTENSIONS = r"""
#include "testlib.h"
#include <array>
using namespace std;
int main(int argc, char* argv[]) {
    registerGen(argc, argv, 1);
    long long wide = 10;
    vector<int> v = {1, 2, 3};
    static_assert(is_same<decltype(rnd.next(1, wide)), long long>::value, "");
    static_assert(is_same<decltype(rnd.next(1, v.size())), long long>::value, "");
    static_assert(is_same<decltype(rnd.next(short(1), char(2))), int>::value, "");
    rnd.next(1, wide); rnd.wnext(1, wide, 2); rnd.shuffle(v); rnd.shuffle(v.begin(), v.end());
    shuffle(v); int raw[] = {1, 2, 3}; rnd.any(raw); rnd.any(raw, raw + 3);
    println(); println(make_pair(1, 2)); println(vector<vector<int>>{{1, 2}, {3}});
    println(1, 2, 3, 4, 5, 6, 7, 8, 9); const char* c = "c"; println(string("s"), c);
    ensure(v.size() == 3u, "size %d", 3); ensure(pair<int, int>(1, 2).first == 1);
    ensuref(true, string("text")); ensure_ext(v.size() == 3u);
    if (argc > 100) { quitp(5LL, "x"); inf.readLong(1, 100, "n"); inf.readLongs(3, 1, 100); }
    return 0;
}
"""
FORBIDDEN = {
    "rand()": "Don't use rand(), use rnd.next() instead",
    "(srand(1), 0)": "Don't use srand()",
    "(random_shuffle(a, a + 2), 0)": "Don't use random_shuffle()",
    "(random_shuffle(v.begin(), v.end()), 0)": "Don't use random_shuffle()",
    "rnd.next(1, 2.5)": "give both the same type",
}


def run(command, cwd):
    done = subprocess.run(command, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.returncode, done.stdout.decode("utf-8", "replace")


def write(folder, name, text):
    with open(os.path.join(folder, name), "w") as file:
        file.write(text)


class Report:
    def __init__(self):
        self.failures = 0

    def expect(self, what, good, details):
        print(("ok    " if good else "FAIL  ") + what)
        if not good:
            self.failures += 1
            print(details)


def compile_flags(args, standard, cxx=None):
    return (cxx or args.cxx).split() + ["-std=" + standard, "-I", args.header_dir] + WARNINGS


def check_standard(args, standard, folder, report, cxx=None):
    flags = compile_flags(args, standard, cxx)
    standard = standard if cxx is None else cxx + " " + standard
    code, text = run(flags + ["-O1", "first.cpp", "second.cpp", "-o", "program"], folder)
    report.expect(standard + ": two translation units, no warnings", code == 0, text)
    if code == 0:
        code, text = run(["./program", "seed"], folder)
        report.expect(standard + ": the program runs", code == 0, text)
    code, text = run(flags + ["-fsyntax-only", "checker.cpp"], folder)
    report.expect(standard + ": a checker, no warnings", code == 0, text)


# Its C++23 is of before the standard.
OTHER_STANDARDS = ["c++11", "c++14", "c++17", "c++20"]


def check_other_compiler(args, folder, report):
    if shutil.which(args.other_cxx.split()[0]) is None:
        print("no %s: not tried" % args.other_cxx)
        return
    for standard in OTHER_STANDARDS:
        check_standard(args, standard, folder, report, args.other_cxx)


def check_forbidden(args, folder, report):
    for call, message in FORBIDDEN.items():
        write(folder, "forbidden.cpp", '#include "testlib.h"\nusing namespace std;\n'
              "int main() { int a[] = {1, 2}; vector<int> v(a, a + 2); return int(%s); }\n" % call)
        code, text = run(compile_flags(args, args.default) + ["-c", "forbidden.cpp"], folder)
        report.expect("does not compile: " + call, code != 0 and message in text, text)


def check_emulation(args, folder, report):
    """Real options have the same bits where long double is the 80-bit format and where it is not."""
    write(folder, "reals.cpp", REALS)
    shown = []
    for kind, flags in (("native", []), ("emulated", ["-DTESTLIB_EMULATE_EXTENDED"])):
        code, text = run(compile_flags(args, args.default) + flags + ["reals.cpp", "-o", kind], folder)
        report.expect(f"{kind} real options, no warnings", code == 0, text)
        shown.append(run([f"./{kind}", "1"], folder))
    report.expect("emulated real options have the native bits", shown[0] == shown[1] and shown[0][0] == 0,
                  shown[0][1][:300] + shown[1][1][:300])


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("header_dir", nargs="?", default=os.path.dirname(HERE))
    parser.add_argument("--cxx", default="g++")
    parser.add_argument("--std", default="c++11,c++14,c++17,c++20,c++23")
    parser.add_argument("--default", default="c++17")
    parser.add_argument("--other-cxx", default="clang++")
    args = parser.parse_args()
    args.header_dir = os.path.abspath(args.header_dir)
    report = Report()
    with tempfile.TemporaryDirectory() as folder:
        write(folder, "first.cpp", FIRST_UNIT)
        write(folder, "second.cpp", SECOND_UNIT)
        write(folder, "checker.cpp", CHECKER)
        write(folder, "extensions.cpp", EXTENSIONS)
        for standard in args.std.split(","):
            check_standard(args, standard, folder, report)
        check_other_compiler(args, folder, report)
        code, text = run(compile_flags(args, args.default) + ["-c", "extensions.cpp"], folder)
        report.expect("extensions compile", code == 0, text)
        strict = ["-DTESTLIB_STRICT_UPSTREAM", "-c", "extensions.cpp"]
        code, text = run(compile_flags(args, args.default) + strict, folder)
        report.expect("extensions are pointed out on demand",
                      code != 0 and "usual testlib.h" in text, text)
        check_emulation(args, folder, report)
        write(folder, "lean.cpp", LEAN)
        code, text = run(compile_flags(args, args.default) + ["lean.cpp", "-o", "lean"], folder)
        report.expect("a lean program, no warnings", code == 0, text)
        code, text = run(["./lean", "-n", "4"], folder)
        report.expect("the lean program prints what the full one does", text == LEAN_PRINTS, text)
        write(folder, "std_format.cpp", STD_FORMAT)
        code, text = run(compile_flags(args, "c++20") + ["-c", "std_format.cpp"], folder)
        report.expect("format beside std::format", code == 0, text)
        check_forbidden(args, folder, report)
    sys.exit(1 if report.failures else 0)


if __name__ == "__main__":
    main()
