# A chain of painters who meet at points.
n = 200000
print(n, n)
for i in range(n):
    print(i, i + 1)
