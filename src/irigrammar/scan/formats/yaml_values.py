"""Parse YAML to the values that JSON has.

An alias is the object that it names, merged keys are in place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from irigrammar.dataclass import NamedTuple
from irigrammar.errors import MissingExtra
from irigrammar.lazy import regex
from irigrammar.scan.formats.json_values import number
from irigrammar.scan.formats.scalars import Scalar
from irigrammar.scan.formats.strings import (
    HEX_ESCAPE,
    PAIR_ESCAPE,
    SIMPLE,
    Escapes,
    Unescaped,
    as_it_is,
    character,
    escaped,
    escapes_by,
    unescape,
)
from irigrammar.unicode import is_letter_or_number

if TYPE_CHECKING:
    from yaml.events import ScalarEvent

# YAML 1.2.2, 5.7.
_SIMPLE = {
    **SIMPLE,
    "/": "/", "0": "\0", "a": "\a", "v": "\v", "e": "\x1b", "\t": "\t", " ": " ",
    "N": "\x85", "_": "\xa0", "L": "\u2028", "P": "\u2029",
}  # fmt: skip

# White space in YAML, which spaces of other scripts are not.
WHITE = " \t\r\n"
_INK = regex(rf"[^{WHITE}]")
_BREAK = regex(r"\r\n|\r|\n")
_BREAKS = r"(?:\r\n|\r|\n)(?:[ \t]*+(?:\r\n|\r|\n))*+[ \t]*+"
# The white space before the end of a line goes with it. A run is looked at once: from where it begins.
_FOLD = rf"(?<![ \t])[ \t]*+{_BREAKS}"
_ESCAPE = regex(rf"\\{_BREAKS}|\\[ \t][ \t]*+{_BREAKS}|\\(?:{PAIR_ESCAPE}|{HEX_ESCAPE}|[\s\S]|\Z)|{_FOLD}")
_NOT_PRINTED = r"\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff"

_PLAIN_FOLD, _NOT_IN_PLAIN = regex(_FOLD), regex(rf"[\s{_NOT_PRINTED}]")


def _fold(breaks: int) -> str:
    return " " if breaks == 1 else "\n" * (breaks - 1)


def _value(match: re.Match[str]) -> str:
    """Return the text of an escape, a doubled quote or a folded line break of a quoted scalar.

    Raises `ValueError` for an invalid escape.
    """
    source = match[0]
    breaks = len(_BREAK.findall(source))
    if not breaks:
        return "'" if source == "''" else character(source[1:], _SIMPLE)
    if not source.startswith("\\"):
        return _fold(breaks)
    if source[1] in "\r\n":
        return "\n" * (breaks - 1)
    return _SIMPLE[source[1]] + _fold(breaks)


def _plain(text: str, never: re.Pattern[str]) -> str:
    """Return a text as a plain scalar has it: unchanged.

    Raises `ValueError` for a text that such a scalar cannot have.
    """
    # A ":" at the end, and a "#" at the start, might end up beside white space.
    if text.endswith(":") or text.startswith("#"):
        raise ValueError(f"{text!r} cannot be written in such a string")
    return as_it_is(text, never)


def block_scalar(source: str, value: str) -> tuple[int, int, Escapes] | None:
    """Return the start, the end and the escapes of a block scalar's text without white space around it; None for none.

    `source` begins with the indicator, `value` is the value that the parser has read.

    >>> start, end, lines = block_scalar(">-\\n  a\\n  b\\n", "a b")
    >>> start, end, lines.read("a\\n  b").text
    (5, 10, 'a b')
    """
    header = _BREAK.search(source)
    first = _INK.search(source, header.end()) if header else None
    shown = _INK.search(value)
    if header is None or first is None or shown is None:
        return None
    line = max(source.rfind("\n", 0, first.start()), source.rfind("\r", 0, first.start())) + 1
    # An indentation indicator counts from the parent's indentation: what the value keeps of the line tells.
    surplus = shown.start() - (value.rfind("\n", 0, shown.start()) + 1)
    return (
        first.start(),
        len(source.rstrip(WHITE)),
        _block(first.start() - line - surplus, source[0] == ">", surplus > 0),
    )


@lru_cache(64)
def _block(indentation: int, is_folded: bool, blank: bool) -> Escapes:
    """Return the convention of a block scalar, literal or folded, whose lines are indented so far; `blank` tells that
    its first line begins with white space beyond that.
    """
    ends = re.compile(
        rf"(?:(?:\r\n|\r|\n)[ ]{{0,{indentation}}})+" if is_folded else rf"(?:\r\n|\r|\n)[ ]{{0,{indentation}}}"
    )
    read = (
        partial(_read_folded, ends=ends, blank=blank)
        if is_folded
        else partial(unescape, escape=ends, value=lambda _: "\n")
    )
    return Escapes(read, partial(as_it_is, never=_NOT_IN_PLAIN))


def _read_folded(source: str, ends: re.Pattern[str], blank: bool) -> Unescaped:
    """Return a folded block scalar's text, with source offsets; `blank` tells that its first line begins with white
    space.
    """
    # Lines that begin with white space are not folded (YAML 1.2.2, 8.1.3). `blank` tells that the first one did.

    def value(match: re.Match[str]) -> str:
        """Return the text of line breaks: folded, unless the line before or after them begins with white space; and set
        `blank` for the next ones, so that they must come in order.
        """
        nonlocal blank
        before, blank = blank, source[match.end() : match.end() + 1] in (" ", "\t")
        breaks = len(_BREAK.findall(match[0]))
        return "\n" * breaks if before or blank else _fold(breaks)

    return unescape(source, ends, value)


DOUBLE = escapes_by(_ESCAPE, _value, partial(escaped, special=regex(rf"[\"\\\n{_NOT_PRINTED}]")))
SINGLE = escapes_by(regex(rf"''|{_FOLD}"), _value, lambda text: as_it_is(text, _NOT_IN_PLAIN).replace("'", "''"))
PLAIN = escapes_by(_PLAIN_FOLD, _value, partial(_plain, never=_NOT_IN_PLAIN))
FLOW_PLAIN = escapes_by(_PLAIN_FOLD, _value, partial(_plain, never=regex(rf"[\s,\[\]{{}}{_NOT_PRINTED}]")))
# Of one that does not begin with a letter or digit nothing is written anew: it might come to begin with an indicator.
KEPT = escapes_by(_PLAIN_FOLD, _value, partial(as_it_is, never=regex("")))


# libyaml's time grows with the depth of flow collections for each token.
_DEEPEST = 500
_TOO_DEEP = f"collections nest more than {_DEEPEST} deep here"
_MOST_FAILURES = 16
# What libyaml refuses, or takes for the end of a line as YAML 1.1 did; something else of that length stands for it.
_REFUSED = regex(
    r"[^\t\n\r -~\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
    r"|\\u[dD][89a-fA-F][0-9a-fA-F]{2}"
)
# A tag, or the directive that declares some: a "#" in one is refused as in YAML 1.1 (YAML 1.2.2, 5.6 and 6.8.2).
_TAG = regex(rf"(?<![^{WHITE},\[{{])![^{WHITE}]*+|^%TAG[ \t][^\r\n]*+", re.MULTILINE)
_HASH = regex(rf"(?<=[^{WHITE}])#")
_DOCUMENT = regex(rf"^---(?=[{WHITE}]|\Z)", re.MULTILINE)
_PROPERTIES = regex(rf"(?:[&!][^{WHITE}]*+(?:[{WHITE}]++(?:#[^\r\n]*+[{WHITE}]*+)*+)?)*+")


class Placed(NamedTuple):
    """An event of PyYAML and where it stands; the start of a scalar is behind its anchor and tag."""

    event: Any
    start: int
    end: int


class Failure(NamedTuple):
    """An unreadable part, from the end of the last event to the next document; the place and reason of the error."""

    start: int
    end: int
    place: int
    why: str


def stream(text: str) -> Iterator[Placed | Failure]:
    """Yield the events of a YAML stream; raise `MissingExtra` where PyYAML is not installed.

    What cannot be read is a `Failure`; reading goes on with the next document, after at most 15 of them.

    >>> [type(item.event).__name__ for item in stream("a: [b]")][3:6]
    ['ScalarEvent', 'SequenceStartEvent', 'ScalarEvent']
    >>> [type(item).__name__ for item in stream("a: b: c")][-1]
    'Failure'
    """
    try:
        import yaml
    except ImportError as error:
        raise MissingExtra("reading YAML", "cli", "PyYAML") from error
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    clean = _REFUSED.sub(_placeholder, text)
    begin = failures = known = 0
    while True:
        done, depth, count = begin, 0, 0
        try:
            for event in yaml.parse(clean[begin:], Loader=loader):
                count += 1
                start, end = begin + event.start_mark.index, begin + event.end_mark.index
                if count <= known:  # a second reading
                    depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
                    done = max(done, end)
                    continue
                if isinstance(event, yaml.ScalarEvent):
                    match = _PROPERTIES.match(text, start, end)
                    assert match is not None  # it matches nothing at all, too
                    start = match.end()
                elif isinstance(event, yaml.CollectionStartEvent):
                    depth += 1
                    if depth > _DEEPEST:
                        place, why = start, _TOO_DEEP
                        break
                elif isinstance(event, yaml.CollectionEndEvent):
                    depth -= 1
                yield Placed(event, start, end)
                done = max(done, end)
            else:
                return
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            place = min(len(text), begin + mark.index) if mark is not None else done
            if clean.startswith("#", place) and not known:
                clean = clean[:begin] + _TAG.sub(lambda tag: _HASH.sub("_", tag[0]), clean[begin:])
                known = count
                continue
            is_depth = "maximum nesting depth" in (error.problem or "")  # PyYAML 6.0.4 has a limit of its own
            why = _TOO_DEEP if is_depth else " ".join(filter(None, (error.context, error.problem)))
        except (yaml.YAMLError, ValueError) as error:
            place, why = done, str(error)
        failures += 1
        following = _DOCUMENT.search(clean, max(place, begin + 1)) if failures < _MOST_FAILURES else None
        after = following.start() if following else len(text)
        yield Failure(min(done, after), after, min(place, after), why)
        if following is None:
            return
        begin, known = after, 0


def read_scalar(text: str, item: Placed, *, in_flow: bool) -> Scalar | None:
    """Return the string of a scalar event, with places; None where our reading is not the parser's.

    >>> scalar = next(item for item in stream('- "a\\\\u00e9"') if isinstance(item.event.__dict__.get("value"), str))
    >>> read_scalar('- "a\\\\u00e9"', scalar, in_flow=False).text
    'aé'
    """
    event: ScalarEvent = item.event
    start, end = item.start, item.end
    escapes = {'"': DOUBLE, "'": SINGLE}.get(event.style, FLOW_PLAIN if in_flow else PLAIN)
    value = event.value
    if event.style in ("|", ">"):
        block = block_scalar(text[start:end], value)
        if block is None:
            return None
        start, end, escapes = start + block[0], start + block[1], block[2]
        value = value.strip(WHITE)
    elif event.style in ('"', "'"):
        start, end = start + 1, end - 1
    if escapes in (PLAIN, FLOW_PLAIN) and value and not (is_letter_or_number(value[0]) or value[0] in "/."):
        escapes = KEPT
    if text[start:end] == value:
        return Scalar(start, end, value, escapes)
    read = escapes.read(text[start:end])
    if read.text != value and escapes.read(_REFUSED.sub(_placeholder, text[start:end])).text != value:
        return None
    return Scalar(start, end, read.text, escapes, read.offsets, read.bad)


def _placeholder(match: re.Match[str]) -> str:
    return "\ufffd" if len(match[0]) == 1 else "\\ufffd"


# YAML 1.2.2, 10.3.2; any other plain scalar is a string.
_WORDS = {
    **dict.fromkeys(("null", "Null", "NULL", "~", "")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_NUMBER = regex(r"[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?", re.ASCII)
_NO_STRING = regex(r"0o[0-7]+|0x[\da-fA-F]+|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)", re.ASCII)
_MOST_MERGED = 1_000_000


def plain_value(text: str) -> Any:
    """Return the value of a plain scalar by the core schema: itself where it is a string, 0 for octal and hexadecimal
    numbers, infinities and NaN.

    >>> [plain_value(text) for text in ("~", "yes", "1e3", "0o7")]
    [None, 'yes', 1000.0, 0]
    """
    if text in _WORDS:
        return _WORDS[text]
    if _NUMBER.fullmatch(text):
        return number(text)
    return 0 if _NO_STRING.fullmatch(text) else text


class Values:
    """The value of one document, made as its parts come; `root` is it, None as long as there is none; `anchors`
    are the values that have names.

    An alias within what it names is None.
    """

    def __init__(self) -> None:
        self.root: Any = None
        # Of each open collection: itself, its anchor, and the name that waits for a value.
        self._open: list[tuple[Any, str | None, str | None]] = []
        self.anchors: dict[str, Any] = {}
        self._merged = 0

    def begin(self, collection: dict[str, Any] | list[Any], anchor: str | None, key: str | None) -> None:
        """Open a mapping or sequence with its anchor, and its key in the mapping around it (None in a sequence)."""
        self._open.append((collection, anchor, key))

    def end(self) -> None:
        """Close the innermost collection: merge the mappings under "<<", and add it to the one around it or make it the
        root.
        """
        collection, anchor, key = self._open.pop()
        if isinstance(collection, dict) and "<<" in collection:
            self._merge(collection)
        self.add(collection, anchor, key)

    def add(self, value: Any, anchor: str | None, key: str | None) -> None:
        """Add a value to the open collection, under its key in a mapping; it is the root if none is open.

        An anchor makes it known to aliases.
        """
        if anchor is not None:
            self.anchors[anchor] = value
        if not self._open:
            self.root = value
            return
        around = self._open[-1][0]
        if isinstance(around, list):
            around.append(value)
        elif key is not None:
            around[key] = value

    def _merge(self, mapping: dict[str, Any]) -> None:
        """Add the members of the mappings under "<<" that are missing in a mapping, until `_MOST_MERGED` in all."""
        # The key << of YAML 1.1, which all readers know: the members of other mappings, except those that are there.
        sources = mapping["<<"]
        for other in sources if isinstance(sources, list) else [sources]:
            if isinstance(other, dict):
                self._merged += len(other)
                if self._merged > _MOST_MERGED:
                    return
                for key, value in other.items():
                    mapping.setdefault(key, value)
