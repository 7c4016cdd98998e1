# A chain of the dearest roads.
n = 200000
print(n)
for town in range(1, n):
    print(town, town + 1, 10000)
