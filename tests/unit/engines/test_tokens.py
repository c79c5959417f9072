"""Tokens of texts: kinds, keys, levels, and which are kept."""

from __future__ import annotations

from unittest import mock

import pytest
from examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from kernels import NEEDS_KERNEL

from irigrammar import Grammar, GrammarError
from irigrammar.engines import tokens as tokens_module
from irigrammar.engines.tokens import ERROR, Role, Token, Tokenizer, token_automaton

RULES = Grammar.from_text(
    'open = "("\nclose = ")"\nnext = ","\nname = 1*ALPHA\nlong = 1*ALPHA "!"\nsame = "ab"\n'
    'open-text = DQUOTE *%x23-FFFF\ntext = DQUOTE *%x23-FFFF DQUOTE\nspace = 1*" "\n'
    'again = "<" / "<" DQUOTE *%x23-FFFF DQUOTE\nholding = *%x0-10FFFF ":"\n'
    'empty = *"a"\nendless = "a" / "a" 1*"b" "c"\nrecursive = "(" [ recursive ] ")"\n'
)
KINDS = ("open", "close", "next", "same", "name", "long", "text", "open-text", "space")
ROLES = (Role.KEPT, Role.OPENS | Role.KEYED, Role.CLOSES, Role.NEXT, *3 * (Role.KEY,), *2 * (Role.VALUE,), Role(0))
EVERY = (*10 * (Role.KEPT,),)
OWN = (Role(0), Role.OPENS | Role.KEY | Role.VALUE, *ROLES[2:5], Role.OPENS | Role.KEY | Role.CLOSES, *ROLES[6:])
COLUMNS = (Role.KEPT, Role.OPENS, Role.CLOSES | Role.NEXT, *7 * (Role.VALUE,))


def tokenizer(roles: tuple[Role, ...]) -> Tokenizer:
    return Tokenizer(token_automaton(RULES.rules, KINDS), roles, RULES["holding"].automaton)


def kinds(text: str) -> list[tuple[str, str]]:
    return [
        (KINDS[token.kind - 1] if token.kind else "", text[token.start : token.end])
        for token in tokenizer(EVERY).tokens(text)
    ]


def test_the_longest_token_and_of_two_alike_the_first_kind() -> None:
    assert kinds('ab abc abc! "a"') == [
        ("same", "ab"),
        ("space", " "),
        ("name", "abc"),
        ("space", " "),
        ("long", "abc!"),
        ("space", " "),
        ("text", '"a"'),
    ]


def test_each_character_that_begins_no_token_is_an_error() -> None:
    assert kinds('1é"a') == [("", "1"), ("", "é"), ("open-text", '"a')]
    assert next(tokenizer(EVERY).tokens("1")) == Token(ERROR, 0, 1, 0, -1, -1)


def test_a_part_of_a_text() -> None:
    assert [token[:3] for token in tokenizer(EVERY).tokens("abcd)", 1, 3)] == [(5, 1, 3)]


def test_values_are_kept_for_what_is_in_them_and_for_their_keys() -> None:
    asked: list[str] = []

    def wanted(key: str) -> bool:
        asked.append(key)
        return key == "b"

    text = '(a "x:y" (b "z") a "n", b "m" ("k" "l:")) "o:" 1'
    tokens, _ = tokenizer(ROLES).by_keys(text, 0, len(text), wanted)
    rows = [*map(Token._make, tokens)]
    assert asked == ["a", "b"]
    assert [(text[row.start : row.end], row.depth, row.key) for row in rows] == [
        ("a", 1, -1),
        ('"x:y"', 1, 0),
        ("b", 2, 0),
        ('"z"', 2, 2),
        ("b", 1, -1),
        ('"m"', 1, 4),
        ('"k"', 2, 4),  # no key is due: it inherits one that is wanted
        ('"l:"', 2, 4),
        ('"o:"', 0, -1),
        ("1", 0, -1),
    ]
    assert [row.kind < 0 for row in rows[:4]] == [True, False, True, False]
    assert [row.opener for row in rows[-4:]] == [30, 30, -1, -1]


def test_one_token_may_close_all_levels() -> None:
    roles = (Role.KEPT, Role.OPENS, Role.CLOSES | Role.NEXT, *7 * (Role.KEPT,))
    assert [(row.start, row.depth) for row in tokenizer(roles).tokens("a((b)c(d")] == [(0, 0), (3, 2), (5, 0), (7, 1)]


