"""`Matcher.finditer`: matches in texts, values, refusals, threads."""

from __future__ import annotations

import copy
import pickle
from concurrent.futures import ThreadPoolExecutor

import pytest

import irigrammar
from irigrammar import Grammar, GrammarError, NoMatch, UnknownRule
from irigrammar.types import Match

DATE = Grammar.from_text('date = 4DIGIT "-" 2DIGIT "-" 2DIGIT\n')["date"]
TEXT = "\u00e9 2026-11-27, \U0001f600 2026-11-28"


def test_offsets_are_code_points_of_text_and_bytes_of_bytes() -> None:
    assert [*DATE.finditer(TEXT)] == [Match(2, 12, "2026-11-27"), Match(16, 26, "2026-11-28")]
    assert [*DATE.finditer(TEXT.encode())] == [Match(3, 13, b"2026-11-27"), Match(20, 30, b"2026-11-28")]


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
def test_kinds_of_bytes(kind: type) -> None:
    assert [*DATE.finditer(kind(b"2026-11-27"))] == [(0, 10, b"2026-11-27")]


def test_bytes_that_are_not_utf_8_match_nothing() -> None:
    any_character = Grammar.from_text("r = %x0-10FFFF\n")["r"]
    data = b"a\xff\xc3\xa9\xed\xa0\x80\xf0\x9f"
    assert [match.text for match in any_character.finditer(data)] == [b"a", b"\xc3\xa9"]
    assert [match.text for match in any_character.finditer("a\ud800\u00e9")] == ["a", "\u00e9"]


def test_a_subclass_of_str() -> None:
    class Own(str):
        __slots__ = ()

        def __getitem__(self, key: object) -> str:
            raise AssertionError

    match = next(DATE.finditer(Own("2026-11-27")))
    assert type(match.text) is str


@pytest.mark.parametrize("value", [None, 5, ["2026-11-27"]])
def test_other_values_are_refused_at_once(value: object) -> None:
    with pytest.raises(TypeError, match="a text is str or bytes, not"):
        DATE.finditer(value)  # type: ignore[arg-type]


def test_matches_are_values() -> None:
    (match,) = DATE.finditer("2026-11-27")
    assert pickle.loads(pickle.dumps(match)) == copy.copy(match) == match
    assert {match: 1}[Match(0, 10, "2026-11-27")] == 1
    with pytest.raises(AttributeError):
        match.start = 1  # type: ignore[misc]
    again = pickle.loads(pickle.dumps(DATE))
    assert [*again.finditer("2026-11-27")] == [match]


@pytest.mark.parametrize(
    ("abnf", "reason"),
    [('r = "(" [ r ] ")"', "recursive"), ("r = r r / DIGIT", "recursive"), ("r = <some text>", "prose")],
)
def test_rules_without_an_automaton_are_refused_with_the_reason(abnf: str, reason: str) -> None:
    with pytest.raises(GrammarError, match=reason):
        Grammar.from_text(f"{abnf}\n")["r"].finditer("")


def test_spans_are_those_of_the_nodes_of_a_parse() -> None:
    for matcher, text in (
        (irigrammar.grammar("rfc3987")["IRI"], "http://u@h.example:1/a/b?q#f"),
        (Grammar.from_text('sum = number *( "+" number )\nnumber = 1*DIGIT / "(" sum ")"\n')["sum"], "1+((2)+3)"),
        (Grammar.from_text("r = r r / DIGIT\n")["r"], "123"),
    ):
        tree = matcher.parse(text)
        rules = {node.rule for node in tree.walk() if node.rule}
        for names in ([], rules, sorted(rules)[1:3], [name.upper() for name in rules]):
            chosen = {matcher.grammar.rules[name].name for name in names}
            nodes = [(node.rule, node.start, node.end) for node in tree.walk() if node.rule in chosen]
            assert [span[:3] for span in matcher.spans(text, names)] == nodes


def test_spans_of_a_text_that_does_not_match() -> None:
    with pytest.raises(NoMatch):
        DATE.spans("2026", ["date"])
    with pytest.raises(UnknownRule):
        DATE.spans("2026-11-27", ["month"])


def test_many_threads_share_a_matcher() -> None:
    matcher = irigrammar.grammar("rfc3987")["IRI"]
    text = "".join(f"<http://h{number}.example/\u00e9?{number}> " for number in range(20_000))
    right = [*matcher.finditer(text)]
    with ThreadPoolExecutor(8) as pool:
        assert all(found == right for found in pool.map(lambda _: [*matcher.finditer(text)], range(8)))


def test_threads_that_share_an_iterator_get_each_match_once() -> None:
    """A thread that asks while another one searches on is refused, and can ask again."""
    found = DATE.finditer("2026-11-27 " * 50_000)

    def ask(_: int) -> list[int]:
        starts: list[int] = []
        while True:
            try:
                match = next(found, None)
            except ValueError:
                continue
            if match is None:
                return starts
            starts.append(match.start)

    with ThreadPoolExecutor(4) as pool:
        starts = sorted(start for own in pool.map(ask, range(4)) for start in own)
    assert starts == [11 * number for number in range(50_000)]
