# coding: a-codec-that-nobody-has
# Expected: CE.
print(input())
