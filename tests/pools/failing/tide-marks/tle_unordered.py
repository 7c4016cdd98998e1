# Multiples of the number of buckets that there are for 86 to 173 thousand of them.
print(172900, 1)
print(*[172933 * (i + 1) for i in range(172900)])
