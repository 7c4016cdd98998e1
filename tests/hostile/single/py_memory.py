# Takes a gigabyte, a piece at a time.
# Expected: MLE.
pieces = []
for _ in range(1024):
    pieces.append(bytearray(b'x') * (1 << 20))
print(input())
