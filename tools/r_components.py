"""Ask parsers of URNs which r-components they refuse or change (RFC 8141, 2.3.1), for docs/reference/schemes.md.

    python -m tools.r_components [--node FOLDER]

They are given the strings that match `urn:a0:a?+` and an r-component, of the complete suite of these. urnparse is asked
if it is installed; FOLDER is where npm has installed urn-lib, uri-js, fast-uri and urns. What differs only in the case
of scheme and namespace, which mean the same in any case, is left out.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import version
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "src")]

from irigrammar import Grammar, language  # noqa: E402  # the checkout's own, not another

PREFIX = "urn:a0:a?+"
# Each function throws for a string that it refuses or changes.
ASKING = """
const strings = JSON.parse(require("fs").readFileSync(0, "utf8"));
const same = (one, other) => { if (one !== other) throw `changed to ${other}`; };
const whole = (lib) => (urn) => {
  const read = lib.parse(urn);
  if (read.error) throw read.error;
  same(urn, lib.serialize(read));
};
const ask = {
  "urn-lib": (lib) => (urn) => { if (!lib.RFC2141.parse(urn)) throw "refused"; },
  "uri-js": whole,
  "fast-uri": whole,
  urns: (lib) => (urn) => { if (!lib.parseURN(urn).rcomponent) throw "no r-component"; },
};
for (const name of Object.keys(ask)) {
  let read;
  try { read = ask[name](require(name)); } catch { continue; }
  const refused = [];
  for (const urn of strings) try { read(urn); } catch (error) { refused.push([urn, String(error)]); }
  console.log(JSON.stringify([`${name} ${require(`./node_modules/${name}/package.json`).version}`, refused]));
}
"""

Row = tuple[str, list[tuple[str, str]]]


def strings() -> list[str]:
    """Return the valid strings of the suite whose scheme and namespace are in lower case."""
    own = Grammar.from_text(f'one = "{PREFIX}" r-component\n', extends="urn", name="one")["one"]
    texts = (case.text for case in language.suite(own))
    return [text for text in texts if isinstance(text, str) and text.startswith(PREFIX) and own.matches(text)]


def python_rows(asked: list[str]) -> Iterator[Row]:
    """Yield what urnparse refuses, if it is installed."""
    try:
        parse = import_module("urnparse").URN8141.from_string
    except ImportError:
        return
    refused = []
    for text in asked:
        try:
            parse(text)
        except Exception as error:  # whatever it raises is its refusal
            refused.append((text, str(error)))
    yield f"urnparse {version('urnparse')}", refused


def node_rows(asked: list[str], folder: Path) -> Iterator[Row]:
    """Yield what the libraries in a folder refuse."""
    script = folder / "r_components.cjs"
    script.write_text(ASKING, encoding="utf-8")
    command = ["node", str(script.resolve())]
    run = subprocess.run(command, cwd=folder, input=json.dumps(asked), capture_output=True, text=True, check=True)
    script.unlink()
    yield from (tuple(json.loads(line)) for line in run.stdout.splitlines())


def main() -> None:
    parser = argparse.ArgumentParser(description="Ask parsers of URNs which r-components they refuse or change.")
    parser.add_argument("--node", type=Path, help="folder with node_modules")
    folder = parser.parse_args().node
    asked = strings()
    print(f"{len(asked)} strings")
    for name, refused in (*python_rows(asked), *(node_rows(asked, folder) if folder else ())):
        shown = "; ".join(f"{text} ({why})" for text, why in refused[:3])
        print(f"{name}: {len(refused)} refused or changed{': ' if refused else ''}{shown}")


if __name__ == "__main__":
    main()
