program card;
var
  low, high, mid: longint;
  said: string;
begin
  low := 1;
  high := 999;
  while low < high do
  begin
    mid := (low + high) div 2;
    writeln('? ', mid);
    flush(output);
    readln(said);
    if said = 'less' then high := mid - 1
    else if said = 'more' then low := mid + 1
    else begin low := mid; high := mid; end;
  end;
  writeln('! ', low);
  flush(output);
end.
