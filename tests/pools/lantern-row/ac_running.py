# The sum of the maxima of all stretches that end here, kept on a stack of (value, how many).
import sys

numbers = list(map(int, sys.stdin.buffer.read().split()))
stack = []
here = total = 0
for x in numbers[1:]:
    count = 1
    while stack and stack[-1][0] <= x:
        value, many = stack.pop()
        here -= value * many
        count += many
    stack.append((x, count))
    here += x * count
    total += here
print(total)
