#!/usr/bin/env python3
input()
print(sum(map(int, input().split())), "by the solution")
