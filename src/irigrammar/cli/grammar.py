"""`iri grammar`: the group of commands about grammars."""

from __future__ import annotations

from irigrammar.cli.group import Group

command = Group(
    {
        "list": "irigrammar.cli.grammar_list",
        "show": "irigrammar.cli.grammar_show",
        "lint": "irigrammar.cli.grammar_lint",
        "diff": "irigrammar.cli.grammar_diff",
        "audit": "irigrammar.cli.grammar_audit",
        "coverage": "irigrammar.cli.grammar_coverage",
        "export": "irigrammar.cli.grammar_export",
        "railroad": "irigrammar.cli.grammar_railroad",
    },
    name="grammar",
    help="See, check, draw and export grammars: the catalog's and your own.",
)
