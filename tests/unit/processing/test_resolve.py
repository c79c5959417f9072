"""References by a base (RFC 3986, 5.4), and the way back."""

from __future__ import annotations

from itertools import product

import pytest
from examples import some
from hypothesis import given, reject
from hypothesis import strategies as st
from near import members, near
from resolution import ABNORMAL, BASE, NORMAL
from rows import in_one_test
from tables import conversions

import irigrammar
from irigrammar import ConversionError
from irigrammar.language import sample
from irigrammar.matching.authority import without_white_space
from irigrammar.matching.parts import with_fields
from irigrammar.processing.browser import has_opaque_path
from irigrammar.processing.conversions import normalize, resolve
from irigrammar.processing.path import remove_dot_segments
from irigrammar.processing.resolve import relativize
from irigrammar.processing.rewrite import parts
from irigrammar.processing.trace import Step, call_recording
from irigrammar.shipped.loader import generic_names

DECISIONS = [
    ("foo:a/b", "../c", "foo:/c"),
    ("foo:/", ".//@@", "foo:/.//@@"),
    ("foo:a/b", "..//c", "foo:/.//c"),
    ("http://a/b/../c", "?y", "http://a/b/../c?y"),
    ("http://a/b/../c", "", "http://a/b/../c"),
    ("foo:../a/./b", "#s", "foo:../a/./b#s"),
    ("http://a/b/c", "%2E%2E/d", "http://a/b/%2E%2E/d"),
    ("http://a/b/c", "%2e/d", "http://a/b/%2e/d"),
]

OTHERS = [
    # 5.1: the base's fragment is not inherited
    ("http://a/b#f", "", "http://a/b"),
    ("http://a/b#f", "c", "http://a/c"),
    ("http://a/b?q#f", "#g", "http://a/b?q#g"),
    # 5.2.3: an empty path after an authority
    ("http://a", "g", "http://a/g"),
    ("http://a", "..", "http://a/"),
    ("http://a?q", "", "http://a?q"),
    ("http://a?q", "?", "http://a?"),
    ("http://a?q", "#", "http://a?q#"),
    # bases without a hierarchy
    ("foo:", "g", "foo:g"),
    ("foo:a", "g", "foo:g"),
    ("foo:a", "./b:c", "foo:b:c"),
    ("foo:a", ".", "foo:"),
    ("foo:a", "..", "foo:"),
    ("foo:a/b", "..", "foo:/"),
    ("foo:a", "//h", "foo://h"),
    ("urn:a:b", "c", "urn:c"),
    ("mailto:a@b", "?subject=c", "mailto:a@b?subject=c"),
    # dot segments of the base
    ("http://a/b/../c/d", "e", "http://a/c/e"),
    ("foo:/.//a/b", "c", "foo:/.//a/c"),
    ("foo:/.//a/b", "../../c", "foo:/c"),
    # of references that have an authority or a scheme
    ("foo:a", "//h/../c", "foo://h/c"),
    ("foo:a", "bar:/b/../c", "bar:/c"),
    ("foo:a", "bar:b/../c", "bar:/c"),
    ("foo:a", "bar:/..//c", "bar:/.//c"),
    ("foo:a", "bar:../c", "bar:c"),
    ("http://a/b", "/..//c", "http://a//c"),
    # empty segments are segments
    ("http://a//b//c", "../d", "http://a//b/d"),
    ("http://a/b/", "..//c", "http://a//c"),
    # authorities come as they are
    ("http://U:p@[::1]:80/a", "b", "http://U:p@[::1]:80/b"),
    ("http://a/b", "//@:/", "http://@:/"),
    ("file:///a/b", "c", "file:///a/c"),
    # RFC 3987, 6.5
    ("http://résumé.example.org/é/", "ü?ö#ä", "http://résumé.example.org/é/ü?ö#ä"),
    ("HTTP://a/b", "c", "HTTP://a/c"),
]


@in_one_test(
    ("base", "ref", "expected"),
    [pytest.param(BASE, *row, id=f"5.4.1-{row[0]}") for row in NORMAL]
    + [pytest.param(BASE, *row, id=f"5.4.2-{row[0]}") for row in ABNORMAL]
    + [pytest.param(*row, id=f"decisions-{row[0]}-{row[1]}") for row in DECISIONS]
    + [pytest.param(*row) for row in OTHERS],
)
def test_resolve(base: str, ref: str, expected: str) -> None:
    assert resolve(base, ref) == expected
    if base.isascii() and ref.isascii():
        assert resolve(base, ref, grammar="rfc3986") == expected
    if "http:g" not in ref:
        assert resolve(base, ref, strict=False) == expected