@pytest.mark.parametrize(
    ("names", "reason"),
    [(["empty"], "never empty: empty"), (["endless"], "go on for ever"), (["recursive"], "recursive")],
)
def test_kinds_that_are_refused(names: list[str], reason: str) -> None:
    with pytest.raises(GrammarError, match=reason):
        token_automaton(RULES.rules, names)


def test_what_is_read_twice_at_most_may_go_on() -> None:
    token_automaton(RULES.rules, ["endless"], twice=True)
    with pytest.raises(GrammarError, match="go on for ever"):  # each "<" may begin it again
        token_automaton(RULES.rules, ["again"], twice=True)


TAGS = ("tag", "empty", "end", "text")
TREE = Grammar.from_text(
    'tag = "<" 1*char [ ">" ]\nempty = "<" 1*char "/>"\nend = "</>"\ntext = 1*char\nchar = ALPHA / "=" / ":" / SP\n'
    'holding = *%x0-10FFFF ":"\n'
)


def test_a_token_that_is_the_key_of_the_level_that_it_opens() -> None:
    opening = Role.OPENS | Role.KEY | Role.VALUE
    roles = (Role.KEPT, opening, opening | Role.CLOSES, Role.CLOSES | Role.VALUE, Role.VALUE)
    cut = Tokenizer(token_automaton(TREE.rules, TAGS), roles, TREE["holding"].automaton)
    text = "<a><b>x<c>y</>z:</><d/><e/><f></><g:></>w</>"
    answers = {"<b>": 1, "<d/>": 2, "<f>": 2}
    rows = [*map(Token._make, cut.by_keys(text, 0, len(text), lambda key: answers.get(key, 0))[0])]
    assert [(text[row.start : row.end], row.kind < 0, row.depth, row.key) for row in rows] == [
        ("<a>", True, 1, -1),  # around what is kept
        ("<b>", True, 2, 0),
        ("x", False, 2, 1),  # what is wanted around it does not count in <c>
        ("z:", False, 2, 1),
        ("</>", False, 2, 1),
        ("<d/>", True, 2, 0),
        ("<f>", True, 2, 0),
        ("<g:>", True, 2, 0),
    ]


def test_all_answers_about_keys_are_returned_and_odd_ones_want_values() -> None:
    answers = {"a": 2, "b": 5}
    tokens, bits = tokenizer(ROLES).by_keys('(a "x", b "y")', 0, 14, answers.__getitem__)
    assert ([*tokens], tokens.kinds, bits) == ([(-5, 8, 9, 1, -1, 0), (7, 10, 13, 1, 0, 0)], frozenset({-5, 7}), 7)
    tokens, bits = tokenizer(ROLES).by_keys("", 0, 0, answers.__getitem__)
    assert ([*tokens], tokens.kinds, bits) == ([], frozenset(), 0)


TEXTS = st.lists(
    st.sampled_from(["(", ")", ",", "ab", "b", '"', '"a:', ":", "!", " ", "é", "日", "\U0001f600", "1"]), max_size=40
)


@NEEDS_KERNEL
@given(parts=TEXTS, roles=st.sampled_from([ROLES, EVERY, OWN, COLUMNS]), wanted=st.integers(0, 3))
@settings(max_examples=examples(300))
def test_the_kernel_and_its_counterpart(parts: list[str], roles: tuple[Role, ...], wanted: int) -> None:
    text, cutter = "".join(parts), tokenizer(roles)
    assert cutter._native is not None
    rows = [
        cut(text, 0, len(text), lambda key: wanted * (key[0] in "a("))
        for cut in (cutter._native.tokens, cutter._tokens)
    ]
    assert rows[0] == rows[1]


@given(parts=TEXTS, size=st.integers(1, 9))
def test_tokens_do_not_depend_on_the_pieces_that_are_read(parts: list[str], size: int) -> None:
    text, cutter = "".join(parts), tokenizer(EVERY)
    whole = [*cutter._cut(text, 0, len(text))]
    with mock.patch.object(tokens_module, "_PIECE", size):
        assert [*cutter._cut(text, 0, len(text))] == whole


@NEEDS_KERNEL
def test_what_is_wanted_may_raise() -> None:
    def wanted(_: str) -> bool:
        raise KeyError("no")

    with pytest.raises(KeyError, match="no"):
        tokenizer(ROLES).by_keys("(a", 0, 2, wanted)


def test_deep_levels() -> None:
    """Keys are looked for once in each level, not once for each token."""
    depth = 50_000
    rows = [*tokenizer(ROLES).tokens("(" * depth + 'a "b:"' + ', c "d:"' * 1_000)]
    assert (len(rows), rows[-1].depth) == (2_002, depth)
