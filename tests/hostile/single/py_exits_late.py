# Has work to do when it ends.
# Expected: TLE.
import atexit


def spin():
    while True:
        pass


atexit.register(spin)
print(input(), flush=True)
