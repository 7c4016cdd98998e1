# From the year in which the last ferry left before midnight: goes through the timetable from 00:00 to 23:59.
import sys


def main():
    words = sys.stdin.read().split()
    n, m = int(words[0]), int(words[1])
    change = [0] + list(map(int, words[2:2 + n]))
    rows = [words[at:at + 5] for at in range(2 + n, 2 + n + 5 * m, 5)]
    rows.sort(key=lambda row: row[3])
    arrives, ready = {}, {1: 20 * 60}
    for _, a, b, at, minutes in rows:
        a, b = int(a), int(b)
        hour, minute = map(int, at.split(":"))
        leaves = (hour if hour >= 20 else hour + 24) * 60 + minute
        if a in ready and ready[a] <= leaves:
            arrival = leaves + int(minutes)
            if b not in arrives or arrival < arrives[b]:
                arrives[b] = arrival
                ready[b] = min(ready.get(b, arrival + change[b]), arrival + change[b])
    if n in arrives:
        print(f"{arrives[n] // 60 % 24:02}:{arrives[n] % 60:02}")
    else:
        print("STRANDED")


main()
