"""What bench.py measures: the inputs and the rows of its table."""
from typing import NamedTuple, Optional, Tuple

MILLION = 1000000


class Command(NamedTuple):
    """A program of programs/, floors/ or ../checkers/, or a call of the compiler."""
    program: str
    args: Tuple[str, ...] = ()
    stdin: Optional[str] = None
    env: Tuple[Tuple[str, str], ...] = ()


class Row(NamedTuple):
    """A comparison. An aim is the largest good ratio, or seconds where `aim_unit` says so."""
    name: str
    floor: Command
    ours: Command
    aim: Optional[float] = None
    aim_unit: str = ""
    quantity: str = "seconds"      # or "memory"
    same_output: bool = False
    throughput_of: Tuple[str, ...] = ()
    needs: str = ""                # a feature of the header, see FEATURES


# Name: kind, number of items, items per line. See inputs.cpp.
INPUTS = {
    "ints": ("small", 10 * MILLION, 0),
    "fewer-ints": ("small", MILLION, 0),
    "int-lines": ("small", 10 * MILLION, -1),
    "fewer-int-lines": ("small", MILLION, -1),
    "longs": ("large", 5 * MILLION, 0),
    "tokens": ("token", MILLION, 0),
    "token-lines": ("token", MILLION, -1),
    "decimals": ("decimal", MILLION, 0),
    "long-token": ("letters", 30 * MILLION, -1),
    "words": ("word", 6670000, 10),
    "numbers": ("signed", 4550000, 10),
    "reals": ("decimal", 3570000, 10),
}

# Name: a file of the header's folder, what it contains, and the words for its absence.
FEATURES = {
    "split": ("testlib.cpp", "", "no split form"),
    "lean": ("testlib.h", "TESTLIB_LEAN", "no lean mode"),
    "trace": ("testlib.h", "TESTLIB_TRACE", "no trace"),
    "binary trace": ("testlib.h", "TESTLIB_TRACE_FORMAT", "no binary trace"),
}

COMPILER = "{compiler}"
TRACE = (("TESTLIB_TRACE", "{work}/trace"), ("TESTLIB_TRACE_LEVEL", "reads"))
BINARY_TRACE = TRACE + (("TESTLIB_TRACE_FORMAT", "bin"),)

COMPILE_AIM, SPLIT_AIM, LEAN_AIM_SECONDS = 1.35, 0.8, 0.3
READ_AIM, TEXT_AIM, CHECKER_AIM, PRINT_AIM, DRAW_AIM = 2.2, 3.0, 2.2, 2.0, 1.3
TRACE_AIM, MEMORY_AIM = 1.3, 1.1


def compiling(source, *flags):
    return Command(COMPILER, flags + (source, "-o", "{work}/compiled"))


def includes_alone(*flags):
    return compiling("{here}/floors/includes.cpp", *flags)


def compile_row(kind, level):
    program = compiling("{here}/programs/minimal_%s.cpp" % kind, level, "-I", "{header}")
    return Row("compile %s %s" % (kind, level), includes_alone(level), program, COMPILE_AIM)


def lean_row():
    program = compiling("{here}/programs/minimal_validator.cpp", "-O2", "-DTESTLIB_LEAN",
                        "-I", "{header}")
    return Row("compile lean validator -O2", includes_alone("-O2"), program, LEAN_AIM_SECONDS,
               "s", needs="lean")


SPLIT_FLAGS = ("-O2", "-fwhole-program", "-DTESTLIB_SPLIT")


def split_row(kind):
    # Only the precompiled header is on the include path: if it does not fit, nothing compiles.
    program = compiling("{here}/programs/minimal_%s.cpp" % kind, *SPLIT_FLAGS,
                        "-I", "{split}", "{split}/testlib.o")
    return Row("compile split %s -O2" % kind, includes_alone("-O2"), program, SPLIT_AIM,
               needs="split")


def validator_row(name, program, data, floor, aim):
    return Row("validate " + name, Command("floors/" + floor[0], floor[1:], data),
               Command("programs/" + program, (), data), aim)


