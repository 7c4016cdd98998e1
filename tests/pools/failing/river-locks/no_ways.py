# As many ways as the modulus: each bit of it is a way out of a chain of double locks. All of the ways take as long.
MOD = 10**9 + 7
BITS = MOD.bit_length()
END = 2 * BITS + 1
locks = []
for i in range(BITS - 1):
    locks += [(i + 1, i + 2, 1)] * 2
for i in range(BITS):
    if MOD >> i & 1:
        # 2^i ways lead to basin i + 1; from there it goes on by one lock.
        locks.append((i + 1, END, BITS - i))
print(END, len(locks))
for lock in locks:
    print(*lock)
