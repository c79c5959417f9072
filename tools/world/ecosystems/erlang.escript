#!/usr/bin/env escript
%% Erlang's uri_string, asked as measure.py says.
main(_) -> io:setopts([{encoding, unicode}, binary]), loop().

loop() ->
    case io:get_line("") of
        eof -> ok;
        Line ->
            Parts = string:split(string:trim(Line, trailing, "\n"), "\t", all),
            io:format("~ts~n", [try answer(Parts) catch _:_ -> "!" end]),
            loop()
    end.

answer([<<"resolve">>, Base, Text]) -> shown(uri_string:resolve(Text, Base));
answer([<<"normalize">>, Text]) -> shown(uri_string:normalize(Text));
answer([_, Text]) ->
    shown(uri_string:recompose(uri_string:parse(Text))).

shown({error, _, _}) -> "!";
shown(Text) -> ["=", Text].
