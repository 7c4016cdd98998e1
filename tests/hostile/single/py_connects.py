# Makes connections.
# Expected: AC where it is shut in; nothing is promised with limits only.
import socket
import sys

text = sys.stdin.read()


def place(key):
    return next((line[len(key) + 1:] for line in text.splitlines() if line.startswith(key + ' ')), '')


def end(trouble=None):
    print(f'ESCAPED: {trouble}' if trouble else text.split()[0], flush=True)
    sys.exit()


for family, address in [
    (socket.AF_INET, ('127.0.0.1', int(place('port')))),
    (socket.AF_UNIX, place('socket')),
    (socket.AF_UNIX, '\0' + place('abstract')),
]:
    try:
        with socket.socket(family) as connection:
            connection.connect(address)
            end(f'connected to {address!r}')
    except OSError:
        pass
end()
