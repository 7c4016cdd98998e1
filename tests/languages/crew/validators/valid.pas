program valid;
var
  n, i: longint;
  x: int64;
begin
  read(n);
  if (n < 1) or (n > 100) then halt(43);
  for i := 1 to n do
  begin
    read(x);
    if abs(x) > 1000000000 then halt(43);
  end;
  halt(42);
end.
