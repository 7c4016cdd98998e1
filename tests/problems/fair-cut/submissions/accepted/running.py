#!/usr/bin/env python3
n = int(input())
w = list(map(int, input().split()))
right = sum(w)
left = 0
best = right
for one in w[:-1]:
    left += one
    right -= one
    best = min(best, abs(right - left))
print(best)
