# All offer the same.
n = 200000
print(n, 1000)
for i in range(n):
    print(0, 1000)
