"""JSON Schema: a string with a pattern."""

from __future__ import annotations

import json

from irigrammar.exports.ecmascript import portable
from irigrammar.matching.matcher import Matcher

_LINE_FEED = 0x0A


def json_schema(matcher: Matcher) -> str:
    r"""Return a schema whose pattern is one of ECMAScript, as JSON Schema says, and is read alike by other engines.

    Validators in Python search with `re`, whose `$` also matches before a last line feed: where no string of the
    language ends in one, the schema says so once more.
    """
    schema: dict[str, object] = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"{matcher.rule} ({matcher.grammar.entry.document})",
        "type": "string",
        "pattern": portable(matcher, "json-schema"),
    }
    if not _ends_in_line_feed(matcher):
        schema["not"] = {"pattern": "\\n$"}
    return json.dumps(schema, indent=2) + "\n"


def _ends_in_line_feed(matcher: Matcher) -> bool:
    dfa = matcher.automaton
    number = dfa.classes.of(_LINE_FEED)
    return any(dfa.accepting[row[number]] for row in dfa.rows)
