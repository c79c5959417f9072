"""Explanations of faults, replayed on the minimal automata."""

from __future__ import annotations

import pickle
import threading
from concurrent.futures import ThreadPoolExecutor
from difflib import SequenceMatcher
from itertools import takewhile

import pytest
from examples import examples, some
from hypothesis import given, settings
from hypothesis import strategies as st
from near import near
from oracle import catalog_oracle
from places import GOLDEN

import irigrammar
from irigrammar import language
from irigrammar.automata.dfa import DEAD, Dfa
from irigrammar.automata.positions import Positions
from irigrammar.faults.fault import Fault, fault_at
from irigrammar.matching.grammar import Grammar
from irigrammar.matching.matcher import Matcher
from irigrammar.shipped.loader import generic_names

OWN = GOLDEN / "versions.abnf"
STARTS = [
    pytest.param(irigrammar.grammar(name)[rule], id=f"{name}-{rule}")
    for name in generic_names()
    for rule in irigrammar.grammar(name).entry.start
]
STARTS += [pytest.param(Grammar.from_file(OWN)[rule], id=f"own-{rule}") for rule in ("requirement", "version")]
PARTS = [
    pytest.param(irigrammar.grammar(name)[rule], id=f"{name}-{rule}")
    for name, rules in {
        "rfc3986": ["authority", "host", "IPv6address", "IPv4address", "port", "scheme", "pct-encoded", "userinfo"],
        "rfc3987": ["iauthority", "ihost", "ireg-name", "isegment-nz", "iquery", "ihier-part", "irelative-part"],
    }.items()
    for rule in rules
]
SOME = [
    STARTS[16],
    *[start for start in STARTS if start.id in {"rfc3987-IRI-reference", "web-address-IRI", "own-version"}],
]


def walk(dfa: Dfa, text: str, state: int | None = None) -> int:
    state = dfa.start if state is None else state
    for number in dfa.classes.encode(text):
        state = dfa.rows[state][number]
    return state


def is_viable(dfa: Dfa, text: str) -> bool:
    return walk(dfa, text) != DEAD


def common(left: Dfa, right: Dfa) -> list[str]:
    """Return a character for each class that two automata tell apart together."""
    bounds = sorted({*left.classes.starts, *right.classes.starts})
    return [chr(point) for point in bounds if not 0xD800 <= point <= 0xDFFF]


def check_open(matcher: Matcher, text: str, fault: Fault) -> None:
    """Each open production began where it says, and some character continues the text in all of them at once."""
    rules, start = matcher.grammar.rules, matcher.automaton
    prefix = text[: fault.offset]
    inner = None
    for open_rule in fault.open:
        dfa = matcher.grammar._production(open_rule.rule).dfa
        assert 0 <= open_rule.start <= fault.offset
        read = walk(dfa, text[open_rule.start : fault.offset])
        assert read != DEAD
        assert any(is_viable(start, prefix + char) and walk(dfa, char, read) != DEAD for char in common(dfa, start)), (
            open_rule
        )
        if open_rule.complete:
            assert dfa.accepting[read]
        assert open_rule.place.line == rules[open_rule.rule].line
        if inner is not None:
            assert open_rule.start <= inner.start
            assert rules[inner.rule].name in rules.reach(open_rule.rule)
        inner = open_rule
    assert fault.open or matcher.matches(prefix)  # what is not complete is open
    if fault.open:
        assert fault.open[-1].rule == matcher.rule
        assert fault.open[-1].start == 0
        assert fault.open[-1].complete == matcher.matches(prefix)


def check_lost(matcher: Matcher, text: str, fault: Fault) -> None:
    start = matcher.automaton
    for loss in fault.ruled_out:
        dfa = matcher.grammar._production(loss.rule).dfa
        assert loss.found == text[loss.offset]
        assert loss.offset < fault.offset
        began = [offset for offset in range(loss.offset + 1) if is_viable(dfa, text[offset : loss.offset])]
        assert any(not is_viable(dfa, text[offset : loss.offset + 1]) for offset in began)
        # What is at the fault could have come where the production was given up: there the text went astray.
        before = text[: loss.offset] if loss.offset else text[1 : fault.offset]
        if isinstance(fault.found, str):
            assert is_viable(start, before + fault.found)
        else:
            assert start.accepting[walk(start, before)]


def check_fixes(matcher: Matcher, text: str, fault: Fault) -> None:
    texts = [fix.text for fix in fault.fixes]
    assert len(set(texts)) == len(texts) <= 4
    for fix in fault.fixes:
        assert matcher.matches(fix.text)
        assert fix.text != text
        assert fix.how
        assert fix.applicability in ("safe", "unsafe", "display")
        assert _is_near(text, fix.text)


