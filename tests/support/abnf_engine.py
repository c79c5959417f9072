"""The `abnf` package as an engine that reads the grammar files itself.

Run as a program it answers many questions at once, so that a back end other than this process's can be asked: standard
input is a JSON list of [grammar, rule, text], standard output the list of verdicts. `ABNF_NO_RUST=1` in the environment
chooses the back end in Python.
"""

from __future__ import annotations

import json
import sys
import tomllib
import warnings
from functools import cache
from typing import Any

from places import ROOT

GRAMMAR_DIRECTORY = ROOT / "grammar"
CORE = "rfc5234"


def load(name: str, *texts: str) -> Any:
    """Return a class of rules of its own that holds the rules of these texts, later ones replacing earlier ones."""
    import abnf

    rules: Any = type(name, (abnf.Rule,), {})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", abnf.GrammarWarning)  # it says of each replaced rule that it is replaced
        for text in texts:
            rules.load_grammar("\r\n".join(text.split("\n")).rstrip() + "\r\n")
    return rules


def matches(rules: Any, rule: str, text: str) -> bool:
    """Return whether a text matches a rule of `load`, as a whole."""
    from abnf.parser import ParseError

    try:
        rules(rule).parse_all(text)
    except ParseError:
        return False
    return True


@cache
def catalog_rules(grammar: str) -> Any:
    """Return the rules of a grammar of the catalog, what it inherits and replaces among them."""
    entries = tomllib.loads((GRAMMAR_DIRECTORY / "catalog.toml").read_text(encoding="utf-8"))
    texts: list[str] = []
    name = grammar
    while name != CORE:  # the package has the core rules, and refuses to read them again
        entry = entries[name]
        own = [(GRAMMAR_DIRECTORY / file).read_text(encoding="utf-8") for file in entry["files"]]
        own += [f"{old} = {new}\n" for old, new in entry.get("replace", {}).items()]
        texts = own + texts
        name = entry.get("extends", CORE)
    return load(grammar.replace("-", "_"), *texts)


def backend() -> str:
    """Return the name of the module that parses in this process."""
    import abnf.parser

    return str(type(abnf.parser.Literal("a")).__module__)


def main() -> None:
    questions = json.load(sys.stdin)
    answers = [matches(catalog_rules(grammar), rule, text) for grammar, rule, text in questions]
    json.dump({"backend": backend(), "answers": answers}, sys.stdout)


if __name__ == "__main__":
    main()
