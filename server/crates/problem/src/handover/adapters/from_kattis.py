# The program beside this file answers with 42 or 43, as packages of Kattis want it. This has it called and answer as
# testlib's programs are: 0 is yes, everything else is no.
import os
import runpy
import sys
import traceback

here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, here)
if IS_CHECKER:
    given, output, answer = sys.argv[1:4]
    os.makedirs("feedback", exist_ok=True)
    sys.argv[1:] = [given, answer, "feedback/"]
    os.dup2(os.open(output, os.O_RDONLY), 0)
program = os.path.join(here, PROGRAM)
sys.argv[0] = program
status = 0
try:
    runpy.run_path(program, run_name="__main__")
except SystemExit as end:
    status = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
except BaseException:
    traceback.print_exc()
sys.stdout.flush()
sys.exit(0 if status == 42 else 1 if status == 43 else 3)