@in_one_test(*conversions("resolve.a_parser_that_is_not_strict_ignores_the_scheme_of_the_base"))
def test_a_parser_that_is_not_strict_ignores_the_scheme_of_the_base(base: str, ref: str, expected: str) -> None:
    assert resolve(base, ref, strict=False) == expected
    assert resolve(base, ref) == ref


@in_one_test(*conversions("resolve.nothing_is_encoded"))
def test_nothing_is_encoded(grammar: str, base: str, ref: str, expected: str) -> None:
    """The Note, 4, wants it for LEIRIs: making one absolute does not trigger percent-encoding."""
    assert resolve(base, ref, grammar=grammar) == expected


@in_one_test(*conversions("resolve.backslashes_that_separate_segments_count_and_stay"))
def test_backslashes_that_separate_segments_count_and_stay(base: str, ref: str, expected: str) -> None:
    assert resolve(base, ref, grammar="web-address", authority="grammar") == expected


@pytest.mark.parametrize(*conversions("resolve.a_host_that_only_browsers_read"))
def test_a_host_that_only_browsers_read(base: str, ref: str, expected: str) -> None:
    with pytest.raises(ConversionError, match=r"browsers read|the URL Standard reads"):
        resolve(base, ref, grammar="web-address")
    assert resolve(base, ref, grammar="web-address", authority="browser") == expected


@pytest.mark.parametrize(
    ("base", "ref"), [("http://h/a", "http:g"), ("http://h/a", "http:/g"), ("http://h/", "///a/../b")]
)
def test_by_the_rfcs_the_trace_says_where_browsers_differ(base: str, ref: str) -> None:
    trace: list[Step] = []
    target = call_recording(trace, resolve, base, ref)
    assert (trace[-1].section, trace[-1].after) == ("URL Standard, 4.4", target)
    assert trace[-1].note.startswith("browsers differ: the URL Standard reads the host")


@pytest.mark.parametrize("grammar", ["rfc3986", "rfc3987", "iri-bis", "leiri"])
def test_by_the_rfcs_dot_segments_of_an_opaque_path_go_with_a_warning(grammar: str) -> None:
    trace: list[Step] = []
    assert call_recording(trace, resolve, "http://h/", "data:,a/../b", grammar=grammar) == "data:/b"
    (warning,) = (step for step in trace if step.note.startswith("warning: "))
    assert (warning.before, warning.after) == (",a/../b", "/b")
    for text in ("data:,a/b", "data:/a/../b", "http:a/../b", "../b"):
        trace.clear()
        call_recording(trace, resolve, "http://h/", text, grammar=grammar)
        assert not any(step.note.startswith("warning: ") for step in trace)
    trace.clear()
    assert call_recording(trace, resolve, "http://h/", "data:,a/../b", grammar="web-address") == "data:,a/../b"
    assert "draft-ietf-iri-3987bis-04, 3.2" in {step.section for step in trace}


@in_one_test(
    ("base", "ref", "target", "ending"),
    [
        ("foo:a/b", "../c", "foo:/c", 'also without the "/" that 5.2.4 leaves'),
        ("foo:a/b", "c", "foo:a/c", "other results"),
        ("foo:a/b/c", "../d", "foo:a/d", "other results"),
        ("foo:", "../c", "foo:c", "other results"),
        ("urn:a:b", "#f", "urn:a:b#f", "other results"),
        ("foo:?q", "", "foo:?q", "other results"),
        ("foo:/a", "..//b", "foo:/.//b", "other results"),
        ("foo:/a/..//b", "?q", "foo:/a/..//b?q", None),
        ("foo:/a", "../c", "foo:/c", None),
        ("foo:a/b", "/c", "foo:/c", None),
        ("foo:a/b", "//h/c", "foo://h/c", None),
        ("foo:a/b", "bar:c", "bar:c", None),
        ("foo://h", "../c", "foo://h/c", None),
        ("http://h/a", "", "http://h/a", None),
    ],
)
def test_the_trace_says_what_is_not_portable(base: str, ref: str, target: str, ending: str | None) -> None:
    trace: list[Step] = []
    assert call_recording(trace, resolve, base, ref) == target
    notes = [step.note for step in trace if "not portable, libraries give " in step.note]
    assert [note.endswith(ending or "") for note in notes] == ([] if ending is None else [True])


def absolute_of(name: str) -> irigrammar.Matcher:
    grammar = irigrammar.grammar(name)
    return grammar[grammar.entry.start[1]]


GRAMMARS = [name for name in generic_names() if name not in ("rfc5234", "rfc6570")]


@pytest.mark.parametrize("name", GRAMMARS)
def test_the_second_start_rule_is_the_reference_with_a_scheme(name: str) -> None:
    """`resolve` takes it for that."""
    reference = irigrammar.grammar(name).start
    for text in sample(reference, 300, seed=1):
        assert absolute_of(name).matches(text) == (reference.split(text).scheme is not None)
    assert irigrammar.language.includes(reference, absolute_of(name))


