# The sequence of Thue and Morse, through a window of 2048 letters.
print(2048)
print("".join("ab"[bin(i).count("1") % 2] for i in range(5000)))
