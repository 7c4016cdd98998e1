# Two stars that one road joins.
n = 100000
print(n)
for town in range(2, n):
    print(1 if town % 2 else n, town, 1)
print(1, n, 1)
