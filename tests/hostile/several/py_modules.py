# Leaves modules where the next run's Python would find them.
# Expected: AC each time: nothing is there.
import os
import sys

text = sys.stdin.read()


def place(key):
    return next((line[len(key) + 1:] for line in text.splitlines() if line.startswith(key + ' ')), '')


def end(trouble=None):
    print(f'ESCAPED: {trouble}' if trouble else text.split()[0], flush=True)
    sys.exit()


mark = 'touchstone_hostile_mark'
try:
    __import__(mark)
    end('a module of an earlier run is there')
except ImportError:
    pass
library = os.path.dirname(os.__file__)
site = [path for path in sys.path if path] + [library, os.path.expanduser('~/.local'), '/tmp', '..']
for folder in ['.', '__pycache__'] + site:
    for name in [mark, 'sitecustomize', 'usercustomize', 'os']:
        for ending in ['.py', '.pth', f'.{sys.implementation.cache_tag}.pyc']:
            try:
                os.makedirs(folder, exist_ok=True)
                with open(os.path.join(folder, name + ending), 'w') as file:
                    file.write('raise SystemExit(3)\n')
                if not os.path.realpath(folder).startswith(os.getcwd()):
                    end(f'{folder} can be written')
            except OSError:
                pass
end()
