"""Functions of bytes that raise where a promise is broken.

What they raise is `AssertionError`, or anything that is not documented.

The first byte of the data chooses among grammars, options or forms, where there are several; the rest is the input.
"""

from __future__ import annotations

import io
import tempfile
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path, PurePosixPath

import irigrammar
from irigrammar.engines.walk import matches as matches_by_table
from irigrammar.grammars.authors.extract import extract
from irigrammar.grammars.reader import SourceText, definitions
from irigrammar.matching.authority import authority_change, fix_keeps_authority, rewriting_keeps_authority
from irigrammar.matching.grammar import Grammar
from irigrammar.matching.matcher import Matcher
from irigrammar.scan.config import ConfigError, load
from irigrammar.scan.document import Document
from irigrammar.scan.fixing import Unwritable, apply_fixes
from irigrammar.scan.formats.registry import document_type, document_types
from irigrammar.scan.reading import Refused
from irigrammar.scan.settings import FileRules, Settings

__all__ = ["TARGETS"]

_GRAMMARS = ("rfc3987", "rfc3986", "iri-bis", "leiri", "leiri-bis", "web-address")
_LARGEST = 1 << 20


def _given(data: bytes) -> tuple[str, str]:
    """Return a grammar's name and a text, in which bytes that are not UTF-8 are lone surrogates."""
    return _GRAMMARS[data[0] % len(_GRAMMARS) if data else 0], data[1:].decode("utf-8", "surrogateescape")


def _matcher(name: str) -> Matcher:
    return irigrammar.grammar(name).start


def matches_and_check(data: bytes) -> None:
    """Every engine has the same verdict, and a fault is where the longest viable prefix ends."""
    name, text = _given(data)
    matcher = _matcher(name)
    verdict = matcher.check(text)
    assert verdict.valid == matcher.matches(text) == matches_by_table(matcher.automaton, text)
    assert matcher.matches_many([text]) == [verdict.valid]
    if verdict.fault is not None:
        assert 0 <= verdict.fault.offset <= len(text)
        assert str(verdict.fault)
    verdict = matcher.check(data[1:])
    assert verdict.valid == matcher.matches(data[1:])


def parse_and_split(data: bytes) -> None:
    """What is split comes back whole, and so do the leaves of the tree."""
    name, text = _given(data)
    matcher = _matcher(name)
    if not matcher.matches(text):
        return
    assert str(matcher.split(text)) == text
    node = matcher.parse(text)
    assert (node.start, node.end) == (0, len(text))


def conversions(data: bytes) -> None:
    """A conversion has a result of its grammar, that is its own and has the same host, or a documented error."""
    name, text = _given(data)
    functions: dict[str, Callable[[str], str]] = {
        "rfc3987": irigrammar.iri_to_uri,
        "rfc3986": irigrammar.uri_to_iri,
        "iri-bis": partial(irigrammar.iri_to_uri, grammar="iri-bis"),
        "leiri": irigrammar.convert.leiri_to_iri,
        "leiri-bis": partial(irigrammar.convert.leiri_to_iri, check=False),
        "web-address": irigrammar.convert.web_address_to_iri,
    }
    try:
        made = functions[name](text)
    except (irigrammar.NoMatch, irigrammar.ConversionError):
        return
    if name != "leiri-bis":  # any string at all has a result there
        assert _matcher("rfc3986" if name in ("rfc3987", "iri-bis") else "rfc3987").matches(made)
    assert functions[name](made) == made
    if not name.startswith("leiri"):  # which follow their document to the letter, and say so in the trace
        assert authority_change(text, made, _matcher(name)) is None


def normalization(data: bytes) -> None:
    """A normal form is of its grammar, its own normal form, and has the same host, port and user."""
    name, text = _given(data)
    matcher = _matcher(name)
    for level in ("syntax", "scheme"):
        try:
            made = irigrammar.normalize(text, grammar=name, level=level)
        except (irigrammar.NoMatch, irigrammar.ConversionError):
            return
        assert _matcher(name).matches(made)
        assert irigrammar.normalize(made, grammar=name, level=level) == made
        ports = {scheme.name: scheme.default_port for scheme in irigrammar.schemes.schemes()}
        assert authority_change(text, made, matcher, ports=ports) is None


