# The first number is next to that of the trolley 256 later.
print(257)
for day in range(257):
    print(1)
    print(10 if day == 0 else 11 if day == 256 else 1000)
