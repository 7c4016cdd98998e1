# A chain that takes 2 * 10^12 seconds.
n = 2001
print(n, n - 1)
for a in range(1, n):
    print(a, a + 1, 1000000000)
