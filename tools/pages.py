"""Write the generated pages of the site from the library's data.

Codes, grammars, schemes, commands, pictures, colours.

    python -m tools.pages --write    write them into docs, where git ignores them
    python -m tools.pages --check    exit 1, naming what is missing or different

The build of the site writes them itself (`nox -s docs`), so that they are those of the code that it documents.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import fields
from html import escape
from pathlib import Path

from irigrammar import Grammar, catalog, grammar
from irigrammar._generated.world import CLIENTS
from irigrammar.atlas import REFUSED, Departure, causes
from irigrammar.cli.main import cli
from irigrammar.grammars.expr import abnf
from irigrammar.learn.diagram import diagram
from irigrammar.learn.written import source_of
from irigrammar.processing.clients import SHARED
from irigrammar.report.pages import Page, code_span, escaped, markdown
from irigrammar.report.pages import pages as pages_of_codes
from irigrammar.schemes import schemes
from irigrammar.shipped.place import citation, defining, place_of
from irigrammar.text.names import visible
from irigrammar.types import Scheme
from irigrammar.views.colours import DARK, LIGHT, PICTURE
from irigrammar.views.overview import overview
from irigrammar.views.railroad import draw, standalone
from irigrammar.views.tree import children_within
from irigrammar.views.tree_picture import as_svg
from tools.writing import parser, update

__all__ = ["generated", "main", "theme", "write"]

DOCS = Path(__file__).resolve().parents[1] / "docs"
# Each folder is written as a whole; what git ignores is listed in docs/.gitignore.
FOLDERS = (
    "atlas",
    "reference/codes",
    "reference/grammars",
    "reference/schemes-table",
    "reference/commands",
    "how-to/pictures",
)
STYLES = "_static/irigrammar.css"

_BY = "Written by python -m tools.pages --write."

FAMILIES = {
    "F": "Why a string does not match",
    "B": "Bidirectional identifiers",
    "C": "Characters",
    "H": "Hosts",
    "P": "Percent-encoding",
    "R": "References as a whole",
    "U": "Scripts and look-alikes",
    "X": "Rules of schemes",
    "S": "Scans of documents",
    "L": "Lint of ABNF",
}


def generated() -> dict[str, str]:
    """Return the text of each generated page by its path in docs."""
    parts = (codes(), grammars(), scheme_pages(), commands(), pictures(), atlas())
    return {STYLES: styles()} | dict(entry for part in parts for entry in part)


def codes() -> Iterator[tuple[str, str]]:
    """Yield a page for each code, and their index."""
    known = list(pages_of_codes())
    for page in known:
        yield f"reference/codes/{page.code}.md", code_page(page)
    parts = [
        _title("Codes"),
        "A code never changes its meaning. `iri rule CODE` prints the same page in the terminal.\n",
    ]
    for letter, name in FAMILIES.items():
        rows = [
            (f"[{page.code}]({page.code}.md)", page.severity, _cell(page.title))
            for page in known
            if page.code[0] == letter
        ]
        parts += [f"## {name} ({letter})\n", _table(("code", "severity", "what is found"), rows)]
    parts.append(_hidden_tree(page.code for page in known))
    yield "reference/codes/index.md", "\n".join(parts)


def code_page(page: Page) -> str:
    """Return the page of a code."""
    title = escaped(visible(page.title))
    return f"{_title(f'{page.code} {page.name}')}\n**{title}** ({page.severity})\n\n{markdown(page)}\n"


def grammars() -> Iterator[tuple[str, str]]:
    """Yield a page for each grammar of the catalog, and their index."""
    rows = []
    for name in catalog():
        view = grammar(name).entry
        yield f"reference/grammars/{name}.md", grammar_page(grammar(name))
        place = citation(view.document or "", view.section or "")
        rows.append((f"[{name}]({name}.md)", _cell(view.title or ""), _cell(place), _cell(", ".join(view.start))))
    head = ("name", "what it is", "rules from", "start rules")
    listed = "`iri grammar list` prints this. Every rule is a production that you can name, start rule or not."
    yield (
        "reference/grammars/index.md",
        "\n".join([_title("Grammars"), f"{listed}\n", _table(head, rows), _hidden_tree(catalog())]),
    )


def grammar_page(grammar: Grammar) -> str:
    """Return the page of a grammar: what the catalog says of it, then each of its own rules with its diagram."""
    view = grammar.entry
    lines = [_title(f"{grammar.name}: {view.title}"), f"{citation(view.document or '', view.section or '')}.\n"]
    if view.extends:
        lines.append(f"Extends [{view.extends}]({view.extends}.md).\n")
    lines.append(f"Start rules: {', '.join(code_span(name) for name in view.start)}.\n")
    if replaces := overview(grammar)["replaces"]:
        pairs = (f"{code_span(old)} by {code_span(new)}" for old, new in replaces.items())
        lines.append(f"Replaces {', '.join(pairs)}.\n")
    if view.errata:
        lines.append("## Errata\n")
        for erratum in view.errata:
            lines += [f"{code_span(erratum.rule)}: {escaped(visible(erratum.why))}\n"]
            lines += [f"- published: {code_span(erratum.published)}" if erratum.published else "- published: nothing"]
            lines += [f"- used: {code_span(erratum.used)}\n" if erratum.used else "- used: nothing\n"]
    lines.append("## Rules\n")
    for rule in grammar.rules.own.values():
        text = source_of(defining(grammar.rules, rule), rule) or f"{rule.name} = {abnf(rule.expr)}"
        drawn, name = draw(diagram(grammar.rules, rule)), escape(rule.name)
        size = f'width="{drawn.width:g}" height="{drawn.height:g}" viewBox="0 0 {drawn.width:g} {drawn.height:g}"'
        inside = re.sub(r'href="#([^"]+)"', lambda link: f'href="{_address(grammar, link[1])}"', drawn.inside)
        lines += [
            f"### {rule.name}\n",
            "```{raw} html",
            f'<div id="{name}" class="diagram" tabindex="0" role="group" aria-label="Diagram of {name}">',
            f'<svg class="railroad" {size}>{inside}</svg></div>',
            "```\n",
            "```abnf",
            *map(visible, text.split("\n")),
            "```\n",
            f"{visible(str(place_of(grammar.rules, rule)))}\n",
        ]
    return "\n".join(lines)


def _address(grammar: Grammar, name: str) -> str:
    """Return where the diagram of a rule is, as seen from the page of a grammar."""
    home = defining(grammar.rules, grammar.rules[name]).name
    return f"#{name}" if home == grammar.name else f"{home}.html#{name}"


def scheme_pages() -> Iterator[tuple[str, str]]:
    """Yield a page for each scheme that has rules, and their index."""
    rows = []
    for scheme in schemes():
        yield f"reference/schemes-table/{scheme.name}.md", scheme_page(scheme)
        rule = _rule_link(scheme)
        rows.append((f"[{scheme.name}]({scheme.name}.md)", _cell(scheme.document or ""), rule))
    parts = [
        _title("Schemes"),
        _table(("scheme", "document", "grammar"), rows),
        _hidden_tree(scheme.name for scheme in schemes()),
    ]
    yield "reference/schemes-table/index.md", "\n".join(parts)


def scheme_page(scheme: Scheme) -> str:
    """Return the page of a scheme: each of its rules with the section that says so."""
    rows = []
    for field in fields(Scheme):
        value = getattr(scheme, field.name)
        if field.name in ("name", "document", "sections", "syntax") or value in (None, False):
            continue
        shown = _rule_link(scheme) if field.name == "rule" else code_span(str(value)) if value is not True else "yes"
        rows.append((field.name.replace("_", " "), shown, _cell(scheme.sections.get(field.name, ""))))
    about = "The facts that `iri check --scheme`, `normalize --level scheme` and `compare` use; "
    about += "see [the rules of schemes](../schemes.md)"
    measured = SHARED.get(scheme.name, scheme.name)
    if measured in CLIENTS:
        about += f" and [what clients do](../schemes.md#{measured.replace('+', '')})"
    title = _title(f"{scheme.name}: {scheme.document}" if scheme.document else scheme.name)
    return "\n".join([title, f"{about}.\n", _table(("rule", "value", "document"), rows)])


def _rule_link(scheme: Scheme) -> str:
    """Return a link to the rule of a scheme, on the page of the grammar that defines it; "" where there is none."""
    if not scheme.rule:
        return ""
    name, _, rule = scheme.rule.partition(":")
    owner = grammar(name)
    while rule.lower() not in owner.rules.own and owner.parent is not None:
        owner = owner.parent
    return f"[{rule}](../grammars/{owner.name}.md#{rule.lower()})"


_OPERATIONS = {
    "resolve": "Resolving a reference (RFC 3986, 5.2)",
    "split": "Reading components (RFC 3986, 3)",
    "normalize": "Normalizing (RFC 3986, 6.2.2 and 6.2.3)",
    "to-uri": "IRI to URI (RFC 3987, 3.1)",
    "to-iri": "URI to IRI (RFC 3987, 3.2)",
    "relativize": "Making a reference relative (RFC 3986, 5.2)",
}


def atlas() -> Iterator[tuple[str, str]]:
    """Yield a page for each operation, with what libraries of other languages do otherwise, and their index."""
    rows = []
    for operation, title in _OPERATIONS.items():
        known = causes(operation)
        libraries = sorted({library for row in known for library in row.libraries})
        yield f"atlas/{operation}.md", atlas_page(title, known, libraries)
        rows.append(
            (f"[{operation}]({operation}.md)", title, str(len({row.cause for row in known})), str(len(libraries)))
        )
    about = (
        "What libraries of other languages do with an identifier otherwise than RFC 3986 and RFC 3987, measured:"
        " by cause, each with its smallest example. [The same identifier everywhere](../explanation/portable.md) says"
        " how to write what all of them read alike, and how this was measured. `iri resolve --portable` and the like"
        " ask for one identifier.\n"
    )
    parts = [
        _title("The atlas"),
        about,
        _table(("operation", "what it is", "causes", "libraries"), rows),
        _hidden_tree(_OPERATIONS),
    ]
    yield "atlas/index.md", "\n".join(parts)


def atlas_page(title: str, known: Iterable[Departure], libraries: Iterable[tuple[str, str, str]]) -> str:
    """Return the page of an operation: its libraries, and a table of causes."""
    rows = []
    for row in known:
        example = " by ".join(code_span(text) if text else "an empty one" for text in reversed(row.example))
        others = "; ".join(
            f"{code_span(result) if result and result != REFUSED else result or 'nothing'}: "
            + ", ".join(f"{ecosystem} {library}" for ecosystem, library, _ in of)
            for result, of in row.results
        )
        expected = code_span(row.expected) if row.expected else "nothing"
        rows.append((row.cause, example, expected, others.replace("|", "\\|")))
    listed = ", ".join(" ".join(library) for library in libraries)
    return "\n".join(
        [
            _title(title),
            f"Libraries that depart somewhere: {listed}.\n",
            "A row names the libraries for which its cause says most. Others may do the same by a wider one.\n",
            _table(("cause", "example", "documents", "others"), rows),
        ]
    )


def commands() -> Iterator[tuple[str, str]]:
    """Yield a page for each command, and their index."""
    rows = []
    for name, summary in cli.summaries.items():
        module, _, attribute = cli.places[name].partition(":")
        directive = (
            f".. click:: irigrammar.cli.{module}:{attribute or 'command'}\n   :prog: iri {name}\n   :nested: full\n"
        )
        yield f"reference/commands/{name}.rst", f".. {_BY}\n\n{directive}"
        rows.append((f"{{doc}}`iri {name} <{name}>`", _cell(summary)))
    parts = [
        _title("Commands"),
        "Each has `--help`.\n",
        _table(("command", "what it does"), rows),
        _hidden_tree(cli.summaries),
    ]
    yield "reference/commands/index.md", "\n".join(parts)


def pictures() -> Iterator[tuple[str, str]]:
    """Yield the pictures of docs/how-to/diagrams.md."""
    for file, name, rules in (
        ("iri", "rfc3987", ("IRI", "ihier-part", "iauthority")),
        ("ipv6address", "rfc3986", ("IPv6address",)),
    ):
        own = grammar(name).rules
        svg = standalone({rule: diagram(own, own[rule]) for rule in rules}, f"{', '.join(rules)} ({name})")
        yield f"how-to/pictures/{file}.svg", svg
    shown = {*grammar("rfc3987").entry.components, "IRI", "ihier-part", "isegment", "ireg-name"}
    tree = grammar("rfc3987")["IRI"].parse("http://example.org:80/rosé/日本?q")
    lines = as_svg(tree, children=children_within({rule.lower() for rule in shown}))
    yield "how-to/pictures/tree.svg", "".join(f"{line}\n" for line in lines)


def styles() -> str:
    """Return the style sheet of the site, in the colours of pictures and of the explorer."""
    light, dark = (" ".join(f"--{name}: {colour};" for name, colour in theme.items()) for theme in (LIGHT, DARK))
    own = "--color-brand-primary: var(--link); --color-brand-content: var(--link);"
    return (
        f"body {{ {light} {own} }}\n"
        f'body[data-theme="dark"] {{ {dark} }}\n'
        f'@media (prefers-color-scheme: dark) {{ body:not([data-theme="light"]) {{ {dark} }} }}\n'
        f".railroad {{\n{PICTURE}}}\n"
        ".diagram { overflow-x: auto; }\n.diagram svg { display: block; max-width: none; }\n"
        ".diagram:target { outline: 3px solid var(--rule-edge); outline-offset: 4px; }\n"
        "table.docutils td code { overflow-wrap: anywhere; }\n"
        "@media (max-width: 40em) { table.docutils td:has(> p > code:only-child) { min-width: 14em; } }\n"
        "iframe.explorer { width: 100%; height: 80vh; border: 1px solid var(--faint); }\n"
    )


def theme() -> dict[str, object]:
    """Return the options of the theme."""
    return {"navigation_with_keys": True}


def write() -> None:
    """Write the generated pages, and remove those that are no more."""
    texts = generated()
    for folder in FOLDERS:
        for path in (DOCS / folder).glob("*"):
            if path.is_file() and str(path.relative_to(DOCS)) not in texts:
                path.unlink()
    for name, text in texts.items():
        path = DOCS / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:  # unchanged pages are not built again
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")


def _title(text: str) -> str:
    return f"<!-- {_BY} -->\n\n# {visible(text)}\n"


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [head, ("---",) * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _cell(text: str) -> str:
    return escaped(visible(text)).replace("|", "\\|")


def _hidden_tree(names: Iterable[str]) -> str:
    return "\n".join(["```{toctree}", ":hidden:", ":maxdepth: 1\n", *names, "```\n"])


def main(arguments: list[str] | None = None) -> int:
    if parser(__doc__).parse_args(arguments).write:
        write()
        return 0
    return update({DOCS / name: text for name, text in generated().items()}, False)


if __name__ == "__main__":
    sys.exit(main())
