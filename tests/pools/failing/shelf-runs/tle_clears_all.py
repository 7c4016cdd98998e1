print(200000)
for day in range(200000):
    print(1)
    print(day + 1)
