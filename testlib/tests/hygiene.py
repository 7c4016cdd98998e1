#!/usr/bin/env python3
"""Compile the header in every way in which programs use it, without a single warning.

usage: hygiene.py [HEADER_DIR] [--cxx g++] [--std c++11,c++14,...] [--other-cxx clang++]

For each language standard: two translation units that include the header are compiled with
-Wall -Wextra -Wpedantic -Werror and linked into one program, which is then run. For the default
standard also: calls that only this header accepts, calls that must not compile, and what the
compiler says about them, and where. The other compiler, if there is one, tries the standards up to C++20.
Exit status: 0 when everything is as it should be, 1 otherwise.
"""
import argparse, os, platform, re, shutil, subprocess, sys, tempfile

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
# Habits from solutions: code for another machine, for the whole program or for the header alone.
MACHINES = {
    "for the whole program": """\
#pragma GCC optimize("O3,unroll-loops")
#pragma GCC target("avx2,bmi,popcnt")
#include "testlib.h"
""",
    "behind the header": """\
#include "testlib.h"
#pragma GCC optimize("Ofast")
#pragma GCC target("avx2,bmi,popcnt")
""",
    "for the header alone": """\
#pragma GCC push_options
#pragma GCC target("avx2,bmi,popcnt")
#include "testlib.h"
#pragma GCC pop_options
""",
}
MACHINE_PROGRAM = """
static int drawn = rnd.next(1, 10);
int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    const int n = inf.readInt(1, 100, "n");
    inf.readEoln();
    const std::vector<int> a = inf.readInts(n, 1, 100, "a");
    inf.readEoln();
    const std::string s = inf.readToken(format("[a-z]{1,%d}", drawn), "s");
    ensuref(!s.empty(), "nothing");
    println(s, a, pattern("a").src(), inf.reader->getLine());
    inf.readEof();
}
"""

