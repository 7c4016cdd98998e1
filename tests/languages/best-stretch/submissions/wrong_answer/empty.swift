_ = readLine()
var best = 0
var here = 0
for x in readLine()!.split(separator: " ").map({ Int($0)! }) {
    here = max(here, 0) + x
    best = max(best, here)
}
print(best)
