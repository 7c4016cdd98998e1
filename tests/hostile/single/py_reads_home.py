# Reads files of the person through Python's own ways.
# Expected: AC where it is shut in, WA where only limits hold.
import os
import sys

text = sys.stdin.read()


def place(key):
    return next((line[len(key) + 1:] for line in text.splitlines() if line.startswith(key + ' ')), '')


def end(trouble=None):
    print(f'ESCAPED: {trouble}' if trouble else text.split()[0], flush=True)
    sys.exit()


for path in [place('home') + '/secret.txt', place('place') + '/secret.txt', os.path.expanduser('~/.ssh/id_rsa')]:
    try:
        with open(path) as file:
            if file.read():
                end(f'{path} can be read')
    except OSError:
        pass
end()