VALIDATOR = r"""
#include "testlib.h"
int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    const int n = inf.readInt(1, 5, "n");
    inf.readEoln();
    const std::vector<long long> values = inf.readLongs(n, -9LL, 9LL, "values");
    inf.readEoln();
    inf.readToken("[a-z]{1,5}", "word");
    inf.readEoln();
    ensuref(values[0] != 0, "the first value is 0");
    inf.readEof();
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
# What stands before the statements of the lists below.
HEAD = r"""#include <iostream>
#include <utility>
struct printed {};
inline std::ostream& operator<<(std::ostream& out, printed) { return out; }
inline std::ostream& operator<<(std::ostream& out, const std::pair<printed, int>&) { return out; }
#include "testlib.h"
#include <array>
#include <complex>
#include <list>
using namespace std;
enum color { red };
void test(int argc, char* argv[]) {
registerGen(argc, argv, 1);
int n = 3; long long wide = 10; unsigned seven = 7; size_t size = 5; double real = 1e18;
int raw[] = {1, 2, 3}; vector<int> v = {1, 2, 3}; string s = "s"; const char* c = "c"; char letters[] = "abc";
"""
# What programs may write here although the usual header refuses it, and what the warning then says. With
# TESTLIB_STRICT_UPSTREAM each of them is an error that says the same.
TWO_TYPES = "of two types: give both the same type, as in rnd.%s"
ARRAY = "of %s: write a[rnd."
WHOLE_SHUFFLE = "write shuffle(v.begin(), v.end())"
LINE = "println of pairs, of containers in containers, of more than seven values"
MESSAGE = 'with a std::string: give "%s", message.c_str()'
ENSURE = "ensure with a message: write ensuref(condition, "
POINTS = "quitp of this type: give an int or a double"
EXTENSIONS = {
    "long long x = rnd.next(1, wide); n = int(x);": TWO_TYPES % "next(1LL, n)",
    "long long x = rnd.next(1, v.size()); n = int(x);": TWO_TYPES % "next(1LL, n)",
    "auto x = rnd.next(5u, 10); static_assert(is_same<decltype(x), long long>::value, \"\"); n = int(x);": TWO_TYPES % "next",
    "rnd.next(wide, 10);": TWO_TYPES % "next(1LL, n)",
    "rnd.next(seven, size);": TWO_TYPES % "next(1LL, n)",
    "rnd.wnext(1, wide, 2);": TWO_TYPES % "wnext(1LL, n, type)",
    "rnd.wnext(0, size, -2);": TWO_TYPES % "wnext(1LL, n, type)",
    "vector<long long> x = rnd.distinct(3, 1, 10LL); v.resize(x.size());": TWO_TYPES % "distinct(size, 1LL, n)",
    "vector<long long> x = rnd.distinct(3, 1, size); v.resize(x.size());": TWO_TYPES % "distinct(size, 1LL, n)",
    "vector<int> x = rnd.distinct(3, short(1), 10); v.resize(x.size());": TWO_TYPES % "distinct(size, 1LL, n)",
    "vector<long long> x = rnd.partition(3, 10LL, 1); v.resize(x.size());": TWO_TYPES % "partition(size, sum, 1LL)",
    "rnd.shuffle(v);": WHOLE_SHUFFLE,
    "rnd.shuffle(v.begin(), v.end());": WHOLE_SHUFFLE,
    "shuffle(v);": WHOLE_SHUFFLE,
    "rnd.any(raw);": ARRAY % "an array",
    "rnd.any(raw, raw + 3);": ARRAY % "pointers",
    "rnd.wany(raw, 2);": ARRAY % "an array",
    "rnd.wany(raw, raw + 3, 2);": ARRAY % "pointers",
    "println();": 'println without values: write println("")',
    "println(make_pair(1, 2));": LINE,
    "println(1, make_pair(1, 2));": LINE,
    "println(vector<vector<int>>{{1, 2}, {3}});": LINE,
    "println(vector<pair<int, int>>{{1, 2}});": LINE,
    "vector<pair<int, int>> x = {{1, 2}}; println(x.begin(), x.end());": LINE,
    "println(array<vector<int>, 1>{{{1, 2}}});": LINE,
    "println(1, 2, 3, 4, 5, 6, 7, 8);": LINE,
    "println(s, c);": LINE,
    "println(s, letters + 0);": LINE,
    'ensure(n == 3, "size %d", 3);': ENSURE,
    "ensure(n == 3, s);": ENSURE,
    "ensuref(true, s);": MESSAGE,
    "inf.ensuref(true, s);": MESSAGE,
    "quitif(false, _wa, s);": MESSAGE,
    "ouf.quitif(false, _wa, s);": MESSAGE,
    "if (argc > 9) quitf(_wa, s);": "quitf with a std::string: write quit(result, message)",
    "if (argc > 9) ouf.quitf(_wa, s);": "quitf with a std::string: write quits(result, message)",
    "ensure_ext(n == 3);": "ensure_ext that compiles: write ensure(condition)",
    'if (argc > 9) quitp(5LL, "x");': POINTS,
    "if (argc > 9) quitp(5LL, s);": POINTS,
    "if (argc > 9) quitp(size);": POINTS,
    'if (argc > 9) quitp(5u, "%d", 5);': POINTS,
    'inf.readLong(1, 100, "n");': "readLong with bounds of these types: write 1LL, 100LL",
    "inf.readLong(1, real);": "readLong with bounds of these types: write 1LL, 100LL",
    "inf.readLong(-1e18, 1e18);": "readLong with bounds of these types: write 1LL, 100LL",
    "inf.readLongs(3, 1, 100);": "readLongs with bounds of these types: write 1LL, 100LL",
    "rnd.randint(1, 10);": "rnd.randint: write rnd.next(from, to)",
    "rnd.randint(1, wide);": "rnd.randint: write rnd.next(from, to)",
    "rnd.nextInt(10);": "rnd.nextInt: write rnd.next(n), which is from 0 to n - 1",
    "rnd.next_double();": "rnd.next_double: write rnd.next()",
    "rnd.next_double(1, 2);": "rnd.next_double: write rnd.next(from, to) with real numbers",
    "rnd.nextDouble();": "rnd.nextDouble: write rnd.next()",
    "rnd.nextDouble(1, 2);": "rnd.nextDouble: write rnd.next(from, to) with real numbers",
    "inf.readEOLN();": "readEOLN: write readEoln()",
    "inf.readEOF();": "readEOF: write readEof()",
    "if (argc > 9) quit(_ok);": 'quit without a message: write quit(result, "message")',
}
NOT_UPSTREAM = "fails-with-upstream-testlib: the usual testlib.h has no "
# Wrong calls that are answered with one sentence.
WRONG_CALLS = {
    "rnd.next(1, 2.5);": "give both the same type",
    "rnd.wnext(1, 2.5, 3);": "give both the same type",
    "rnd.distinct(3, 1, 2.5);": "give both the same type",
    "rnd.partition(3, 10.5, 1);": "give both the same type",
    "rnd.nextInt(1, 10);": "write rnd.next(from, to), where both ends are included",
    "rnd.nextPerm(5);": "write rnd.perm(n), or rnd.perm(n, 1) to begin with 1",
    'inf.readInt("n");': "both bounds come before the name: readInt(1, 100,",
    "inf.readInt(s);": "both bounds come before the name: readInt(1, 100,",
    "inf.readInt(5);": "both bounds come before the name: readInt(1, 100,",
    'inf.readLong("n");': "both bounds come before the name: readLong(1LL, 100LL,",
    'inf.readInt(1, 10, "n", 5);': "readInt takes two bounds and a name",
    "inf.readInts(n, 1, 10, ' ');": "there is no separator to give: write readInts(n, 1, 100,",
    "inf.readString(n);": "texts are not read by length",
    "inf.readLine(n);": "texts are not read by length",
    "inf.readToken(n);": "texts are not read by length",
    "inf.readWord(size);": "texts are not read by length",
    "inf.readIntegerTo(n);": "there is no readIntegerTo: write x = inf.readInt(1, 100,",
    "registerChecker(argc, argv);": "there is no registerChecker: write registerTestlibCmd(argc, argv)",
    'ensure(n == 3, "%s", s);': "use .c_str() for strings",
    "opt<vector<int>>(s);": "opt<T>: T is bool, an integer type, a floating type or std::string",
    "if (argc > 9) quitp(s);": "quitp: points are a number",
}
# Calls whose results would differ between machines. GCC only knows when it makes code of them.
FORBIDDEN = {
    "n = rand();": "Don't use rand(), use rnd.next() instead",
    "srand(1);": "Don't use srand()",
    "random_shuffle(raw, raw + 2);": "Don't use random_shuffle()",
    "random_shuffle(v.begin(), v.end());": "Don't use random_shuffle()",
}
# What the usual header accepts gets no warning, and stays accepted with TESTLIB_STRICT_UPSTREAM.
PORTABLE = [
    "rnd.next(1, 10); rnd.next(1LL, wide); rnd.next('a', 'z'); rnd.next(1.0, 2.5f); rnd.next(1u, seven);",
    "vector<int> x = rnd.distinct<int>(3, 1, wide); v = rnd.distinct(3, 1, 9); v = rnd.partition<int>(3, wide, 1);",
    "rnd.wnext(10, 2); rnd.wnext(1, 10, wide > 5 ? 2 : 3); rnd.any(v); rnd.any(s); rnd.any(v.begin(), v.end());",
    "rnd.perm(n, 1LL); rnd.perm(size); shuffle(raw, raw + 3); shuffle(v.begin(), v.end());",
    "println(1, 2, 3, 4, 5, 6, 7); println(v); println(1, v, s, c, letters); println(raw, raw + 3);",
    "println(v.begin(), v.end()); println(c, c); println(s); println(\"s\", \"tt\"); println(s, \"tt\"); println(c, s);",
    "vector<vector<int>> rows = {v, v}; println(rows.begin(), rows.end()); println(list<string>{s, s}, vector<bool>(3));",
    "println(true, 'c', 1.5, short(1), wide, red); println(letters, letters); println(s.begin(), s.end());",
    "println(complex<double>(1, 2), printed()); println(vector<printed>(2)); println(printed(), array<int, 2>{{1, 2}});",
    "vector<pair<printed, int>> rows; println(rows.size()); println(make_pair(printed(), 1)); println(rows);",
    "ensure(n == 3); ensuref(n == 3, \"n is %d\", n); inf.ensuref(true, \"x\"); quitif(false, _wa, \"%s\", c);",
    'if (argc > 9) quitp(5, "x"); if (argc > 9) quitp(0.5f); if (argc > 9) quitp(short(1), s); if (argc > 9) quitp(1.5L);',
    'if (argc > 9) quitp(0.5, "%d", n); if (argc > 9) quitp(red); if (argc > 9) quit(_ok, ""); if (argc > 9) quitf(_ok, "x");',
    "inf.readInt(); inf.readInt(1, 10); inf.readInt(1, 1e9, s); inf.readInts(n, 1, 10, s, 0); inf.readLong(1LL, 1e18);",
    "inf.readLong(1, wide); inf.readLong(0, 5ULL); inf.readToken(c, s); inf.readLine(s); inf.readString(pattern(s));",
    "opt<int>(1); opt<int>(s, 5); opt(c); int registerChecker = n; rnd.next(registerChecker);",
]
# The errors begin with the one that says what is wrong, and end with it, too.
INT_IS_MACRO = """
#include <bits/stdc++.h>
#define int long long
#include "testlib.h"
signed main() { return 0; }
"""
# What programs call their constants and shorthands: all letters that the standard library leaves alone.
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZdfgjloqruvwxyz"
# Failures and the line that follows their report with TESTLIB_HINTS in the environment.
HINTED = r"""
#include "testlib.h"
using namespace std;
int main(int argc, char* argv[]) {
    const string what = argv[1];
    if (what[0] == 'v') {
        registerValidation();
        inf.readInt();
        if (what == "v-token") inf.readInt();
        if (what == "v-eoln") inf.readEoln();
        if (what == "v-eof") inf.readEof();
        quitf(_wa, "bad");
    }
    registerGen(argc, argv, 1);
    if (what == "star") rnd.next("[a-z]*");
    if (what == "group") pattern("a(b)c");
    if (what == "key") opt<int>("n");
    if (what == "unused") has_opt("n");
}
"""
HINTS = [
    ("v-token", "FAIL Unexpected white-space - token expected (stdin, line 1)",
     "a token was expected, here is a space: is a readSpace missing, or is the space one too many"),
    ("v-eoln", "FAIL Expected EOLN (stdin, line 1)",
     "a line end was expected, here is a space: is a readSpace missing, or is the space one too many"),
    ("v-eof", "FAIL Expected EOF (stdin, line 1)",
     "the end of the file was expected, here is a space: is a readSpace missing, or is the space one too many"),
    ("v-quitf", "FAIL bad ()", "there is no participant here: write ensuref, or inf.quitf"),
    ("star", "FAIL pattern::next(random_t& rnd): can't process character '*' for generation",
     "the pattern has a *: write {0,n}"),
    ("group", 'FAIL pattern: Illegal pattern (or part) "b)c"',
     "at character 3 of the pattern without its spaces; a group stands at its end, and \\ takes a character literally"),
    ("key n=5 -k 1", "FAIL Opts: unknown key 'n'", "keys on the command line: k; a key begins with a dash: -n=..."),
    ("unused -b 1 -a 2", "FAIL Opts: unused key 'a'", "unused keys: a, b"),
]
INT_SENTENCE = "int is a macro: include testlib.h before #define int long long"


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
    code, text = run(flags + ["-DTESTLIB_GENERATIVE", "-fsyntax-only", "validator.cpp"], folder)
    report.expect(standard + ": a validator to run backwards, no warnings", code == 0, text)


# Its C++23 is of before the standard.
OTHER_STANDARDS = ["c++11", "c++14", "c++17", "c++20"]


def check_other_compiler(args, folder, report):
    if shutil.which(args.other_cxx.split()[0]) is None:
        print("no %s: not tried" % args.other_cxx)
        return
    for standard in OTHER_STANDARDS:
        check_standard(args, standard, folder, report, args.other_cxx)


class Statements:
    """Statements, each on a line of its own, and what a compiler says about each."""

    def __init__(self, args, folder, statements):
        self.args, self.folder, self.statements = args, folder, list(statements)
        self.first_line = HEAD.count("\n") + 1
        lines = ["{ %s }\n" % statement for statement in self.statements]
        write(folder, "statements.cpp", HEAD + "".join(lines) + "}\n")

    def compile(self, cxx, flags):
        """The compiler's output, and the diagnostics of each statement."""
        command = compile_flags(self.args, self.args.default, cxx) + flags
        command = [flag for flag in command if flag != "-Werror"] + ["statements.cpp"]
        if "clang" in command[0]:
            command.append("-ferror-limit=0")
        text = run(command, self.folder)[1]
        found = [""] * len(self.statements)
        for line, message in diagnostics(text):
            if 0 <= line - self.first_line < len(found):
                found[line - self.first_line] += message + "\n"
        return text, found


# Paths may have spaces.
DIAGNOSTIC = re.compile(r"^([^:]+):(\d+):\d+: (?:fatal )?(error|warning): (.*)")
PLACE = re.compile(r"^(?:In file included from )?(?!\s+from )\s*([^:]+):(\d+):")


def diagnostics(text):
    """Pairs of a line of the statements and an error or a warning there or in a template or a macro used there."""
    pending, before, lines = None, None, []
    for row in text.split("\n"):
        place, said = PLACE.match(row), DIAGNOSTIC.match(row)
        here = int(place.group(2)) if place and place.group(1).endswith("statements.cpp") else None
        if said:
            message = said.group(3) + ": " + said.group(4)
            pending = None
            if here is not None:
                lines.append((here, message))
            elif before is not None:
                lines.append((before, message))
            else:
                pending = message
        elif here is not None:
            if pending is not None:
                lines.append((here, pending))
                pending = None
            elif "required from" in row:
                before = here
    return lines


def check_statements(args, folder, report, cxx, what, statements, flags, expected):
    """`expected` is the message of each statement by its text, or "" where there should be none."""
    text, found = Statements(args, folder, statements).compile(cxx, flags)
    wrong = [statement + "\n" + messages for statement, messages in zip(statements, found)
             if (expected(statement) not in messages if expected(statement) else messages)]
    report.expect("%s: %s" % (cxx, what), not wrong, "\n".join(wrong) + text[:3000] if wrong else "")


def check_extensions(args, folder, report, cxx, what, flags, severity):
    """Each says what is missing and what to write, at the call: only macros are shown where they are defined."""
    text, found = Statements(args, folder, EXTENSIONS).compile(cxx, flags)
    wrong = [statement + "\n" + messages for (statement, sentence), messages in zip(EXTENSIONS.items(), found)
             if not messages or not all(row.startswith(severity) and NOT_UPSTREAM in row and sentence in row
                                        for row in messages.splitlines())]
    wrong += [row for row in text.splitlines() if DIAGNOSTIC.match(row) and "statements.cpp" not in row.split(":")[0]
              and "ensure" not in row]
    report.expect("%s: %s" % (cxx, what), not wrong, "\n".join(wrong) + text[:3000] if wrong else "")


def check_calls(args, folder, report, cxx):
    syntax = ["-fsyntax-only"]
    strict = syntax + ["-DTESTLIB_STRICT_UPSTREAM"]
    def check(what, statements, flags, expected):
        check_statements(args, folder, report, cxx, what, list(statements), flags, expected)
    def fine(_):
        return ""
    def compiles(what, text, flags):
        write(folder, "whole.cpp", text)
        code, said = run(compile_flags(args, args.default, cxx) + syntax + flags + ["whole.cpp"], folder)
        report.expect("%s: %s" % (cxx, what), code == 0, said[:3000])
    include = '#include "testlib.h"\n'
    compiles("without streams", include, ["-DTESTLIB_LEAN"])
    compiles("without streams, strictly", include, ["-DTESTLIB_LEAN"] + strict)
    compiles("macros of one letter", "".join("#define %s 100005\n" % c for c in LETTERS) + include, [])
    check_extensions(args, folder, report, cxx, "extensions get a warning", syntax, "warning")
    check_extensions(args, folder, report, cxx, "extensions are refused on demand", strict, "error")
    check("portable calls get no warning", PORTABLE, syntax, fine)
    check("portable calls are not refused", PORTABLE, strict, fine)
    check("wrong calls", WRONG_CALLS, syntax, lambda call: WRONG_CALLS[call])
    check("forbidden calls", FORBIDDEN, ["-c", "-o", os.devnull], lambda call: FORBIDDEN[call])
    write(folder, "int.cpp", INT_IS_MACRO)
    flags = [flag for flag in compile_flags(args, args.default, cxx) if flag not in WARNINGS]
    code, text = run(flags + ["-fsyntax-only", "int.cpp"], folder)
    errors = re.findall(r"error: .*", text)
    report.expect(cxx + ": int is a macro", len(errors) == 1 and INT_SENTENCE in errors[0], text)


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


def check_machines(args, folder, report):
    if platform.machine() not in ("x86_64", "AMD64"):
        return
    for what, start in MACHINES.items():
        write(folder, "machine.cpp", start + MACHINE_PROGRAM)
        for level in ["-O0", "-O2"]:
            code, text = run(compile_flags(args, args.default) + [level, "-c", "machine.cpp"], folder)
            report.expect(f"code for another machine {what}, {level}", code == 0, text[:3000])


def check_hints(args, folder, report):
    write(folder, "hinted.cpp", HINTED)
    code, text = run(compile_flags(args, args.default) + ["hinted.cpp", "-o", "hinted"], folder)
    report.expect("failures with hints compile", code == 0, text)
    for arguments, failure, hint in HINTS if code == 0 else []:
        for environment, expected in [({}, [failure]), ({"TESTLIB_HINTS": "1"}, [failure, "Hint: " + hint])]:
            done = subprocess.run(["./hinted"] + arguments.split(), cwd=folder, input=b"1 2\n", stderr=subprocess.PIPE,
                                  env={**os.environ, **environment})
            said = done.stderr.decode().splitlines()
            good = done.returncode == 3 and said == expected
            report.expect("%s hint: %s" % ("with" if environment else "without", arguments), good, "\n".join(said))


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
        write(folder, "validator.cpp", VALIDATOR)
        for standard in args.std.split(","):
            check_standard(args, standard, folder, report)
        check_other_compiler(args, folder, report)
        check_hints(args, folder, report)
        check_machines(args, folder, report)
        for cxx in [args.cxx, args.other_cxx]:
            if shutil.which(cxx.split()[0]) is not None:
                check_calls(args, folder, report, cxx)
        check_emulation(args, folder, report)
        write(folder, "lean.cpp", LEAN)
        # It also prints what only this header prints.
        code, text = run(compile_flags(args, args.default) + ["-Wno-deprecated-declarations", "lean.cpp", "-o", "lean"], folder)
        report.expect("a lean program, no warnings", code == 0, text)
        code, text = run(["./lean", "-n", "4"], folder)
        report.expect("the lean program prints what the full one does", text == LEAN_PRINTS, text)
        write(folder, "std_format.cpp", STD_FORMAT)
        code, text = run(compile_flags(args, "c++20") + ["-c", "std_format.cpp"], folder)
        report.expect("format beside std::format", code == 0, text)
    sys.exit(1 if report.failures else 0)


if __name__ == "__main__":
    main()
