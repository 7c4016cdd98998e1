# A longest row that falls.
n = 92700
print(n)
print(*range(n, 0, -1))
