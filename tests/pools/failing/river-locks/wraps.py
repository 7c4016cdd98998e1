# 2^33 ways.
print(67, 99 + 33)
for i in range(33):
    a = 2 * i + 1
    for lock in (a, a + 1, 1), (a + 1, a + 2, 1), (a, a + 2, 2), (a + 2, a, 9):
        print(*lock)
