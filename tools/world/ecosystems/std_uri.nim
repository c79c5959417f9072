# Nim's std/uri, asked as measure.py says.
import std/[strutils, uri]

proc answer(parts: seq[string]): string =
  let url = parseUri(parts[1])
  if parts[0] == "resolve": "=" & $combine(url, parseUri(parts[2])) else: "=" & $url

for line in stdin.lines:
  try:
    echo answer(line.split('\t'))
  except CatchableError:
    echo "!"
