let () =
  let n = Scanf.scanf " %d" (fun x -> x) in
  let best = ref min_int and here = ref 0 in
  for _ = 1 to n do
    let x = Scanf.scanf " %d" (fun x -> x) in
    here := max !here 0 + x;
    best := max !best !here
  done;
  print_endline (string_of_int !best)
