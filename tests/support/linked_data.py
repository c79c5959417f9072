"""The IRIs of JSON-LD documents, as our contexts expand them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from irigrammar import IrigrammarError, resolve
from irigrammar.matching.grammar import grammar
from irigrammar.scan.formats import contexts as module
from irigrammar.scan.formats.contexts import Contexts, Load
from irigrammar.scan.formats.json_values import CLOSE, KEY, OPEN, STRING, Event, events, value_of
from irigrammar.scan.formats.scalars import Scalar, scalar
from irigrammar.scan.formats.strings import JSON_STRING

ABSOLUTE = re.compile(r"(?:[A-Za-z][A-Za-z0-9+.-]*|_):")


def iris_of(
    text: str, base: str, load: Load = lambda _: (), url: str = "", *, drops: bool = True
) -> tuple[set[str], set[str]]:
    """Return the valid IRIs in the nodes of a document, whose own base is given, and those in its contexts.

    Contexts elsewhere are loaded by their URL, which is relative to that of the document.

    What a processor drops is left out with `drops`: what is in a member whose name is no IRI.
    """
    used: set[str] = set()
    declared: set[str] = set()
    is_dropped = False

    def whole(expansion: Any, name: str, active: Any) -> str:
        text = expansion.beginning or "" if expansion.is_term else f"{expansion.beginning}{name[expansion.length :]}"
        if (expansion.is_term and (not text or text.startswith("@"))) or ABSOLUTE.match(text) or active.base is None:
            return text
        try:  # what `@vocab` "" puts before is the base
            is_vocab = expansion.beginning == "" and expansion is not module._AS_IT_IS
            return base + text if is_vocab else resolve(base, text)
        except IrigrammarError:
            return ""

    def record(item: Scalar, _: str, kind: str, active: Any, *, relative: bool = True) -> None:
        if not (drops and is_dropped) and not contexts.is_name and kind in ("@id", "@vocab", "@type"):
            expansion = active.iri(item.text, vocab=kind != "@id", relative=relative)
            iri = whole(expansion, item.text, active) if relative or expansion is not module._AS_IT_IS else item.text
            used.update({iri} if ABSOLUTE.match(iri) else ())

    def declare(item: Scalar, _label: str, expansion: Any, active: Any, *_: Any, is_name: bool = False) -> None:
        if not is_name:
            declared.add(whole(expansion, item.text, active))

    def read(event: Event) -> Scalar:
        return scalar(text, event.start, event.end, JSON_STRING if event.note else None)

    opened: list[Any] = []
    value_of(events(text), read, opened)
    contexts, depth, dropped = Contexts(opened, lambda name: load(resolve(url, name) if url else name)), 0, 0
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_of_kind", record)
        patch.setattr(module, "_items", declare)
        for event in events(text):
            if event.kind == OPEN:
                contexts.begin()
                depth += 1
            elif event.kind == CLOSE:
                contexts.end()
                depth -= 1
                dropped = 0 if depth < dropped else dropped
            elif event.kind == KEY:
                name = read(event)
                dropped = 0 if depth <= dropped else dropped
                is_dropped = bool(dropped)
                contexts.name(name)
                frame = contexts._frame
                member = frame.active.members[name.text][1] if frame.kind == "node" and not dropped else None
                if member is not None and not (member.beginning or "").startswith("@"):
                    is_name = ":" in name.text or member is not module._AS_IT_IS
                    iri = whole(member, name.text, frame.active) if is_name else ""
                    used.update({iri} if ABSOLUTE.match(iri) else ())
                    dropped = 0 if ABSOLUTE.match(iri) else depth
            elif event.kind == STRING:
                is_dropped = bool(dropped)
                contexts.value(read(event), "")
    return valid(used), declared


def valid(iris: Iterable[str]) -> set[str]:
    """Return the IRIs, and the blank nodes, among some texts."""
    return {iri for iri in iris if iri.startswith("_:") or grammar("rfc3987")["IRI"].matches(iri)}


def expanded_iris(value: Any) -> Iterator[str]:
    """Yield the IRIs of an expanded document: names, identifiers and types of nodes."""
    todo = [value]
    while todo:
        value = todo.pop()
        if isinstance(value, list):
            todo += value
        elif isinstance(value, dict):
            yield from (name for name in value if not name.startswith("@"))
            for name in ("@id", "@type"):
                inner = value.get(name, ())
                yield from (text for text in (inner if isinstance(inner, list) else [inner]) if isinstance(text, str))
            if "@value" not in value:
                todo += [inner for name, inner in value.items() if name not in ("@id", "@type", "@index")]
