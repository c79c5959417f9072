"""The colours of pictures, light and dark, as a style sheet.

It is for SVG and HTML. Each colour is a custom property, so that a page that shows a picture may set its own.
"""

from __future__ import annotations

from collections.abc import Mapping

LIGHT: Mapping[str, str] = {
    "paper": "#ffffff",
    "ink": "#1b2330",
    "faint": "#59636e",
    "track": "#4a5568",
    "terminal": "#e2f1d6",
    "terminal-edge": "#59636e",
    "rule": "#d5e8fb",
    "rule-edge": "#59636e",
    "undefined": "#fde7e7",
    "undefined-edge": "#a12626",
    "link": "#174a86",
}
DARK: Mapping[str, str] = {
    "paper": "#12161c",
    "ink": "#e8ecf1",
    "faint": "#a3adb8",
    "track": "#9aa7b5",
    "terminal": "#355121",
    "terminal-edge": "#a3adb8",
    "rule": "#1f456b",
    "rule-edge": "#a3adb8",
    "undefined": "#481c1c",
    "undefined-edge": "#f09a9a",
    "link": "#a9cffa",
}


def _set(colours: Mapping[str, str]) -> str:
    return " ".join(f"--{name}: {colour};" for name, colour in colours.items())


PROPERTIES = f""":root {{ color-scheme: light dark; {_set(LIGHT)} }}
@media (prefers-color-scheme: dark) {{ :root {{ {_set(DARK)} }} }}
"""

PICTURE = """.paper { fill: var(--paper); }
path { fill: none; stroke: var(--track); stroke-width: 2; }
rect { stroke-width: 1.5; }
.end { fill: var(--track); }
text { font: 14px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; }
text { fill: var(--ink); text-anchor: middle; }
text.name { font-weight: bold; text-anchor: start; }
.terminal rect { fill: var(--terminal); stroke: var(--terminal-edge); }
.nonterminal rect { fill: var(--rule); stroke: var(--rule-edge); }
.nonterminal a text { fill: var(--link); }
.undefined rect { fill: var(--undefined); stroke: var(--undefined-edge); stroke-dasharray: 4 3; }
.words rect { fill: var(--paper); stroke: var(--faint); stroke-dasharray: 4 3; }
.bounds rect { fill: var(--paper); stroke: none; }
.words text, .bounds text { font-size: 12px; fill: var(--faint); }
a:hover rect, a:focus rect { stroke-width: 3; }
"""

STYLE = f"{PROPERTIES}{PICTURE}"
