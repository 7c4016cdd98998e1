<?php
$numbers = array_slice(preg_split('/\s+/', trim(stream_get_contents(STDIN))), 1);
$best = PHP_INT_MIN;
$here = 0;
foreach ($numbers as $x) {
    $here = max($here, 0) + (int)$x;
    $best = max($best, $here);
}
echo $best, "\n";
