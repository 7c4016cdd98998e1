# A checker whose source stands at the end of this file. It prints what it thinks of an output: for CMS the share of the
# points, for SIO2 `OK` or `WRONG`, a comment and the share in percent. This has it called and answer in another way.
import io
import os
import sys
import traceback

given, output, answer = sys.argv[1:4]
if WANTS_CMS:
    output, answer = answer, output
if WANTS_KATTIS:
    answer, feedback = output, answer
    output = os.path.join(feedback, "output.txt")
    with open(output, "wb") as file:
        file.write(sys.stdin.buffer.read())
    sys.stderr = open(os.path.join(feedback, "judgemessage.txt"), "w")
sys.argv[1:] = [given, output, answer] if IS_SIO2 else [given, answer, output]
# The first words on standard error say what the exit code says.
words = sys.stderr
if not WANTS_KATTIS and not WANTS_CMS:
    sys.stderr = io.StringIO()
own, caught = sys.stdout, io.BytesIO()
sys.stdout = io.TextIOWrapper(caught, encoding="utf-8")


DEF_RUN

def number(text):
    try:
        above, _, below = text.partition("/")
        return float(above) / float(below or 1)
    except (ValueError, ZeroDivisionError):
        return None


def judge(status, lines):
    """The share of the points; None is a failure of the checker."""
    if IS_SIO2:
        print(lines[1], end="", file=sys.stderr)
        if status not in (0, 1, 2):
            return None
        if lines[0] != "OK":
            return 0.0
        percent = number(lines[2] or "100")
        return percent / 100 if percent is not None and 0 <= percent <= 100 else None
    if status == 0 and lines[0]:
        return number(lines[0])
    return 1.0 if status == 0 else 0.0 if status in (1, 2, 4, 8) else None


def answer_with(status):
    sys.stdout.flush()
    lines = [line.strip() for line in caught.getvalue().decode(errors="replace").split("\n")] + ["", ""]
    share = judge(status, lines)
    is_yes = share is not None and (lines[0] == "OK" if IS_SIO2 else share >= 1)
    if share is not None and WANTS_CMS:
        own.write("%g\n" % share)
        own.flush()
    if not WANTS_KATTIS and not WANTS_CMS:
        words.write("FAIL " if share is None else "ok " if is_yes else "wrong answer ")
        words.write(sys.stderr.getvalue())
        words.flush()
    sys.stderr.flush()
    os._exit(FAILED_CODE if share is None else YES_CODE if is_yes or WANTS_CMS else NO_CODE)


answer_with(run(SOURCE))
