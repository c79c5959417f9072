"""Draw the documentation's pictures into tools/pictures.

python tools/pictures.py --write    draw them
python tools/pictures.py --check    exit 1, naming the files, where one is not what this would draw
"""

from __future__ import annotations

import argparse
from pathlib import Path

import irigrammar
from irigrammar.learn.diagram import diagram
from irigrammar.views.railroad import standalone
from irigrammar.views.tree import children_within
from irigrammar.views.tree_picture import as_svg

FOLDER = Path(__file__).resolve().parent / "pictures"
_NOTE = "<metadata>Written by: python tools/pictures.py --write</metadata>\n"


def pictures() -> dict[str, str]:
    """Return each picture by the name of its file, with a note of what drew it inside the outermost element."""
    pictures = {
        "iri.svg": _railroad("rfc3987", "IRI", "ihier-part", "iauthority"),
        "ipv6address.svg": _railroad("rfc3986", "IPv6address"),
        "tree.svg": _tree("http://example.org:80/rosé/日本?q"),
    }
    return {name: text.replace("\n", f"\n{_NOTE}", 1) for name, text in pictures.items()}


def _railroad(name: str, *rules: str) -> str:
    rulelist = irigrammar.grammar(name).rules
    return standalone({rule: diagram(rulelist, rulelist[rule]) for rule in rules}, f"{', '.join(rules)} ({name})")


def _tree(text: str) -> str:
    grammar = irigrammar.grammar("rfc3987")
    shown = {*grammar.entry.components, "IRI", "ihier-part", "isegment", "ireg-name"}
    lines = as_svg(grammar["IRI"].parse(text), children=children_within({rule.lower() for rule in shown}))
    return "".join(f"{line}\n" for line in lines)


def main() -> int:
    parser = argparse.ArgumentParser(description="Draw the documentation's pictures.")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--write", action="store_true", help="draw them")
    what.add_argument("--check", action="store_true", help="exit 1 where one is another")
    options = parser.parse_args()
    drawn = pictures()
    stale = 0
    for name, text in drawn.items():
        path = FOLDER / name
        if options.write:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
        elif not path.is_file() or path.read_text(encoding="utf-8") != text:
            stale += 1
            print(f"{name} is not what would be drawn: run python tools/pictures.py --write")
    for path in sorted(FOLDER.glob("*")):
        if path.name not in drawn:
            stale += 1
            print(f"{path.name} is drawn by nobody")
    return 1 if stale else 0


if __name__ == "__main__":
    raise SystemExit(main())
