use strict;
use warnings;

my (undef, @numbers) = split ' ', do { local $/; <STDIN> };
my ($best, $here) = (-1e18, 0);
for my $x (@numbers) {
    $here = ($here > 0 ? $here : 0) + $x;
    $best = $here if $here > $best;
}
print "$best\n";
