"""Shell completion for names of grammars and of their rules."""

from __future__ import annotations

from collections.abc import Iterator

import click
from click.shell_completion import CompletionItem

from irigrammar.cli.options import IMPORTS, cache_folder
from irigrammar.errors import IrigrammarError
from irigrammar.matching.grammar import catalog, open_grammar
from irigrammar.shipped.loader import entry
from irigrammar.shipped.package import package_names

_RULES = {"RULE", "RULE[:RULE]", "RULES"}


def complete_options(command: click.Command) -> None:
    """Let names complete the options of a command: those of grammars `--grammar`, `--extends` and `--import`, those of
    rules any whose metavar says that it is one.
    """
    for option in command.params:
        if isinstance(option, click.Option) and {"--grammar", "--extends", "--import"} & {*option.opts}:
            option._custom_shell_complete = complete_grammar
        elif option.metavar in _RULES:
            option._custom_shell_complete = complete_rule


def complete_grammar(_: click.Context, option: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the grammars of the catalog whose names begin as typed, with their titles, those of packages after "abnf",
    and, unless the option takes only names, a request to complete files.
    """
    items = [CompletionItem(name, help=entry(name).title) for name in catalog() if name.startswith(incomplete)]
    if incomplete.startswith("abnf"):
        items += [CompletionItem(name) for name in package_names() if name.startswith(incomplete)]
    return items if option.metavar == "NAME" else [*items, CompletionItem(incomplete, type="file")]


def complete_rule(context: click.Context, _: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the rules that begin as typed, in any case, of the grammar that the options before name; its start rules
    come first. In a list with commas the last name is completed.
    """
    before, comma, last = incomplete.rpartition(",")
    names = (name for name in _rules(context) if name.lower().startswith(last.lower()))
    return [CompletionItem(f"{before}{comma}{name}") for name in names]


def _rules(context: click.Context) -> Iterator[str]:
    """Yield the rule names of the command line's grammar, start rules first; nothing if it cannot be opened."""
    grammar_parameter = next((option.name for option in context.command.params if "--grammar" in option.opts), None)
    name = context.params.get(grammar_parameter or "") or "rfc3987"
    try:
        extends, imports = context.params.get("extends"), context.meta.get(IMPORTS, ())
        grammar = open_grammar(name, extends=extends, imports=imports, cache=cache_folder())
    except (IrigrammarError, OSError):
        return
    yield from dict.fromkeys([*grammar.entry.start, *grammar.rules.names()])
