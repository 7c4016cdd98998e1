# The highest lantern in the middle of a longest row.
n = 92700
print(n)
print(*[2 if i == n // 2 else 1 for i in range(n)])
