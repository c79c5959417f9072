// Ruby's URI in Ruby 4 of @ruby/4.0-wasm-wasi, asked as measure.py says.
import { DefaultRubyVM } from "@ruby/wasm-wasi/dist/node";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const wasm = createRequire(import.meta.url).resolve("@ruby/4.0-wasm-wasi/dist/ruby+stdlib.wasm");
const { vm } = await DefaultRubyVM(await WebAssembly.compile(readFileSync(wasm)));
const lines = `["${readFileSync(0).toString("hex")}"].pack("H*").force_encoding("UTF-8")`;
vm.eval(`require "stringio"; $VERBOSE = nil; STDIN = StringIO.new(${lines})`);
vm.eval(readFileSync(process.argv[2], "utf8"));
vm.eval("$stdout.flush");
process.exit(0);
