# Calls the C library past Python: another process is traced and read, a mount is made.
# Expected: AC: each is refused.
import ctypes
import os
import sys

text = sys.stdin.read()


def place(key):
    return next((line[len(key) + 1:] for line in text.splitlines() if line.startswith(key + ' ')), '')


def end(trouble=None):
    print(f'ESCAPED: {trouble}' if trouble else text.split()[0], flush=True)
    sys.exit()


libc = ctypes.CDLL(None, use_errno=True)
PTRACE_ATTACH = 16
buffer = ctypes.create_string_buffer(4096)
if libc.ptrace(PTRACE_ATTACH, os.getppid(), None, None) == 0:
    end('its parent is traced')
for path in [f'/proc/{os.getppid()}/mem', f'/proc/{os.getppid()}/environ']:
    try:
        with open(path, 'rb') as file:
            if file.read(1):
                end(f'{path} can be read')
    except OSError:
        pass
if libc.mount(b'none', b'.', b'tmpfs', 0, None) == 0:
    end('something is mounted')
if libc.unshare(0x10000000) == 0:
    end('it has namespaces of its own')
end()
