"""Regular expressions as matchers: they accept what their engine does."""

from __future__ import annotations

import itertools
import json
import pickle
import random
import re
from contextlib import suppress
from pathlib import Path
from xml.etree import ElementTree

import pytest
import random_grammars
from command import run
from examples import examples, some
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from rows import in_one_test

import irigrammar
from irigrammar.errors import ExportError, GrammarError, RegexError
from irigrammar.exports.repair import smallest_repair
from irigrammar.language import from_regex, suite, witness
from irigrammar.language.regex.comparison import BEYOND_ASCII, compare_with_rule
from irigrammar.matching.grammar import Grammar
from irigrammar.matching.matcher import Matcher

OWN = Grammar.from_text(
    'r = *"a" "b"\nline = *( %x0A / "a" )\nany = *( %x0-D7FF / %xE000-10FFFF )\nnone = "abc"\nsome = 0*3"a" / *2"b"\n'
)


def difference(pattern: str, matcher: Matcher) -> str | None:
    """Return a shortest string that re's `match` accepts and a rule does not, or the other way round."""
    read = from_regex(rf"\A(?:{pattern})", dialect="python")
    found = [text for text in (witness(read, matcher), witness(matcher, read)) if text is not None]
    return min(found, key=len, default=None)


@in_one_test(
    ("rule", "pattern", "expected"),
    [
        ("r", r"[Aa]*[Bb]\Z", None),
        ("r", r"\A[Aa]*?[Bb]\Z", None),
        ("r", r"^([Aa]*)(?:[Bb])\Z", None),
        ("r", r"(?i:a)*[Bb]\Z", None),
        ("r", r"[Aa]*+[Bb]\Z", None),
        ("r", r"[Aa]*[Bb]$", "b\n"),
        ("r", r"[Aa]*[Bb]", "ba"),
        ("r", r"a*[Bb]\Z", "Ab"),
        ("r", r"[Aa]*\Z", ""),
        ("r", r"(?>[Aa]*)[Bb]\Z", None),
        ("r", r"(?>a|[Aa]*)[Bb]\Z", "aab"),  # the group is left the first way
        ("r", r"(?>[Aa]*|a)[Bb]\Z", None),
        ("r", r"(?:[Aa]|[Aa]b)*+[Bb]\Z", None),
        ("r", r"(?:[Aa]b?)*+[Bb]\Z", "ab"),  # a possessive repetition gives nothing back
        ("r", r"(?:[Aa](?!c))*[Bb]\Z", None),
        ("r", r"(?:[Aa](?!b))*[Bb]\Z", "ab"),
        ("r", r"(?:[Aa](?=[AaBb]))*(?<![^Aa])[Bb]\Z", None),
        ("r", r"(?=[^c]*\Z)(?:.)*(?=b|B).\Z", "db"),
        ("r", r"[Aa]{0,2}+[Bb]\Z", "aaab"),
        ("r", r"(?:(?:[Aa]*)*)*[Bb]\Z", None),
        ("r", r"(?>[Aa])*+[Bb]\Z", None),
        ("r", r"(?:(?>[Aa]|)[Aa])*+[Bb]\Z", "ab"),
        ("line", r"[aA\n]*\Z", None),
        ("line", r"[aA\n]*$", None),
        ("line", r"(?:[aA]|\n)*+$", None),
        ("line", r"[aA\n]*?$\Z", None),
        ("any", r"(?s:.*)", None),
        ("none", r"[aA][bB][cC]\Z", None),
        ("none", r"(?>[aA][bB]?)[bB]?[cC]\Z", "ac"),
        ("some", r"(?>(?:(?>(?:[Aa]|[Aa]{2,3}+)(?![Aa]))|[Bb]{0,2}+)(?![Aab]))\Z", None),
    ],
)
def test_a_shortest_difference_is_found(rule: str, pattern: str, expected: str | None) -> None:
    found = difference(pattern, OWN[rule])
    if expected is None:
        assert found is None
        return
    assert found is not None
    assert len(found) <= len(expected)
    assert (re.match(pattern, found) is not None) != OWN[rule].matches(found)
    assert (re.match(pattern, expected) is not None) != OWN[rule].matches(expected)


