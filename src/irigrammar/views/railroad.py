"""Railroad diagrams as SVG; those of a grammar as one HTML page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from html import escape

from irigrammar.dataclass import dataclass
from irigrammar.grammars.expr import Rule, abnf
from irigrammar.grammars.rulelist import reachable, references, users
from irigrammar.learn.diagram import Diagram, diagram
from irigrammar.learn.written import source_of
from irigrammar.matching.grammar import Grammar
from irigrammar.shipped.place import defining, entry_of, place_of
from irigrammar.text.names import visible
from irigrammar.views.colours import STYLE
from irigrammar.views.tracks import laid_out, whole_diagram

_CHARACTER = 8.5  # how wide one of a name is at most
_MARGIN = 12
_TITLE = 26  # above each diagram of several


@dataclass(frozen=True, slots=True)
class Drawn:
    """A diagram as the inside of an SVG element, and its size in pixels."""

    inside: str
    width: float
    height: float


def draw(diagram: Diagram) -> Drawn:
    """Return a diagram drawn; each nonterminal that is `is_linked` is a link to the fragment of its name."""
    part = whole_diagram(laid_out(diagram))
    inside = "".join(part.draw(_MARGIN, _MARGIN + part.up))
    return Drawn(inside, part.width + 2 * _MARGIN, part.up + part.down + 2 * _MARGIN)


def standalone(diagrams: Mapping[str, Diagram], title: str) -> str:
    """Return one SVG document with the diagrams of rules by name, one below the other, each the target of its name.

    >>> from irigrammar.learn.diagram import Nonterminal
    >>> svg = standalone({"a": Nonterminal("b", True, "")}, "an example")
    >>> 'href="#b"' in svg, 'id="a"' in svg
    (True, True)
    """
    drawn = {name: draw(diagram) for name, diagram in diagrams.items()}
    width = max((drawing.width for drawing in drawn.values()), default=0)
    width = max([width, *(len(name) * _CHARACTER + 2 * _MARGIN for name in drawn)])
    parts: list[str] = []
    y = 0.0
    for name, drawing in drawn.items():
        parts.append(f'<g id="{escape(name)}" transform="translate(0 {y:g})">\n')
        parts.append(f'<text class="name" x="{_MARGIN}" y="{_TITLE - 6}">{escape(name)}</text>\n')
        parts.append(f'<g transform="translate(0 {_TITLE})">\n{drawing.inside}\n</g>\n</g>\n')
        y += _TITLE + drawing.height
    head = f'<svg xmlns="http://www.w3.org/2000/svg" class="railroad" viewBox="0 0 {width:g} {y:g}"'
    head += f' width="{width:g}" height="{y:g}">\n<title>{escape(visible(title))}</title>\n<style>\n{STYLE}</style>\n'
    return f'{head}<rect class="paper" width="100%" height="100%"/>\n{"".join(parts)}</svg>\n'


_STYLE = """body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main, header, nav { max-width: 75rem; margin: 0 auto; padding: 0 1rem; }
nav ul { display: flex; flex-wrap: wrap; gap: 0.15rem 1rem; margin: 0; padding: 0; list-style: none; }
nav a, h2, pre, .uses a { font-family: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; }
a { color: var(--link); }
h2 { font-size: 1.15rem; margin: 0; }
section { border-top: 1px solid var(--faint); margin-top: 1.5rem; padding-top: 1rem; }
section:target h2 { text-decoration: underline; text-decoration-thickness: 3px; }
.picture, pre { overflow-x: auto; }
.place, .uses { color: var(--faint); margin: 0; font-size: 0.9rem; }
pre { margin: 0.5rem 0; font-size: 0.9rem; }
svg { display: block; }
"""


def shown_rules(grammar: Grammar, names: Iterable[str]) -> list[Rule]:
    """Return the rules of these names and those that they use, in the grammar's order; without names, its own rules,
    its start rules, and those that they use.

    Raises `UnknownRule` with near names where the grammar has no such rule.
    """
    rules = grammar.rules
    refers = references(rules)
    starts = [rules[name].name for name in names] or [*grammar, *(rules[name].name for name in grammar.entry.start)]
    selection = {name: None for start in starts for name in reachable(refers, start)}
    order = {rules[name].name: None for name in rules.names()} | selection
    return [rules[name] for name in order if name in selection]


def page(grammar: Grammar, names: Iterable[str] = ()) -> str:
    """Return the page of a grammar, or of some of its rules: of each rule, and of those that it uses, the diagram, in
    which each nonterminal that is defined is a link, its ABNF, where that stands, and the rules of the page that use
    it.

    Raises `UnknownRule` with near names where the grammar has no such rule.

    >>> import irigrammar
    >>> html = page(irigrammar.grammar("rfc3986"), ["port"])
    >>> [rule for rule in ("port", "DIGIT", "host") if f'<section id="{rule}"' in html]
    ['port', 'DIGIT']
    """
    rules = shown_rules(grammar, names)
    entry = entry_of(grammar.rules)
    title = escape(visible(f"{entry.title} ({entry.document})" if entry else grammar.name))
    rule_names = [rule.name for rule in rules]
    refers = references(grammar.rules)
    users_by_name = {name: [user for user in by if user in rule_names] for name, by in users(refers).items()}
    return "".join(
        [
            '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n',
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n',
            f"<title>Railroad diagrams of {title}</title>\n<style>\n{STYLE}{_STYLE}</style>\n</head>\n<body>\n",
            f"<header><h1>{title}</h1></header>\n",
            '<nav aria-label="Rules"><ul>\n',
            *(f"<li>{_link(name)}</li>\n" for name in rule_names),
            "</ul></nav>\n<main>\n",
            *(part for rule in rules for part in _section(grammar, rule, users_by_name)),
            "</main>\n</body>\n</html>\n",
        ]
    )


def _section(grammar: Grammar, rule: Rule, users_by_name: Mapping[str, list[str]]) -> Iterator[str]:
    """Yield the HTML section of a rule: place, diagram as SVG, source, and links to the rules that use it."""
    name = escape(rule.name)
    text = source_of(defining(grammar.rules, rule), rule) or f"{rule.name} = {abnf(rule.expr)}"
    yield f'<section id="{name}" aria-labelledby="-{name}">\n<h2 id="-{name}">{name}</h2>\n'
    yield f'<p class="place">{escape(visible(str(place_of(grammar.rules, rule))))}</p>\n'
    drawn = draw(diagram(grammar.rules, rule))
    size = f'width="{drawn.width:g}" height="{drawn.height:g}" viewBox="0 0 {drawn.width:g} {drawn.height:g}"'
    # A diagram that is wider than the page can be scrolled, by keyboard too.
    yield f'<div class="picture" tabindex="0" role="group" aria-label="Diagram of {name}">\n'
    yield f'<svg class="railroad" {size}>\n{drawn.inside}\n</svg>\n</div>\n'
    yield f"<pre>{escape(chr(10).join(map(visible, text.split(chr(10)))))}</pre>\n"
    if users_by_name[rule.name]:
        yield f'<p class="uses">used by {", ".join(map(_link, users_by_name[rule.name]))}</p>\n'
    yield "</section>\n"


def _link(name: str) -> str:
    return f'<a href="#{escape(name)}">{escape(name)}</a>'
