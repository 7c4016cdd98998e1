my $text = do { local $/; <STDIN> };
exit 43 unless $text =~ /\A([1-9]\d*)\n(-?\d+(?: -?\d+)*)\n\z/;
my ($n, @numbers) = ($1, split ' ', $2);
exit(@numbers == $n && $n <= 100 ? 42 : 43);
