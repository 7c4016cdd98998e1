# Prints without an end, and takes no error for an answer, until nothing has been taken for a while.
# Expected: OLE.
for _ in range(2000):
    try:
        print('and on and on ' * 1000)
    except OSError:
        pass