# Short strings in which everything can happen.
WILD = st.text("/.:?#ab\\%é", max_size=12)


def references(name: str) -> st.SearchStrategy[str]:
    matcher = irigrammar.grammar(name).start
    return members(matcher.automaton) | near(matcher.automaton).filter(matcher.matches) | WILD.filter(matcher.matches)


def bases(name: str) -> st.SearchStrategy[str]:
    matcher = absolute_of(name)
    built = st.builds("".join, st.tuples(st.sampled_from(["a:", "a://b", "a://b/"]), WILD)).filter(matcher.matches)
    return members(matcher.automaton) | built


@pytest.mark.parametrize("name", some(GRAMMARS, 2))
@given(data=st.data())
def test_the_target_is_absolute_and_has_the_components_that_the_steps_say(name: str, data: st.DataObject) -> None:
    base, ref = data.draw(bases(name)), data.draw(references(name))
    target = resolve(base, ref, grammar=name, authority="grammar")
    assert absolute_of(name).matches(target)
    reference = irigrammar.grammar(name).start
    if name == "web-address":
        base, ref = without_white_space(base), without_white_space(ref)
    before, given_, after = reference.split(base), reference.split(ref), reference.split(target)
    assert after.fragment == given_.fragment
    assert after.scheme == (given_.scheme or before.scheme)
    if given_.scheme or given_.authority is not None:
        assert after[1:5] == given_[1:5]
        assert after.query == given_.query
    else:
        assert after[1:5] == before[1:5]
        assert after.query == (before.query if given_.path == "" and given_.query is None else given_.query)
    if given_.path == "" and not given_.scheme and given_.authority is None:
        assert after.path == before.path


@pytest.mark.parametrize("name", [name for name in GRAMMARS if name != "web-address"])
@given(data=st.data())
def test_a_target_has_no_dot_segments_but_the_guard(name: str, data: st.DataObject) -> None:
    base, ref = data.draw(bases(name)), data.draw(references(name))
    target = irigrammar.grammar(name).start.split(resolve(base, ref, grammar=name))
    given_ = irigrammar.grammar(name).start.split(ref)
    if given_.path or given_.scheme or given_.authority is not None:
        path = target.path or ""
        if target.authority is None and path.startswith("/.//"):
            path = path[2:]
        assert remove_dot_segments(path) == path


@pytest.mark.parametrize("name", some(GRAMMARS, 2))
@given(data=st.data())
def test_a_target_by_its_own_base_stays(name: str, data: st.DataObject) -> None:
    base, ref = data.draw(bases(name)), data.draw(references(name))
    try:
        once = resolve(base, ref, grammar=name)
    except ConversionError:  # a Web Address in which browsers read another authority
        reject()
    given_ = irigrammar.grammar(name).start.split(ref)
    if given_.path or given_.authority is not None or given_.scheme is not None:
        assert resolve(base, once, grammar=name) == once
    without = str(with_fields(irigrammar.grammar(name).start.split(once), fragment=None))
    assert resolve(once, "", grammar=name) == without


@pytest.mark.parametrize("name", some(GRAMMARS, 2))
@given(data=st.data())
def test_splitting_and_reassembling_is_the_identity(name: str, data: st.DataObject) -> None:
    text = data.draw(references(name))
    assert str(irigrammar.grammar(name).start.split(text)) == text


@given(data=st.data())
def test_backslashes_resolve_as_what_they_stand_for(data: st.DataObject) -> None:
    """A Web Address with its backslashes read first, and one with them read last, are the same."""

    def read(text: str) -> str:
        matcher = irigrammar.grammar("web-address").start
        separators = {start for _, start, _ in parts(matcher, text, frozenset({"href-path-sep"}))}
        components = matcher.split(text)
        if has_opaque_path(components):
            separators = set()
        start = len(str(with_fields(components, path="", query=None, fragment=None)))
        end = start + len(components.path or "")
        return "".join(
            char if char != "\\" or not start <= index < end else "/" if index in separators else "%5C"
            for index, char in enumerate(text)
        )

    base, ref = data.draw(bases("web-address")), data.draw(references("web-address"))
    target = resolve(base, ref, grammar="web-address", authority="grammar")
    assert read(target) == resolve(read(base), read(ref), grammar="web-address", authority="grammar")


@in_one_test(*conversions("resolve.relativize"))
def test_relativize(base: str, target: str, expected: str) -> None:
    assert relativize(base, target) == expected
    assert resolve(base, expected) == target


@pytest.mark.parametrize(*conversions("resolve.no_reference_leads_to_dot_segments"))
def test_no_reference_leads_to_dot_segments(base: str, target: str, path: str) -> None:
    with pytest.raises(ConversionError) as caught:
        relativize(base, target)
    assert str(caught.value) == (
        f'no reference resolves to "{target}": its path "{path}" has dot segments,'
        " which resolving removes (RFC 3986, 5.2.4)"
    )


