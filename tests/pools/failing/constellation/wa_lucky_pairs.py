# Four stars on a line, and all others on a parabola, of which no line meets more than two.
n = 500
print(n)
for x in range(n - 3):
    print(x, x * x)
for i in range(3):
    print(-i - 1, 0)
