(* OCaml's uri, asked as measure.py says. *)
let answer parts =
  match parts with
  | [ "resolve"; base; text ] -> Uri.to_string (Uri.resolve "" (Uri.of_string base) (Uri.of_string text))
  | [ "normalize"; text ] -> Uri.to_string (Uri.canonicalize (Uri.of_string text))
  | _ -> Uri.to_string (Uri.of_string (List.nth parts 1))

let () =
  try
    while true do
      let line = input_line stdin in
      print_endline (try "=" ^ answer (String.split_on_char '\t' line) with _ -> "!")
    done
  with End_of_file -> ()
