low, high = 1, 999
while low < high:
    mid = (low + high) // 2
    print("?", mid, flush=True)
    said = input()
    if said == "less":
        high = mid - 1
    elif said == "more":
        low = mid + 1
    else:
        low = high = mid
print("!", low, flush=True)
