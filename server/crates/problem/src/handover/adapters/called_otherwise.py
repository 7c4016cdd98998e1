# A program whose source stands at the end of this file, called and answering in another way than it was written for.
import io
import os
import sys
import traceback

# The first words on standard error say what the exit code says.
own = sys.stderr
if IS_CHECKER and not WANTS_CMS:
    sys.stderr = io.StringIO()
if IS_CHECKER:
    given, output, answer = sys.argv[1:4]
    if WANTS_CMS:
        output, answer = answer, output
        # What the program prints is not the share.
        words = os.dup(1)
        os.dup2(2, 1)
    if HAS_KATTIS:
        os.makedirs("feedback", exist_ok=True)
        sys.argv[1:] = [given, answer, "feedback/"]
        os.dup2(os.open(output, os.O_RDONLY), 0)
    else:
        sys.argv[1:] = [given, output, answer]
elif WANTS_CMS:
    os.dup2(os.open(sys.argv[1], os.O_RDONLY), 0)
    del sys.argv[1:]


DEF_RUN

def answer_with(status):
    sys.stdout.flush()
    is_yes = status == (42 if HAS_KATTIS else 0)
    is_no = status == 43 if HAS_KATTIS else status in (1, 2)
    if IS_CHECKER and WANTS_CMS and (is_yes or is_no):
        os.write(words, b"1.0\n" if is_yes else b"0.0\n")
        sys.exit(0)
    if IS_CHECKER and not WANTS_CMS:
        message = ""
        if HAS_KATTIS and os.path.exists("feedback/judgemessage.txt"):
            with open("feedback/judgemessage.txt", errors="replace") as file:
                message = file.read(4096)
        own.write("ok " if is_yes else "wrong answer " if is_no else "FAIL ")
        own.write(message or sys.stderr.getvalue())
        own.flush()
    sys.exit(0 if is_yes else 1 if is_no else 3)


answer_with(run(SOURCE))
