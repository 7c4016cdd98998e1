text = STDIN.read
exit 43 unless text =~ /\A([1-9]\d*)\n(-?\d+(?: -?\d+)*)\n\z/
exit($2.split.size == $1.to_i && $1.to_i <= 100 ? 42 : 43)