def _is_near(text: str, fixed: str) -> bool:
    """Return whether one run of characters was taken out or put in place of another, or few characters are others."""
    ahead = _alike(text, fixed)
    behind = _alike(text[ahead:][::-1], fixed[ahead:][::-1])
    taken = len(text) - ahead - behind
    kept = sum(block.size for block in SequenceMatcher(None, text, fixed, autojunk=False).get_matching_blocks())
    return len(fixed) == ahead + behind or taken <= 2 or len(text) - kept <= 16


def _alike(left: str, right: str) -> int:
    """Return how many characters two texts have in common at the start."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(left, right, strict=False)))


def check_words(fault: Fault) -> None:
    assert len(set(fault.expected)) == len(fault.expected)
    assert fault.expected
    for phrase in fault.expected:
        assert phrase == " ".join(phrase.split(" ")).strip(" ")
        assert phrase
        assert "  " not in phrase.replace('" "', "")
    assert "the end" not in fault.expected[:-1]
    assert (fault.section is None) == (fault.code == "F000")
    for words in (fault.message, fault.help or "help"):
        assert words.strip() == words != ""
        assert not words.removesuffix("...").endswith(".")


def check_labels(text: str, fault: Fault) -> None:
    first, *others = fault.labels
    assert first.role == "primary"
    assert {label.role for label in others} <= {"opened", "ruled-out"}
    assert all(0 <= label.start <= label.end <= len(text) for label in fault.labels)
    assert [label.start for label in others] == sorted({label.start for label in others} - {first.start})
    assert all(label.text for label in others)


def check(matcher: Matcher, text: str) -> Fault | None:
    fault = matcher.check(text).fault
    if fault is None:
        return None
    check_open(matcher, text, fault)
    check_lost(matcher, text, fault)
    check_fixes(matcher, text, fault)
    check_words(fault)
    check_labels(text, fault)
    assert (fault.expected[-1] == "the end") == matcher.matches(text[: fault.offset])
    return fault


@pytest.mark.parametrize("matcher", some(STARTS + PARTS, 5))
@settings(max_examples=examples(25))
@given(data=st.data())
def test_what_is_said_near_valid_strings_is_true(matcher: Matcher, data: st.DataObject) -> None:
    check(matcher, data.draw(near(matcher.automaton)))


@pytest.mark.parametrize("matcher", SOME)
@settings(max_examples=examples(40))
@given(text=st.text(st.characters() | st.sampled_from('http://[]@:%?#a1.\ud800\udfff\n"\\ ')))
def test_any_text_is_explained(matcher: Matcher, text: str) -> None:
    check(matcher, text)


@pytest.mark.parametrize("text", ["g.0.0", "\x00:"])
def test_no_label_for_a_bracket_opened_at_the_fault(text: str) -> None:
    check(irigrammar.grammar("rfc3986")["IPv6address"], text)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "rule"),
    some([("rfc3986", "authority"), ("rfc3986", "IPv6address"), ("rfc3987", "ihost"), ("rfc3986", "relative-ref")], 1),
)
def test_on_a_complete_suite_by_classes(name: str, rule: str) -> None:
    """Every 17th string of the suite: what is said is true, and the offset is that of the derivatives."""
    matcher = irigrammar.grammar(name)[rule]
    oracle = catalog_oracle(name, rule)
    for case in list(language.suite(matcher, each="class"))[::17]:
        fault = check(matcher, case.text)
        assert (fault.offset if fault else None) == oracle.fault(case.text)


@pytest.mark.parametrize("name", some(["rfc3986", "rfc3987", "iri-bis", "leiri", "leiri-bis", "web-address"], 1))
def test_offsets_are_those_of_derivatives(name: str) -> None:
    matcher = irigrammar.grammar(name).start
    oracle = catalog_oracle(name, matcher.rule)
    for case in list(language.suite(matcher, each="class"))[::61]:
        fault = matcher.check(case.text).fault
        assert (fault.offset if fault else None) == oracle.fault(case.text)


TOLD = [
    ("rfc3987", "IRI-reference", "http://h:8a/"),
    ("rfc3987", "IRI-reference", "http://[::1"),
    ("rfc3987", "IRI", "1http://x"),
    ("iri-bis", "IRI-reference", "http://a%20b/"),
    ("rfc5234", "CRLF", "\n"),
]


def details(fault: Fault) -> tuple[object, ...]:
    said = fault.code, fault.message, fault.help, fault.section, fault.labels
    return *said, fault.open, fault.ruled_out, fault.expected, fault.fixes


@pytest.mark.parametrize(("name", "rule", "text"), TOLD)
def test_faults_are_pickled_with_their_details(name: str, rule: str, text: str) -> None:
    for read in (False, True):
        fault = irigrammar.grammar(name)[rule].check(text).fault
        assert fault is not None
        said = details(fault) if read else None
        again = pickle.loads(pickle.dumps(fault))
        assert again == fault
        assert details(again) == (said or details(fault))
        assert again.open


def test_faults_of_a_users_grammar_are_pickled_with_their_details() -> None:
    fault = Grammar.from_file(OWN)["requirement"].check("abnf == 01").fault
    assert fault is not None
    assert details(pickle.loads(pickle.dumps(fault))) == details(fault)


def test_details_take_no_part_in_equality() -> None:
    fault = irigrammar.grammar("rfc3987")["IRI"].check("http://b c/").fault
    other = irigrammar.grammar("rfc3986")["URI-reference"].check("http://b c/").fault
    assert fault is not None
    assert other is not None
    assert fault == other == Fault(8, 8, " ")
    assert hash(fault) == hash(Fault(8, 8, " "))
    assert fault.open != other.open


def test_details_are_computed_only_when_they_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    class Read(Exception):
        pass

    def refuse(*_: object) -> None:
        raise Read

    monkeypatch.setattr(Positions, "__init__", refuse)
    matcher = Grammar.from_text('r = "a" *DIGIT\n')["r"]
    fault = matcher.check("a1b").fault
    assert fault is not None
    assert (fault.offset, fault.byte_offset, fault.found) == (2, 2, "b")
    assert fault == Fault(2, 2, "b")
    repr(fault)
    pickle.loads(pickle.dumps(fault))
    for name in ("code", "message", "help", "section", "labels", "open", "ruled_out", "expected", "fixes"):
        with pytest.raises(Read):
            getattr(fault, name)


def test_a_fault_that_no_matcher_made_has_no_details() -> None:
    for fault in (Fault(1, 1, "a"), Fault(1, 1, None), Fault(0, 0, b"\xff"), fault_at("a b", 1)):
        message = "byte 0xFF is not UTF-8" if isinstance(fault.found, bytes) else "the string does not match"
        assert details(fault) == ("F000", message, None, None, (), (), (), (), ())


@pytest.mark.parametrize(
    ("data", "offset", "byte_offset", "expected"),
    [
        (b"http://\xff/", 7, 7, "the host"),
        (b"http://h/\xe9", 9, 9, "a character of the segment"),
        ("http://é".encode() + b"\xc3", 8, 9, "more of the registered name"),
        (b"http://[\xff", 8, 8, "the IPv6 address"),
        (b"\x80", 0, 0, "the scheme"),
    ],
)
def test_bytes_that_are_not_utf_8_are_explained(data: bytes, offset: int, byte_offset: int, expected: str) -> None:
    matcher = irigrammar.grammar("rfc3987")["IRI-reference"]
    fault = matcher.check(data).fault
    assert fault is not None
    assert (fault.offset, fault.byte_offset) == (offset, byte_offset)
    assert isinstance(fault.found, bytes)
    assert expected in fault.expected
    assert (fault.ruled_out, fault.help, fault.fixes) == ((), None, ())
    check_open(matcher, data[:byte_offset].decode(), fault)
    assert details(pickle.loads(pickle.dumps(fault))) == details(fault)


@given(data=st.binary() | st.builds(lambda text, tail: text.encode() + tail, st.text("http:/[é@"), st.binary()))
def test_any_bytes_are_explained(data: bytes) -> None:
    fault = irigrammar.grammar("rfc3987")["IRI-reference"].check(data).fault
    if fault is not None:
        check_words(fault)
        assert [label.role for label in fault.labels][:1] == ["primary"]
        assert len(details(fault)) == 9


def test_threads_read_the_same_details() -> None:
    grammar = Grammar.from_file(OWN)
    texts = ["abnf >= 2..1", "1abnf == 1", "abnf == 1rc", "abnf == 1[x", "abnf ~ 2", "abnf == 01"]
    want = [details(fault) for text in texts if (fault := grammar["requirement"].check(text).fault)]
    matcher = Grammar.from_file(OWN)["requirement"]
    faults = [matcher.check(text).fault for text in texts]
    barrier = threading.Barrier(8)

    def work() -> object:
        barrier.wait()
        return [details(fault) for fault in faults if fault]

    with ThreadPoolExecutor(8) as pool:
        assert [future.result() for future in [pool.submit(work) for _ in range(8)]] == [want] * 8
