# Signals everybody it may.
# Expected: AC: nobody else hears it.
import os
import signal
import sys

text = sys.stdin.read()


def place(key):
    return next((line[len(key) + 1:] for line in text.splitlines() if line.startswith(key + ' ')), '')


def end(trouble=None):
    print(f'ESCAPED: {trouble}' if trouble else text.split()[0], flush=True)
    sys.exit()


signal.signal(signal.SIGTERM, signal.SIG_IGN)
for target in [os.getppid(), 1, 2]:
    for number in [signal.SIGTERM, signal.SIGKILL]:
        try:
            if target not in (0, os.getpid()):
                os.kill(target, number)
        except OSError:
            pass
end()
