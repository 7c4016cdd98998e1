print(1)
print(200000)
print(*range(1, 200001))
