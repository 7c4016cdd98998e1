# Prints without an end, and takes no error for an answer.
# Expected: OLE.
while True:
    try:
        print('and on and on ' * 1000)
    except OSError:
        pass
