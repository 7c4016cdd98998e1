# Spends CPU time in processes that it waits for.
# Expected: TLE, where processes are counted.
import os


def spin():
    while True:
        pass


for _ in range(3):
    if os.fork() == 0:
        spin()
os.wait()
