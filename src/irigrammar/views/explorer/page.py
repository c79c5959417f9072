"""The explorer's page: HTML with script, style sheet and answers.

The answers are those that it has before it asks.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
import secrets
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any

from irigrammar.lazy import regex
from irigrammar.matching.authority import BASE
from irigrammar.matching.grammar import Grammar, grammar_of
from irigrammar.views.explorer import playground
from irigrammar.views.explorer.answers import LIMITS, PANELS, Explorer, file_of
from irigrammar.views.explorer.course import exercises
from irigrammar.views.explorer.own import Example, examples_of
from irigrammar.views.explorer.shown import shown, unescape

_ENTRY = "page.js"
_FIRST = {"grammar": "rfc3987", "rule": "IRI-reference", "text": "http://example.org/rosé?q#é"}
_IMPORT = regex(r'^import \{[^}]*\} from "\./(\w+\.js)";\n', re.MULTILINE)
_COMMENT = regex(r"^[ ]*(?://.*|/\*\*.*\*/)\n", re.MULTILINE)  # a line that is nothing else
_EXPORT = regex(r"^export (?=const |function\*? |async function |class )", re.MULTILINE)


def page(
    host: Mapping[str, Any],
    policy: Mapping[str, str],
    own: tuple[Grammar, ...] = (),
    examples: Sequence[Example] = (),
    *,
    answers: Mapping[str, Any] | None = None,
    parts: Mapping[str, str] | None = None,
    promise: str = "your text never leaves this page",
    version: str = "",
    saves: bool = False,
) -> str:
    """Return the page, about a user's `own` grammars with their `examples`, or about those of the catalog.

    `host` says who answers: {"kind": "server", "token": ...} or {"kind": "python", "files": ..., "inside": ...}.
    `policy` is what the content policy allows besides the script and the style sheet, which it knows by their hashes.
    `answers` are answers by their questions (see `key_of`), `parts` texts in the page by their ids; `promise` and the
    package's `version` are in its head. With `saves` the editor can save.
    """
    style, editor, script = read("page.css"), read("codemirror.js"), bundle()
    nonce = secrets.token_urlsafe(16) if host["kind"] == "server" else hashlib.sha256(script.encode()).hexdigest()[:24]
    rules = {"default-src": "'none'", "script-src": f"{_hash(editor)} {_hash(script)}"}
    rules |= {"style-src": f"{_hash(style)} 'nonce-{nonce}'", "img-src": "data:"}
    rules["style-src-attr"] = "'unsafe-inline'"  # browsers keep the style of what is typed over
    rules |= {"base-uri": "'none'", "form-action": "'none'"}
    for name, sources in policy.items():
        rules[name] = f"{rules[name]} {sources}" if name in rules else sources
    rows = documents(own, examples)
    setup = {
        "host": host,
        "base": BASE,
        "grammars": Explorer(own).grammars(),
        "first": _first(own[0], rows[0]) if own else _FIRST,
        "documents": rows,
        "sample": _document(**_gallery()["sample"]),
        "exercises": [
            {"lesson": row["lesson"], "title": row["title"], "ask": row["ask"], "isGrammar": "equal" in row}
            for row in (() if own else exercises())
        ],
        "nonce": nonce,
        "exports": playground.exports(),
        "saves": saves,
        "limits": LIMITS,
        "gallery": [] if own else gallery(),
        "quiz": quiz_of(own),
        "prepared": answers or {},
    }
    fields = {
        "policy": "; ".join(f"{name} {sources}" for name, sources in rules.items()),
        "style": style,
        "editor": editor,
        "script": script,
        "version": f" {version}" if version else "",
        "promise": promise,
        "title": escape(f"Grammar explorer: {', '.join(file_of(each.name).removesuffix('.abnf') for each in own)}")
        if own
        else "IRI explorer",
        "setup": json.dumps(setup, separators=(",", ":")).replace("<", "\\u003c"),
        "parts": "".join(
            f'<script type="text/plain" id="{name}">{text}</script>\n' for name, text in (parts or {}).items()
        ),
    }
    return re.sub(r"\{(" + "|".join(fields) + r")\}", lambda match: fields[match[1]], read("page.html"))


def quiz_of(own: tuple[Grammar, ...] = ()) -> dict[str, str]:
    """Return `grammar` and `rule` of the quiz: the first start rule of the first own grammar, or else of the page's
    first.
    """
    start = (own[0] if own else grammar_of(_FIRST["grammar"])).start
    return {"grammar": start.grammar.name, "rule": start.rule}


@cache
def gallery() -> list[dict[str, Any]]:
    """Return the rows of `gallery.toml`: group, text (with escapes), grammar, rule, valid, says, cite or None, shown.

    >>> gallery()[0]["text"]
    'ftp://ftp.is.co.za/rfc/rfc1808.txt'
    """
    return [{"cite": None, **row, "shown": shown(unescape(row["text"]), 160)} for row in _gallery()["entry"]]


@cache
def _gallery() -> dict[str, Any]:
    return tomllib.loads((files(__package__) / "gallery.toml").read_text(encoding="utf-8"))


def documents(own: tuple[Grammar, ...], examples: Sequence[Example]) -> list[dict[str, Any]]:
    """Return a user's own grammars as the editor has them: source, imports by name, examples (text, rule, valid), the
    version that is kept, the rules that are compared. Without examples there are some made of each grammar.
    """
    rows = examples or examples_of(own)
    return [
        _document(
            grammar._recipe[0],
            [[row.text, row.rule, row.valid] for row in rows if row.grammar == grammar.name],
            grammar.name,
        )
        for grammar in own
    ]


def _document(source: str, examples: list[list[Any]], base: str = "") -> dict[str, Any]:
    return {"base": base, "source": source, "imports": [], "examples": examples, "kept": None, "compare": []}


def key_of(question: Mapping[str, Any]) -> str:
    """Return a question as JSON with its keys sorted and without white space, by which prepared answers are found.

    >>> key_of({"kind": "page", "code": "F047"})
    '{"code":"F047","kind":"page"}'
    """
    return json.dumps(question, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def prepared_answers(own: tuple[Grammar, ...] = (), examples: Sequence[Example] = ()) -> dict[str, Any]:
    """Return the answers, each by the key of its question (see `key_of`), to the page's questions about its examples:
    all about the first one and those shown as chips, the verdict for others. Grammars of `own` have more questions.
    """
    explorer = Explorer(own)
    own_documents = documents(own, examples)
    rows: list[dict[str, Any]] = [_FIRST, *gallery()]
    questions: list[dict[str, Any]] = [{"kind": "quiz", **quiz_of(own)}]
    for grammar, each in zip(own, own_documents, strict=True):
        about: dict[str, Any] = {"grammar": grammar.name}
        questions += [{"kind": kind, **about, "rule": grammar.start.rule} for kind in ("source", "ambiguity")]
        questions.append({"kind": "ticks", **about, "examples": each["examples"]})
    if own:
        rows = [_first(own[0], own_documents[0])]
        rows += (
            {"grammar": each["base"], "rule": rule, "text": text}
            for each in own_documents
            for text, rule, _ in each["examples"]
        )
    questions += [{"kind": "grammar", "grammar": name} for name in dict.fromkeys(row["grammar"] for row in rows)]
    for number, row in enumerate(rows):
        about = {"grammar": row["grammar"], "rule": row["rule"], "text": row["text"], "escapes": True}
        whole = not number or row.get("chip")
        questions.append({"kind": "verdict", **about})
        questions += [{"kind": kind, **about, **({"show": ""} if kind == "rule" else {})} for kind in PANELS if whole]
    return {key_of(question): json.loads(explorer.reply(json.dumps(question))) for question in questions}


def _first(grammar: Grammar, document: Mapping[str, Any]) -> dict[str, str]:
    """Return the first view of a user's own grammar: grammar, rule and text, those of its first example, the start rule
    and "" without one.
    """
    text, rule, _ = next(iter(document["examples"]), ("", grammar.start.rule, True))
    return {"grammar": grammar.name, "rule": rule, "text": text}


@cache
def bundle() -> str:
    """Return the script of the page: its modules in one, without imports, each after those that it needs."""
    modules = "\n".join(_without_modules(read(name)) for name in module_order())
    return f'(() => {{\n"use strict";\n{modules}}})();\n'


def module_order() -> list[str]:
    """Return the names of the modules, each after those that it imports, the page's own last.

    >>> module_order()[-1]
    'page.js'
    """
    order: dict[str, None] = {}

    def add(name: str) -> None:
        """Add a module to the order, after all that it imports; it is read for its imports."""
        for dependency in _IMPORT.findall(read(name)):
            if dependency not in order:
                add(dependency)
        order.setdefault(name)

    add(_ENTRY)
    return list(order)


def _without_modules(text: str) -> str:
    """Return a module's text for a script that has all of them: names are unique, so that imports can go.

    Of comments, the head of each module comes along; other lines that are nothing else stay in the sources.
    """
    head, blank, text = text.partition("\n\n")
    code = _COMMENT.sub("", text)
    return _EXPORT.sub("", _IMPORT.sub("", head + blank + code))


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def read(name: str) -> str:
    """Return the text of a file in the page's sources."""
    return (files(__package__) / "web" / name).read_text(encoding="utf-8")
