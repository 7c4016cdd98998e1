# Two heights, the most of each.
print(200000, 1)
print(*[1 + i % 2 for i in range(200000)])
