use strict;
use warnings;
$| = 1;
my ($low, $high) = (1, 999);
while ($low < $high) {
    my $mid = int(($low + $high) / 2);
    print "? $mid\n";
    chomp(my $said = <STDIN>);
    if ($said eq 'less') { $high = $mid - 1 }
    elsif ($said eq 'more') { $low = $mid + 1 }
    else { $low = $high = $mid }
}
print "! $low\n";
