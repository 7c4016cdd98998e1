local n = io.read("*n")
local best, here = 0, 0
for _ = 1, n do
  local x = io.read("*n")
  here = math.max(here, 0) + x
  best = math.max(best, here)
end
print(string.format("%d", best))
