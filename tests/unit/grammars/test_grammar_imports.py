"""Rules that a grammar takes from others: what each name means, which clash, and what prose says."""

from __future__ import annotations

import pickle

import pytest

import irigrammar
from irigrammar.grammars.authors.lint import lint
from irigrammar.matching.grammar import Grammar, open_grammar
from irigrammar.shipped.loader import load

ADDRESS = """\
message = "to:" SP addr-spec [ "," SP host ] CRLF
host = "localhost" / uri-host
uri-host = <host, see [RFC3986], Section 3.2.2>
"""

A = Grammar.from_text('list = item *( "," item )\nitem = name / number\nname = "a"\nnumber = 1*DIGIT\n', name="a.abnf")
B = Grammar.from_text('name = "b"\nnumber = 1*DIGIT\npair = name "=" item\n', name="b.abnf")


def taken(text: str, *imports: str | Grammar) -> Grammar:
    return Grammar.from_text(text, name="mine", imports=imports)


def codes(text: str, *imports: Grammar) -> list[tuple[str, int, int]]:
    rows = lint(text, "mine", parent=load("rfc5234"), imports=[grammar.rules for grammar in imports])
    return [(row.code, row.line, row.column) for row in rows]


def test_a_reference_means_the_rule_of_the_import_that_has_it() -> None:
    grammar = taken(ADDRESS, "rfc3986", open_grammar("abnf:rfc5322"))
    assert grammar.start.matches("to: a.b@example.org, [::1]\r\n")
    assert not grammar.start.matches("to: a.b@example.org, [::z]\r\n")
    assert list(grammar) == ["message", "host", "uri-host"]


@pytest.mark.parametrize(
    ("rule", "matched", "other"),
    [
        ('x = list "!"', "a,12!", "b!"),  # the import's own names mean what they mean there,
        ('x = list name\nname = "mine"', "1,amine", "mine,amine"),  # whatever they mean here
        ("x = number", "12", "a"),  # the same in both: not ambiguous
        ("x = pair", "b=a", "a=a"),  # what an import lacks is that of another one
        ('x = <list, see A> "."\nlist = "mine"', "a.", "mine."),
        ("x = <name in [b]>", "b", "a"),
        ("x = name\nname = <see B, section 1>", "b", "a"),
        ("x = name\nname = <name, see a>", "a", "b"),
        ("x = number *DIGIT", "12", ""),  # core rules are never ambiguous
    ],
)
def test_what_a_name_means(rule: str, matched: str, other: str) -> None:
    matcher = taken(f"{rule}\n", A, B)["x"]
    assert (matcher.matches(matched), matcher.matches(other)) == (True, False)


def test_what_two_imports_have_otherwise_is_not_guessed() -> None:
    text = 'x = "1"\n    / name\n'
    with pytest.raises(irigrammar.GrammarError) as caught:
        taken(text, A, B)
    assert (caught.value.line, caught.value.column) == (2, 7)
    assert caught.value.reason == (
        "name is a rule of a.abnf, and another of b.abnf: write <name, see a.abnf> for the first of them"
    )
    assert codes(text, A, B) == [("L027", 2, 7)]
    assert taken(text.replace("name", "<name, see a.abnf>"), A, B).start.matches("a")


def test_an_import_that_cannot_be_read_alone_is_named() -> None:
    with pytest.raises(
        irigrammar.GrammarError, match=r"c\.abnf: in x, name is a rule of a\.abnf, and another of b\.abnf"
    ):
        taken("y = x\n", Grammar.from_text("x = name\n", name="c.abnf"), A, B)


def test_a_rule_that_hides_one_of_an_import_is_advice() -> None:
    assert codes('list = name\nname = "b"\nnumber = 1*DIGIT\n', A) == [
        ("L028", 1, 1),
        ("L028", 2, 1),
        ("L003", 3, 1),
    ]


def test_prose_that_is_taken_from_an_import_is_no_prose() -> None:
    text = "x = name\nname = <name, see a>\n"
    assert codes(text, A, B) == []
    assert codes(text, B) == []
    assert codes(text) == [("L006", 2, 8)]


def test_recursion_in_an_import_is_not_reported_here() -> None:
    assert codes('x = y "."\n', Grammar.from_text('y = "(" [ y ] ")"\n', name="r.abnf")) == []


def test_an_import_extends_what_the_grammar_extends() -> None:
    grammar = Grammar.from_text("x = list host\n", extends="rfc3986", imports=[A])
    assert grammar["x"].matches("a,1[::1]")
    assert grammar["URI"].matches("http://h/")


def test_a_grammar_with_imports_can_be_pickled_and_compared() -> None:
    grammar = taken("x = list\n", A, "rfc3986")
    again = pickle.loads(pickle.dumps(grammar))
    assert again == grammar
    assert again["x"].matches("a,1")
    assert grammar != taken("x = list\n", A)


def test_rules_say_where_they_are() -> None:
    grammar = taken("x = [ list ] uri-host\nuri-host = <host, see RFC 3986>\n", A, "rfc3986")
    assert grammar.rules["list"].source == "a.abnf"
    assert grammar.rules["IP-literal"].source == "grammar/rfc3986.abnf"


@pytest.mark.parametrize("options", [{"extends": "rfc3986"}, {"imports": ["rfc3986"]}])
def test_only_files_extend_and_import(options: dict[str, object]) -> None:
    with pytest.raises(irigrammar.GrammarError, match=r"goes with a file of ABNF, and rfc3987 is not one"):
        open_grammar("rfc3987", **options)  # type: ignore[arg-type]  # the options are keywords
