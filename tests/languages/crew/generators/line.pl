my ($n, $first) = @ARGV;
print "$n\n", join(' ', map { $first - 2 * $_ } 0 .. $n - 1), "\n";