@in_one_test(*conversions("resolve.relativize_in_other_grammars"))
def test_relativize_in_other_grammars(grammar: str, base: str, target: str, expected: str) -> None:
    assert relativize(base, target, grammar=grammar, authority="grammar") == expected
    assert resolve(base, expected, grammar=grammar, authority="grammar") == target


@pytest.mark.parametrize("name", some(GRAMMARS, 2))
@given(data=st.data())
def test_relativize_then_resolve_is_the_identity(name: str, data: st.DataObject) -> None:
    base, target = data.draw(bases(name)), data.draw(bases(name))
    if data.draw(st.booleans()):
        try:
            target = resolve(base, data.draw(references(name)), grammar=name)
        except ConversionError:  # a Web Address with two targets
            reject()
    try:
        ref = relativize(base, target, grammar=name)
    except ConversionError:  # no reference resolves to it
        ref, refused = target, True
    else:
        refused = False
    assert (resolve(base, ref, grammar=name) != target) == refused
    assert len(ref) <= len(target)


@pytest.mark.parametrize(
    "base", some(["a://b", "a://b/", "a://b/a//b", "a:", "a:a/b", "a:/.//a", "a:/a/../b?a", "a:../a", "a://b?b"], 3)
)
def test_no_shorter_reference_resolves_to_the_target(base: str) -> None:
    """All references of up to four characters, against every target that one of them leads to."""
    matcher = irigrammar.grammar("rfc3987").start
    shortest: dict[str, str] = {}
    for length in range(5):
        for chars in product("./ab:?#", repeat=length):
            ref = "".join(chars)
            if matcher.matches(ref):
                shortest.setdefault(resolve(base, ref), ref)
    for target, ref in shortest.items():
        assert len(relativize(base, target)) == len(ref), target


# RFC 3986, 5.4.2: abnormal examples, and their kind.
ABOVE = [
    ("http://a/b/c/d;p?q", "../../../g"),
    ("http://a/b/c/d;p?q", "../../../../g"),
    ("http://a/b/c/d;p?q", "/../g"),
    ("http://a", "../g"),
    ("http://a/b", "../../x"),
    ("http://a/b", "http://h/../c"),
    ("http://a/b", "//h/a/../../c"),
    ("http://a/../b/", "c"),
    ("foo:a/b", "../../c"),
    ("foo:a/b", "foo:../c"),
    ("http://a/b", ".."),
]
WITHIN = [
    ("http://a/b/c/d;p?q", "../../g"),
    ("http://a/b/c/d;p?q", "../.."),
    ("http://a/b/c/d;p?q", "./../g"),
    ("http://a/b/c/d;p?q", "/./g"),
    ("http://a/b/c/d;p?q", "g;x=1/../y"),
    ("http://a/b/c/d;p?q", "g?y/../../../x"),
    ("http://a/../b", "?y"),
    ("http://a/b", "%2E%2E/c"),
    ("foo:a/b", "../c"),
]


@in_one_test(("base", "ref"), ABOVE)
@in_one_test("grammar", ["rfc3986", "rfc3987", "leiri"])
def test_strict_paths_above_the_root(grammar: str, base: str, ref: str) -> None:
    resolve(base, ref, grammar=grammar)
    with pytest.raises(ConversionError, match=r'climbs above the root: "\.\." at offset \d+ has no segment to remove'):
        resolve(base, ref, grammar=grammar, strict_paths=True)


@in_one_test(("base", "ref"), WITHIN)
def test_strict_paths_within(base: str, ref: str) -> None:
    assert resolve(base, ref, strict_paths=True) == resolve(base, ref)


def test_strict_paths_of_web_addresses() -> None:
    with pytest.raises(ConversionError, match="climbs above the root"):
        resolve("http://a/b", "..\\..\\c", grammar="web-address", strict_paths=True)
    assert resolve("http://a/b", "data:../a", grammar="web-address", strict_paths=True) == "data:../a"


@pytest.mark.parametrize(
    "text", ["/../a", "http://h/a/../../b", "http://h/%2E%2e/a", "http://h/..", "//h/../a", "foo:/a/../.."]
)
def test_strict_paths_of_normal_forms(text: str) -> None:
    for level in ("syntax", "scheme"):
        normalize(text, level=level)
        with pytest.raises(ConversionError, match="climbs above the root"):
            normalize(text, level=level, strict_paths=True)


@pytest.mark.parametrize(
    "text", ["../a", "http://h/a/../b", "foo:a/../../b", "?/../../x", "/a/%2e%2e/../b", "data:,../.."]
)
def test_strict_paths_that_stay(text: str) -> None:
    assert normalize(text, strict_paths=True) == normalize(text)
