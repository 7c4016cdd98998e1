numbers = STDIN.read.split.map(&:to_i).drop(1)
best = -10**18
here = 0
numbers.each do |x|
  here = [here, 0].max + x
  best = [best, here].max
end
puts best
