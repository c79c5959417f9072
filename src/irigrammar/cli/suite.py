"""`iri suite`: the group of commands about conformance suites."""

from __future__ import annotations

from irigrammar.cli.group import Group

command = Group(
    {"generate": "irigrammar.cli.suite_generate", "run": "irigrammar.cli.suite_run"},
    name="suite",
    help="Complete test suites for a production, for anybody's implementation.",
)
