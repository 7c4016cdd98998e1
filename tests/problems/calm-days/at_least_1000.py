# Calm days: no test of the large group is small.
import sys

options = dict(word[2:].split("=", 1) for word in sys.argv[1:] if word.startswith("--") and "=" in word)
assert int(options["N.max"]) == 100000
sys.exit(0 if int(sys.stdin.readline().split()[0]) >= 1000 else 1)
