readline()
best = typemin(Int)
here = 0
for x in parse.(Int, split(readline()))
    global here = max(here, 0) + x
    global best = max(best, here)
end
println(best)