@in_one_test(
    ("pattern", "offset", "reason"),
    [
        ("a(", 1, "unterminated subpattern"),
        ("a**", 2, "multiple repeat"),
        (r"(a)\1", 3, "what a group matched"),
        (r"(a)[]\1]\101[^]\2]+(?P<n>b)\2", 27, "what a group matched"),
        (r"(?P<n>b)(?P=n)", 8, "what a group matched"),
        (r"(a)?(?(1)b|c)", 4, "whether a group matched"),
        (r"(?x)(a) # \1" + "\n" + r"\1", None, "what a group matched"),
        ("(?<=a*)b", None, "fixed width"),
        ("(?:a{1000}){1000}", None, "too large"),
        ("[ab]*a[ab]{16}", None, "too large"),
        ("(" * 2000 + ")" * 2000, None, "nest too deep|recursion"),
        ("(?:" * 300 + "a" + "b)+" * 300, None, "nest too deep"),
        ("[", 0, "unterminated character set"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_place(pattern: str, offset: int | None, reason: str) -> None:
    with pytest.raises(RegexError, match=reason) as caught:
        from_regex(pattern, dialect="python")
    assert (caught.value.offset, caught.value.dialect, caught.value.pattern) == (offset, "python", pattern)
    assert isinstance(caught.value, GrammarError)
    assert pickle.loads(pickle.dumps(caught.value)).offset == offset


def test_names_of_xml_in_xsd() -> None:
    names = irigrammar.grammar("curie")["NCName"]
    assert from_regex(r"[\i-[:]][\c-[:]]*", dialect="xsd").automaton == names.automaton


def test_what_takes_too_many_states_is_refused() -> None:
    for pattern in ("[ab]*a[ab]{20}", "[ab]*a[ab]{20}(?=.)"):
        with pytest.raises(RegexError, match=r"too large|500") as caught:
            from_regex(pattern, dialect="python", max_states=500)
        assert caught.value.limit


@in_one_test("dialect", ["python", "re2", "rust", "ecmascript", "xsd"])
def test_long_texts_are_read(dialect: str) -> None:
    assert from_regex("ab" * 2_000, dialect=dialect, anchored=True).matches("ab" * 2_000)


def test_flags_and_dialects_that_are_none_are_refused() -> None:
    with pytest.raises(RegexError, match="unknown flag 'g'"):
        from_regex("a", dialect="python", flags="g")
    with pytest.raises(RegexError, match="unknown flag 'y'"):
        from_regex("a", dialect="ecmascript", flags="y")  # of searches at one place
    with pytest.raises(TypeError):
        from_regex(b"a", dialect="python")  # type: ignore[arg-type]  # what is refused
    with pytest.raises(ValueError, match="unknown dialect 'perl'"):
        from_regex("a", dialect="perl")


# With all that is read. The widths of lookbehinds are one.
PARTS = ["a", "b", "1", "[ab]", "[^a]", "", r"\n", "$", r"\Z", "^", r"\b", r"\B", ".", r"\w", "(?<=a)", "(?<![ab])"]


def patterns() -> st.SearchStrategy[str]:
    """Draw patterns with all that is read, over few letters."""
    return st.recursive(
        st.sampled_from(PARTS),
        lambda inner: (
            st.lists(inner, min_size=1, max_size=3).map("".join)
            | st.lists(inner, min_size=1, max_size=3).map(lambda items: f"(?:{'|'.join(items)})")
            | st.tuples(
                inner, st.sampled_from(["?", "*", "+", "{2}", "{1,2}"]), st.sampled_from(["", "", "?", "+"])
            ).map(lambda parts: f"(?:{parts[0]}){parts[1]}{parts[2]}")
            | st.tuples(st.sampled_from(["?>", "?=", "?!"]), inner).map(lambda parts: f"({parts[0]}{parts[1]})")
        ),
        max_leaves=8,
    )


TEXTS = ["".join(text) for size in range(5) for text in itertools.product("ab1 \n", repeat=size)]


@given(pattern=patterns(), flags=st.sampled_from(["", "i", "m", "s"]), anchored=st.booleans())
@settings(max_examples=examples(400))
def test_the_answer_is_what_re_does(pattern: str, flags: str, anchored: bool) -> None:
    compiled = re.compile(pattern, sum({"i": re.IGNORECASE, "m": re.MULTILINE, "s": re.DOTALL}[flag] for flag in flags))
    matches = compiled.fullmatch if anchored else compiled.search
    matcher = None
    with suppress(RegexError):
        matcher = from_regex(pattern, dialect="python", flags=flags, anchored=anchored)
    assume(matcher is not None)
    assert matcher is not None
    assert [text for text in TEXTS if matcher.matches(text) != bool(matches(text))] == []


def pattern_of(export: str, notation: str) -> str | None:
    """Return the pattern in an export, None where a schema has several."""
    if notation == "json-schema":
        pattern: str = json.loads(export)["pattern"]
        return pattern
    if notation != "xsd":
        return export
    element = ElementTree.fromstring(export).find(".//{*}pattern[@value]")
    return None if element is None else element.get("value")


# The notations whose exports are read back, and the dialects and flags that they are for.
READ_BACK = [
    *(("python", "python", ""), ("re2", "re2", ""), ("rust", "rust", ""), ("xsd", "xsd", "")),
    *(("ecmascript", "ecmascript", "u"), ("ecmascript", "ecmascript", "v"), ("ecmascript-utf16", "ecmascript", "")),
    ("json-schema", "json-schema", ""),
]


@pytest.mark.parametrize("name", some(sorted(irigrammar.catalog()), 2))
@in_one_test(("notation", "dialect", "flags"), READ_BACK)
def test_exported_rules_read_back_equal(notation: str, dialect: str, flags: str, name: str) -> None:
    """Every third rule of a grammar, and the first."""
    grammar = irigrammar.grammar(name)
    for rule in [*grammar][::3]:
        try:
            pattern = pattern_of(irigrammar.exports.export(grammar[rule], to=notation), notation)
        except (ExportError, GrammarError):
            continue  # no linear one
        if pattern is not None:
            assert from_regex(pattern, dialect=dialect, flags=flags).automaton == grammar[rule].automaton, rule


@given(generated=random_grammars.grammars(), seed=st.integers(0, 99))
@settings(max_examples=examples(60))
def test_random_productions_are_proved_and_changed_patterns_are_not(generated: tuple[str, Grammar], seed: int) -> None:
    matcher = generated[1]["r0"]
    try:
        pattern = irigrammar.exports.export(matcher, to="python")
    except ExportError:
        return  # no linear one
    assert difference(pattern, matcher) is None
    offset = random.Random(seed).randrange(2, len(pattern) - 1)
    changed = pattern[:offset] + pattern[offset + 1 :]
    try:
        result = difference(changed, matcher)
    except RegexError:
        return
    assert result is None or (re.match(changed, result) is not None) != matcher.matches(result)


def test_a_pattern_is_a_matcher_like_a_rules() -> None:
    matcher = from_regex(r"^(?:a(?!b)|[b-d]{2,})+$", dialect="python")
    assert pickle.loads(pickle.dumps(matcher)) == matcher
    assert irigrammar.exports.export(matcher, to="re2").startswith(r"\A")
    for case in suite(matcher):
        assert bool(re.search(r"^(?:a(?!b)|[b-d]{2,})+$", case.text)) is case.valid
    fault = matcher.check("abb").fault
    assert fault is not None
    assert fault.offset == 1


@in_one_test("pattern", ["a(?=b)c", r"(?>ab?)b(?<!bb)", "[^\\0-\U0010ffff]"])
def test_what_no_text_matches_is_an_empty_matcher(pattern: str) -> None:
    matcher = from_regex(pattern, dialect="python")
    assert (matcher.automaton.states, matcher.matches("ac"), next(suite(matcher)).valid) == (1, False, False)
    assert matcher.check("a").fault is not None


PASSWORD = r"^(?=.*[A-Z])(?=.*[a-z])(?=.*\d)(?=.*[-_!])[-\w!]{8,16}\Z"


def test_an_automaton_too_large_for_an_expression_is_a_matcher_too() -> None:
    matcher = from_regex(PASSWORD, dialect="python", flags="a")
    compiled = re.compile(PASSWORD, re.ASCII)
    texts = [*irigrammar.language.sample(matcher, 20, 1), *irigrammar.language.examples(matcher)]
    assert all(map(compiled.match, texts))
    near = [text[:index] + text[index + 1 :] + "a" for text in texts for index in range(len(text))]
    assert [matcher.matches(text) for text in near] == [compiled.match(text) is not None for text in near]
    assert irigrammar.language.lengths(matcher) == (8, 16)
    assert matcher.parse(texts[0]).value == texts[0]
    fault = matcher.check("Aa1!Aa1 ").fault
    assert fault is not None
    assert fault.offset == 7
    assert pickle.loads(pickle.dumps(matcher)) == matcher
    with pytest.raises(ExportError, match="too large for one expression"):
        irigrammar.exports.export(matcher, to="re2")


def test_a_search_with_a_count_is_decided() -> None:
    pattern = r"\bftp://[\w.~-]{1,64}\.[a-z]{2,6}\b[\w.~/-]*"
    matcher = from_regex(pattern, dialect="python")
    for text in ("see ftp://e.org/a.", "ftp://e.", "xftp://e.org", "ftp://" + "e" * 65 + ".org", "ftp://e.orgorgorg"):
        assert matcher.matches(text) == bool(re.search(pattern, text))


# Comparison with a rule


def test_a_port_of_five_digits() -> None:
    found = compare_with_rule(from_regex("^[0-9]{1,5}$", dialect="python"), irigrammar.grammar("rfc3986")["port"])
    assert [(row.text, row.fault.code) for row in found.extra] == [("0\n", "F002")]
    assert [row.text for row in found.missing][:1] == [""]
    assert not found


def test_what_nothing_needs_that_is_accepted_is_named() -> None:
    pattern = from_regex(r"\A[a-z.]+\Z", dialect="python")
    found = compare_with_rule(pattern, irigrammar.grammar("rfc3987")["iauthority"])
    assert found.extra == ()
    assert {"IP-literal", "port", "iuserinfo", "pct-encoded", BEYOND_ASCII} <= {*found.absent}
    assert "IPv6address" not in found.absent  # within an IP-literal


@in_one_test(
    ("pattern", "dialect", "rule", "part", "replacement"),
    [
        ("^[0-9]+$", "re2", "port", "[0-9]+", "[0-9]*"),
        (r"^\d*\Z", "python", "port", r"\d", "[0-9]"),
        ("^[0-9]*$", "python", "port", "$", r"\Z"),
        ("[0-9]*$", "ecmascript", "port", "", "^"),
        (r"\A[0-9]*", "python", "port", "", r"\Z"),
        ("^[a-zA-Z][a-zA-Z0-9+.]*$", "ecmascript", "scheme", "[a-zA-Z0-9+.]", r"[+\-.0-9A-Za-z]"),
        ("[0-9]{1,5}", "i-regexp", "port", "[0-9]{1,5}", "[0-9]*"),
        (r"^(?:%[0-9a-f]{2}|[\w.~])*\Z", "python", "reg-name", None, None),
        ("^%([0-9A-F][0-9A-F]|[0-9a-f]+)$", "rust", "pct-encoded", "[0-9a-f]+", None),
        ("^%[0-9A-F][0-9a-f]$", "rust", "pct-encoded", "[0-9A-F][0-9a-f]", None),
        ("^([0-9]|[1-9][0-9]|1[0-9][0-9]|2[0-4][0-9]|25[0-4])$", "json-schema", "dec-octet", "[0-4]", "[0-5]"),
        (r"^((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}\d{1,3}$", "re2", "IPv4address", r"\d{1,3}", None),
        (r"^(?!-)[0-9]+$", "python", "port", "[0-9]+$", None),
        (r"^(?!0)[0-9]+\Z", "python", "port", None, None),
        ("[0-9]*", "xsd", "port", None, None),
    ],
)
def test_the_smallest_part_that_is_wrong(
    pattern: str, dialect: str, rule: str, part: str | None, replacement: str | None
) -> None:
    matcher = irigrammar.grammar("rfc3986")[rule]
    repair = smallest_repair(from_regex(pattern, dialect=dialect), matcher)
    assert (None if repair is None else pattern[repair.start : repair.end]) == part
    if repair is not None and repair.replacement is not None:
        assert replacement in (None, repair.replacement)
        changed = pattern[: repair.start] + repair.replacement + pattern[repair.end :]
        assert from_regex(changed, dialect=dialect).automaton == matcher.automaton


@given(sides=st.lists(patterns(), min_size=2, max_size=2), parts=st.lists(patterns(), min_size=2, max_size=2))
@settings(max_examples=examples(60))
def test_what_differs_in_one_part_is_repaired(sides: list[str], parts: list[str]) -> None:
    first, other = (rf"\A(?:{sides[0]}){part}(?:{sides[1]})\Z" for part in ("[ab]", rf"(?:{parts[0]})"))
    try:
        repair = smallest_repair(from_regex(first, dialect="python"), wanted := from_regex(other, dialect="python"))
    except RegexError:
        return
    if repair is not None and repair.replacement is not None:
        changed = first[: repair.start] + repair.replacement + first[repair.end :]
        assert from_regex(changed, dialect="python").automaton == wanted.automaton


def test_only_patterns_are_repaired() -> None:
    port = irigrammar.grammar("rfc3986")["port"]
    with pytest.raises(ValueError, match="port is not a regular expression"):
        smallest_repair(port, port)


# The command


def test_the_command_compares_with_a_rule() -> None:
    done = run("regex", "check", "^[0-9]*$", "--dialect", "python", "-g", "rfc3986", "-r", "port")
    assert (done.status, done.out.splitlines()[1:]) == (
        1,
        [
            "it accepts, and the rule does not:",
            r"  \u{A}  F002 a line break at the end is not part of the identifier",
            r"it is equal with \Z in place of $ at offset 7",
        ],
    )
    done = run("regex", "check", "^[0-9]*$", "--dialect", "re2", "-g", "rfc3986", "-r", "port")
    assert (done.status, done.out) == (0, "equal: it accepts exactly port of rfc3986\n")


def test_a_pattern_comes_from_a_file_or_a_pipe(tmp_path: Path) -> None:
    command = ("regex", "check", "--dialect", "python", "-g", "rfc3986", "-r", "port", "--file")
    (tmp_path / "p").write_bytes(b"\\A[0-9]*\\Z\r\n")
    (tmp_path / "bad").write_bytes(b"[0-9]*\xff")
    assert run(*command, str(tmp_path / "p")).status == 0
    assert run(*command, "-", stdin=b"\\A[0-9]*\\Z").status == 0
    assert "bad cannot be read: not UTF-8 at byte 6" in run(*command, str(tmp_path / "bad")).err
    assert "No such file" in run(*command, str(tmp_path / "none")).err


def test_the_fix_is_for_the_dialect_and_its_flags() -> None:
    command = ("regex", "check", "^\\d$", "-g", "rfc3986", "-r", "IPv4address", "--fix", "--dialect")
    assert "IPv4address for ecmascript-utf16:\n^" in run(*command, "ecmascript").out
    assert "IPv4address for ecmascript:\n^" in run(*command, "ecmascript", "--flags", "u").out
    done = run(*command, "i-regexp")
    assert (done.status, done.out) == (2, "")
    assert "rules are not exported to i-regexp" in done.err
    done = run("regex", "check", "a", "-g", "web-address", "-r", "IRI", "--fix", "--dialect", "python")
    assert done.status == 1
    assert "different from IRI of web-address" in done.out
    assert "cannot be written for python" in done.err


def test_a_group_without_a_command_shows_its_help() -> None:
    done = run("regex")
    assert (done.status, done.out) == (2, "")
    assert "\n  check  Test a pattern against a rule\n" in done.err


def test_the_command_compares_dialects() -> None:
    done = run("regex", "diff", "^.$", "--dialect", "ecmascript", "--flags", "u", "--flags", "", "--format", "json")
    assert done.status == 1
    (row,) = json.loads(done.out)
    assert (row["equal"], row["only_b"]) == (False, None)
    assert row["only_a"] > "\uffff"


def test_a_pattern_that_cannot_be_read_is_refused_with_its_place() -> None:
    done = run("regex", "check", "a(?=b)", "--dialect", "re2", "-g", "rfc3986", "-r", "port")
    assert (done.status, done.out) == (2, "")
    assert "no pattern of re2 at offset 3" in done.err
    assert "it would be right in ecmascript" in done.err
