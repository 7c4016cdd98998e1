for _ in range(int(input())):
    input()
    scans = {}
    best = (0, 0)
    for badge in input().split():
        scans[badge] = scans.get(badge, 0) + 1
        if scans[badge] > best[1]:
            best = (badge, scans[badge])
    print(*best)
