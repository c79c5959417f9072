// SWI-Prolog's library(uri), asked as measure.py says.
import SWIPL from "swipl-wasm";
import { readFileSync, writeSync } from "node:fs";

const CODE = `
:- use_module(library(uri)).
answer(version, _, Out) :- current_prolog_flag(version, V), A is V // 10000, B is V // 100 mod 100, C is V mod 100,
    format(atom(Out), '~w.~w.~w', [A, B, C]).
answer(resolve, [Base, Text], Out) :- uri_resolve(Text, Base, Out).
answer(write, [Text], Out) :- uri_components(Text, Parts), uri_components(Out, Parts).
answer(normalize, [Text], Out) :- uri_normalized(Text, Out).
answer('to-uri', [Text], Out) :- uri_iri(Out, Text).
answer('to-iri', [Text], Out) :- uri_iri(Text, Out).
ask(Operation, Texts, Out) :- catch(answer(Operation, Texts, Out0), _, fail), atom_string(Out0, Out).
`;

const swipl = await SWIPL({ arguments: ["-q"] });
swipl.FS.writeFile("/ask.pl", CODE);
swipl.prolog.query("consult('/ask.pl').").once();
for (const line of readFileSync(0, "utf8").split("\n").slice(0, -1)) {
  const [operation, ...texts] = line.split("\t");
  const { Out } = swipl.prolog.query("ask(O, T, Out)", { O: operation, T: texts }).once();
  writeSync(1, Out === undefined ? "!\n" : `=${Out}\n`);
}
process.exit(0);
