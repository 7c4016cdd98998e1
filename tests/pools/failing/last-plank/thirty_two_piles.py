# Two larger piles, 32 places apart, and single planks.
print(1)
print(33)
print(5, *[1] * 31, 9)
