# A star.
n = 200000
print(n)
for town in range(2, n + 1):
    print(1, town, 1)
