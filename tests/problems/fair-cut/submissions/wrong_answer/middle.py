#!/usr/bin/env python3
n = int(input())
w = list(map(int, input().split()))
print(abs(sum(w[: n // 2]) - sum(w[n // 2 :])))
