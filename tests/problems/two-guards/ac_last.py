from math import gcd

n, a, b = map(int, input().split())
both = a * b // gcd(a, b)
print(n // a + n // b - n // both, n // both * both)
