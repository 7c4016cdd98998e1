$stdout.sync = true
low, high = 1, 999
while low < high
  mid = (low + high) / 2
  puts "? #{mid}"
  case gets.strip
  when 'less' then high = mid - 1
  when 'more' then low = mid + 1
  else low = high = mid
  end
end
puts "! #{low}"
