"""The events of a YAML stream with their places, by the parser libyaml through PyYAML.

tree-sitter's grammar of YAML ends the process with a fault of memory where sequences nest some thousands deep: it
cannot be given documents of strangers. libyaml tells places in code points, but goes no further than the first error
of a document; reading starts again at the next document of the stream.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from irigrammar.errors import MissingExtra
from irigrammar.scan.formats.scalars import Scalar
from irigrammar.scan.formats.yaml_scalars import DOUBLE, FLOW_PLAIN, KEPT, PLAIN, SINGLE, WHITE, block_scalar

if TYPE_CHECKING:
    from yaml.events import ScalarEvent

# libyaml's time grows with the depth of flow collections for each token.
_DEEPEST = 500
_MOST_FAILURES = 16
# What libyaml refuses, or takes for the end of a line as YAML 1.1 did; something else of that length stands for it.
_REFUSED = re.compile(
    r"[^\t\n\r -~\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
    r"|\\u[dD][89a-fA-F][0-9a-fA-F]{2}"
)
_DOCUMENT = re.compile(rf"^---(?=[{WHITE}]|\Z)", re.MULTILINE)
_PROPERTIES = re.compile(rf"(?:[&!][^{WHITE}]*+(?:[{WHITE}]++(?:#[^\r\n]*+[{WHITE}]*+)*+)?)*+")


class Placed(NamedTuple):
    """An event of PyYAML and where it stands; the start of a scalar is behind its anchor and tag."""

    event: Any
    start: int
    end: int


class Failure(NamedTuple):
    """A part that cannot be read: from where the last event ended to the next document; the place and what is wrong."""

    start: int
    end: int
    place: int
    why: str


def stream(text: str) -> Iterator[Placed | Failure]:
    """Yield the events of a YAML stream; raise `MissingExtra` where PyYAML is not installed.

    >>> [type(one.event).__name__ for one in stream("a: [b]")][3:6]
    ['ScalarEvent', 'SequenceStartEvent', 'ScalarEvent']
    >>> [type(one).__name__ for one in stream("a: b: c")][-1]
    'Failure'
    """
    try:
        import yaml
    except ImportError as error:
        raise MissingExtra("reading YAML", "scan", "PyYAML") from error
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    clean = _REFUSED.sub(_stand_in, text)
    begin = failures = 0
    while True:
        done, depth = begin, 0
        try:
            for event in yaml.parse(clean[begin:], Loader=loader):
                start, end = begin + event.start_mark.index, begin + event.end_mark.index
                if isinstance(event, yaml.ScalarEvent):
                    found = _PROPERTIES.match(text, start, end)
                    assert found is not None  # it matches nothing at all, too
                    start = found.end()
                elif isinstance(event, yaml.CollectionStartEvent):
                    depth += 1
                    if depth > _DEEPEST:
                        place, why = start, f"collections nest more than {_DEEPEST} deep here"
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
            why = " ".join(filter(None, (error.context, error.problem)))
        except (yaml.YAMLError, ValueError) as error:
            place, why = done, str(error)
        failures += 1
        following = _DOCUMENT.search(clean, max(place, begin + 1)) if failures < _MOST_FAILURES else None
        after = following.start() if following else len(text)
        yield Failure(min(done, after), after, min(place, after), why)
        if following is None:
            return
        begin = after


def read_scalar(text: str, placed: Placed, *, in_flow: bool) -> Scalar | None:
    """Return what a scalar event stands for, with places; None where our reading is not the parser's.

    >>> found = next(one for one in stream('- "a\\\\u00e9"') if isinstance(one.event.__dict__.get("value"), str))
    >>> read_scalar('- "a\\\\u00e9"', found, in_flow=False).text
    'aé'
    """
    event: ScalarEvent = placed.event
    start, end = placed.start, placed.end
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
    if escapes in (PLAIN, FLOW_PLAIN) and value and not (value[0].isalnum() or value[0] in "/."):
        escapes = KEPT
    if text[start:end] == value:
        return Scalar(start, end, value, escapes)
    read = escapes.read(text[start:end])
    if read.text != value and escapes.read(_REFUSED.sub(_stand_in, text[start:end])).text != value:
        return None
    return Scalar(start, end, read.text, escapes, read.offsets, read.bad)


def _stand_in(match: re.Match[str]) -> str:
    return "\ufffd" if len(match[0]) == 1 else "\\ufffd"
