# Looks for what the person has set.
# Expected: AC: there is nothing.
import os
import sys

text = sys.stdin.read()


def place(key):
    return next((line[len(key) + 1:] for line in text.splitlines() if line.startswith(key + ' ')), '')


def end(trouble=None):
    print(f'ESCAPED: {trouble}' if trouble else text.split()[0], flush=True)
    sys.exit()


expected = {'PYTHONHASHSEED', 'LC_ALL'}
found = {name for name in os.environ if name.startswith(('PYTHON', 'HOME', 'USER', 'SSH', 'XDG', 'HOSTILE', 'TOUCHSTONE'))}
if found - expected:
    end(f'{sorted(found - expected)} are set')
if os.listdir('.') != [os.path.basename(sys.argv[0])]:
    end(f'{sorted(os.listdir("."))} are there')
end()
