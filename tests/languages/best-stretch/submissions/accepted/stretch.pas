program stretch;
var
  n, i: longint;
  best, here, x: int64;
begin
  read(n);
  best := low(int64);
  here := 0;
  for i := 1 to n do
  begin
    read(x);
    if here < 0 then here := 0;
    here := here + x;
    if here > best then best := here;
  end;
  writeln(best);
end.
