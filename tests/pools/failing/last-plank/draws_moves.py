# Fifty beaches; on each another one of fifty piles is the only one with a good move.
print(50)
for high in range(50):
    print(50)
    print(*[4 if i == high else 3 for i in range(50)])
