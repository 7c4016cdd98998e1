import sys

data = list(map(int, sys.stdin.buffer.read().split()))
talks = sorted((data[i + 1], data[i], i // 2 + 1) for i in range(1, len(data), 2))
chosen = []
free = -(10**9)
for end, start, number in talks:
    if start >= free:
        chosen.append(number)
        free = end
print(len(chosen))
print(*chosen)
