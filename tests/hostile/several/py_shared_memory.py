# Leaves shared memory and a semaphore with a name.
# Expected: AC each time: neither is there.
import os
import sys
from multiprocessing import shared_memory

text = sys.stdin.read()


def place(key):
    return next((line[len(key) + 1:] for line in text.splitlines() if line.startswith(key + ' ')), '')


def end(trouble=None):
    print(f'ESCAPED: {trouble}' if trouble else text.split()[0], flush=True)
    sys.exit()


for folder in ['/dev/shm', '/tmp', '/var/tmp', '/run/lock']:
    path = folder + '/touchstone_hostile_memory'
    if os.path.exists(path):
        end(f'{path} of an earlier run is there')
    try:
        with open(path, 'w') as file:
            file.write('x')
    except OSError:
        pass
try:
    memory = shared_memory.SharedMemory('touchstone_hostile_shared', create=True, size=4096)
    memory.buf[0] = 1
except FileExistsError:
    end('shared memory of an earlier run is there')
except OSError:
    pass
os._exit(print(text.split()[0], flush=True) or 0)
