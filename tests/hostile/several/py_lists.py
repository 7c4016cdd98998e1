# Sets a default access list on its folder, so that files made later could not be read.
# Expected: AC each time.
import os
import struct
import sys

text = sys.stdin.read()


def place(key):
    return next((line[len(key) + 1:] for line in text.splitlines() if line.startswith(key + ' ')), '')


def end(trouble=None):
    print(f'ESCAPED: {trouble}' if trouble else text.split()[0], flush=True)
    sys.exit()


entries = [(1, 0, -1), (4, 0, -1), (32, 0, -1)]
acl = struct.pack('<I', 2) + b''.join(struct.pack('<HHi', *entry) for entry in entries)
for path in ['.', '..', 0]:
    for name in ['system.posix_acl_default', 'system.posix_acl_access', 'user.mark']:
        try:
            os.setxattr(path, name, acl)
            end(f'{name} of {path} is set')
        except OSError:
            pass
with open('a', 'w') as file:
    file.write('words')
if open('a').read() != 'words':
    end('a file of its own cannot be read')
end()