def fixes(data: bytes) -> None:
    """What is offered for a string that does not match, or by advice, matches and leads to the same host."""
    name, text = _given(data)
    matcher = _matcher(name)
    fault = matcher.check(text).fault
    offered = (
        [fix.text for fix in fault.fixes] if fault else [found.fix for found in irigrammar.advise(text, grammar=name)]
    )
    keeps = fix_keeps_authority if fault else rewriting_keeps_authority
    for fix in offered:
        assert fix is None or (matcher.matches(fix) and keeps(text, fix))


def abnf(data: bytes) -> None:
    """Any text is a grammar whose rules compile, or an error that says where it is wrong."""
    try:
        grammar = Grammar.from_text(data.decode("utf-8", "replace"))
        for rule in list(grammar)[:5]:
            grammar[rule].matches("a")
    except irigrammar.IrigrammarError as error:
        assert str(error)


def documents(data: bytes) -> None:
    """What is taken out of a document is ABNF, at its own lines; any text may be a document."""
    kind, text = ("a.txt", "a.md", "a.xml", "a.html")[data[0] % 4 if data else 0], data[1:].decode("utf-8", "replace")
    found = extract(text, kind)
    if found.rules:
        definitions(SourceText(found.text, kind))
    assert found.text.count("\n") <= text.count("\n") + 1


@cache
def _recursive() -> Matcher:
    """Return a rule with left, right and hidden recursion, nesting, and strings of several derivations."""
    return Grammar.from_text('e = e "+" e / "(" [e] ")" / "-" e / [e] "x" / *DIGIT\n').start


def recursion(data: bytes) -> None:
    """The general engine says the same in all its answers, or that the work is beyond its limit."""
    matcher, text = _recursive(), data.decode("utf-8", "surrogateescape")
    try:
        verdict = matcher.check(text)
        assert verdict.valid == matcher.matches(text)
        if verdict.fault is not None:
            assert 0 <= verdict.fault.offset <= len(text)
            assert all(matcher.matches(fix.text) for fix in verdict.fault.fixes)
        else:
            assert matcher.parse(text).value == text
    except irigrammar.ParseLimit as error:
        assert str(error)


@cache
def _rules(kind: str) -> FileRules:
    return Settings().file_rules(PurePosixPath(f"x.{kind}"), document_type(kind))


def scan(kind: str, data: bytes) -> None:
    """A document has findings in its lines, and fixing it leaves a document with the same lines."""
    rules = _rules(kind)
    try:
        for piece in Document("x", io.BytesIO(data), rules, limit=_LARGEST).blocks():
            for found in piece.findings:
                assert found.record.line is None or found.record.line >= 1
                assert found.record.message
        with apply_fixes(io.BytesIO(data), rules, limit=_LARGEST) as done:
            done.content.seek(0)
            made = done.content.read()
    except (Refused, Unwritable):
        return
    assert made.count(b"\n") == data.count(b"\n")


def configuration(data: bytes) -> None:
    """A configuration makes settings that can be used, or an error."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "irigrammar.toml"
        path.write_bytes(data)
        try:
            load(path).check()
        except (ConfigError, ValueError, irigrammar.IrigrammarError) as error:
            assert str(error)


def arrow(data: bytes) -> None:
    """A column of Arrow has the verdicts of its values, whatever its layout."""
    import pyarrow as pa

    if not data:
        return
    form, skipped = data[0] % 6, data[0] // 6
    values = [None if part == b"\xff" else part.decode("utf-8", "replace") for part in data[1:].split(b"\0")]
    kinds = (
        pa.string(),
        pa.large_string(),
        pa.string_view(),
        pa.dictionary(pa.int32(), pa.string()),
        pa.binary(),
        pa.string(),
    )
    column = pa.array(values if form != 4 else [None if one is None else one.encode() for one in values], kinds[form])
    if form == 5:
        column = pa.chunked_array([column, column[:0], column])
        values += values
    matcher = _matcher("rfc3987")
    answers = matcher.matches_many(column[skipped % (len(values) + 1) :])
    wanted = [None if one is None else matcher.matches(one) for one in values[skipped % (len(values) + 1) :]]
    assert list(answers.to_pylist()) == wanted


TARGETS: dict[str, Callable[[bytes], None]] = {
    "matches-and-check": matches_and_check,
    "parse-and-split": parse_and_split,
    "conversions": conversions,
    "normalization": normalization,
    "fixes": fixes,
    "abnf": abnf,
    "recursion": recursion,
    "documents": documents,
    "configuration": configuration,
    "arrow": arrow,
    **{f"scan-{kind.name}": partial(scan, kind.name) for kind in document_types()},
}
