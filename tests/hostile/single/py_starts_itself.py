# Starts its interpreter and system programs anew.
# Expected: AC: none of them can do more than it can.
import os
import subprocess
import sys

text = sys.stdin.read()


def place(key):
    return next((line[len(key) + 1:] for line in text.splitlines() if line.startswith(key + ' ')), '')


def end(trouble=None):
    print(f'ESCAPED: {trouble}' if trouble else text.split()[0], flush=True)
    sys.exit()


here = os.path.abspath(place('home') + '/secret.txt')
for command in [[sys.executable, '-c', f'print(open({here!r}).read())'], ['/bin/cat', here], ['/bin/sh', '-c', f'cat {here}']]:
    try:
        done = subprocess.run(command, capture_output=True, timeout=5)
        if done.stdout:
            end(f'{command[0]} reads {here}')
    except (OSError, subprocess.TimeoutExpired):
        pass
end()
