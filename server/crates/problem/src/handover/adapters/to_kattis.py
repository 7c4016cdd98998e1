# The program beside this file is called as testlib's are and answers with 0 or something else. This has it called and
# answer as packages of Kattis want it: 42 is yes, 43 is no.
import os
import runpy
import sys

here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, here)
if IS_CHECKER:
    given, answer, feedback = sys.argv[1:4]
    output = os.path.join(feedback, "output.txt")
    with open(output, "wb") as file:
        file.write(sys.stdin.buffer.read())
    sys.argv[1:] = [given, output, answer]
    sys.stderr = open(os.path.join(feedback, "judgemessage.txt"), "w")
program = os.path.join(here, PROGRAM)
sys.argv[0] = program
status = 0
try:
    runpy.run_path(program, run_name="__main__")
except SystemExit as end:
    status = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
except Exception:
    status = 1
    if IS_CHECKER:
        raise
sys.stdout.flush()
sys.stderr.flush()
sys.exit(42 if status == 0 else 43)
