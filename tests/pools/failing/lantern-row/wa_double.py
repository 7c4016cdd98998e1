n = 20000
print(n)
print(*[999999999 - i * 7919 % 1000 for i in range(n)])
