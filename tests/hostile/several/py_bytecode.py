# Replaces its own script and bytecode for its next run.
# Expected: AC each time: its script is the one of the folder.
import os
import sys

text = sys.stdin.read()


def place(key):
    return next((line[len(key) + 1:] for line in text.splitlines() if line.startswith(key + ' ')), '')


def end(trouble=None):
    print(f'ESCAPED: {trouble}' if trouble else text.split()[0], flush=True)
    sys.exit()


script = os.path.abspath(sys.argv[0])
for path in [script, os.path.join(os.path.dirname(script), 'io.py'), os.path.join(os.path.dirname(script), 'encodings.py')]:
    try:
        if os.path.lexists(path):
            os.unlink(path)
        with open(path, 'w') as file:
            file.write("print('ESCAPED: a script of an earlier run')\n")
    except OSError:
        pass
end()
