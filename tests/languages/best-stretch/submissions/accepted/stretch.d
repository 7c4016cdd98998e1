import std.algorithm, std.stdio;

void main() {
    int n;
    readf(" %d", &n);
    long best = long.min, here = 0, x;
    foreach (i; 0 .. n) {
        readf(" %d", &x);
        here = max(here, 0) + x;
        best = max(best, here);
    }
    writeln(best);
}