def memory_row(name, program, data):
    command = "programs/" + program
    return Row("memory of %s, 1/10 of input and all" % name,
               Command(command, (), "fewer-" + data), Command(command, (), data), MEMORY_AIM,
               quantity="memory")


def trace_row(manner, env, needs, data, aim=None):
    plain = Command("programs/validate_ints", (), data)
    return Row("validate named ints, " + manner, plain, plain._replace(env=env), aim, needs=needs)


def checker_row(checker, floor, data, *floor_args):
    pair = ("{data}/" + data, "{data}/" + data + ".copy")
    return Row("check with " + checker, Command("floors/" + floor, pair + floor_args),
               Command("checkers/" + checker, ("/dev/null",) + pair), CHECKER_AIM,
               throughput_of=pair)


def printing_row(name, program, aim=None, per_line="1"):
    count = ("{10M}",)
    floor = Command("floors/print", count, env=(("PER_LINE", per_line),))
    return Row("print 10^7 ints: " + name, floor, Command("programs/" + program, count), aim,
               same_output=True)


def drawing_row(name, program, count):
    return Row(name, Command("floors/" + program, (count,)),
               Command("programs/" + program, (count,)), DRAW_AIM, same_output=True)


SMALL_INTS = ("ints", "1000000000", "space")
INT_LINES = ("ints", "1000000000", "line")
LARGE_INTS = ("ints", "1000000000000000000", "space")

ROWS = [
    compile_row("validator", "-O2"),
    compile_row("generator", "-O2"),
    compile_row("checker", "-O2"),
    compile_row("validator", "-O1"),
    compile_row("generator", "-O1"),
    compile_row("checker", "-O1"),
    lean_row(),
    split_row("validator"),
    split_row("generator"),
    split_row("checker"),
    validator_row("10^7 named ints", "validate_ints", "ints", SMALL_INTS, READ_AIM),
    validator_row("10^7 named ints, plural", "validate_ints_plural", "ints", SMALL_INTS, READ_AIM),
    validator_row("10^7 named ints, one per line", "validate_ints_lines", "int-lines", INT_LINES,
                  READ_AIM),
    validator_row("10^7 unnamed ints", "validate_ints_unnamed", "ints", SMALL_INTS, READ_AIM),
    validator_row("5*10^6 named longs", "validate_longs", "longs", LARGE_INTS, READ_AIM),
    memory_row("named ints", "validate_ints", "ints"),
    memory_row("named ints, one per line", "validate_ints_lines", "int-lines"),
    validator_row("10^6 tokens with a pattern", "validate_tokens", "tokens", ("tokens", "space"),
                  TEXT_AIM),
    validator_row("10^6 lines with a pattern", "validate_lines", "token-lines",
                  ("tokens", "line"), TEXT_AIM),
    validator_row("10^6 strict doubles", "validate_doubles", "decimals", ("decimals",), TEXT_AIM),
    validator_row("a token of 30 MB with a pattern", "validate_long_token", "long-token",
                  ("long_token",), TEXT_AIM),
    trace_row("10^6, each read told in JSON", TRACE, "trace", "fewer-ints"),
    trace_row("10^7, all reads told packed", BINARY_TRACE, "binary trace", "ints", TRACE_AIM),
    checker_row("wcmp", "compare_words", "words"),
    checker_row("lcmp", "compare_words", "words", "lines"),
    checker_row("fcmp", "compare_lines", "words"),
    checker_row("ncmp", "compare_ints", "numbers"),
    checker_row("rcmp6", "compare_decimals", "reals"),
    printing_row("println(x)", "print_values", PRINT_AIM),
    printing_row("println(x, y)", "print_pairs", PRINT_AIM, per_line="2"),
    printing_row("println(vector)", "print_vector", PRINT_AIM, per_line="0"),
    printing_row("cout << x", "print_cout"),
    printing_row("printf", "print_printf"),
    drawing_row("10^8 draws of rnd.next(a, b)", "draw", "{100M}"),
    drawing_row("10 times rnd.perm(10^6)", "permute", "{1M}"),
    drawing_row("rnd.distinct(10^6, 1, 10^9)", "distinct", "{1M}"),
]
