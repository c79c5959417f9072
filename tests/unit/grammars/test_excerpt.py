"""Rules as their files have them."""

from __future__ import annotations

import pytest

from irigrammar.grammars.reader import read
from irigrammar.grammars.render import excerpt
from irigrammar.shipped.loader import generic_names, grammar_directory, load


def cut(text: str, rule: str) -> str | None:
    return excerpt(text, read(text, "here")[rule])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('a = "x"\n', 'a = "x"'),
        ('b = "y"\n\na = "x"\n  / b ; both\n', 'a = "x"\n  / b ; both'),
        ('a = "x"\n  ; below\n\nb = "y"\n', 'a = "x"\n  ; below'),
        ('a = "x"\n\n  ; far below\n', 'a = "x"'),
        # A comment at the margin belongs to the rule that follows it without a blank line, else to the one before.
        ('a = "x"\n; the next\nb = "y"\n', 'a = "x"'),
        ('a = "x"\n  ; mine\n; the next\nb = "y"\n', 'a = "x"\n  ; mine'),
        ('a = "x"\n; mine\n\nb = "y"\n', 'a = "x"\n; mine'),
        ('a = "x"\n; mine\n', 'a = "x"\n; mine'),
        # The comment above is shown where the rule has no other.
        ('; above\na = "x"\n', '; above\na = "x"'),
        ('; above\n; it\na = "x"\n', '; above\n; it\na = "x"'),
        ('; above\na = "x" ; beside\n', 'a = "x" ; beside'),
        ('; above\na = "x"\n  ; below\n', 'a = "x"\n  ; below'),
        ('; far above\n\na = "x"\n', 'a = "x"'),
        ('b = "y"\n  ; of b\na = "x"\n', 'a = "x"'),
        # A semicolon in a string is not a comment.
        ('; above\na = ";"\n', '; above\na = ";"'),
        # Definitions that are added to.
        ('a = "x"\nb = "y"\nA =/ "z" ; more\n', 'a = "x"\nA =/ "z" ; more'),
        ('a\n  = "x"\n', 'a\n  = "x"'),
        # Indented as a whole, with CRLF, with a byte order mark.
        ('   b = "y"\n   a = "x"\n     / "z"\n', '   a = "x"\n     / "z"'),
        ('a = "x" ; é\r\n  / "z"\r\nb = "y"\r\n', 'a = "x" ; é\n  / "z"'),
        ('\ufeffa = "x"\n', 'a = "x"'),
        ('a-b = "y"\na = "x"\n', 'a = "x"'),
    ],
)
def test_the_lines_of_a_rule(text: str, expected: str) -> None:
    assert cut(text, "a") == expected


def test_another_text_has_no_lines_of_the_rule() -> None:
    rule = read('b = "y"\na = "x"\n', "here")["a"]
    assert excerpt('a = "x"\n', rule) is None
    assert excerpt('b = "y"\nc = "x"\n', rule) is None
    assert excerpt("", rule) is None


@pytest.mark.parametrize("name", generic_names())
def test_the_excerpts_of_a_catalog_grammar_define_its_rules(name: str) -> None:
    """Each excerpt is in the file, and read by itself it is the rule; together they are the rules in their order."""
    for rule in load(name).own.values():
        text = (grammar_directory() / rule.source.removeprefix("grammar/")).read_text(encoding="utf-8")
        result = excerpt(text, rule)
        assert result is not None
        assert result in text
        assert [rule.expr for rule in read(result, name).values()] == [rule.expr]
