# Calm days, an idea: the longest stretch that only rises or only falls by at most d in all. Right on some tests.
n, d = map(int, input().split())
days = list(map(int, input().split()))
best = 1
for sign in (1, -1):
    start = 0
    for day in range(1, n):
        if sign * (days[day] - days[day - 1]) < 0:
            start = day
        while abs(days[day] - days[start]) > d:
            start += 1
        best = max(best, day - start + 1)
print(best)
