"""What depends on Unicode, as digests: the same on every Python.

Run as a program, it prints them as JSON; Node.js runs it in Pyodide so (`one_unicode.mjs`).
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from hashlib import sha256
from typing import Any

from irigrammar import unicode as ours
from irigrammar.hosts.readers import idna2003
from irigrammar.matching.browser import read_url
from irigrammar.matching.idna_labels import check_bidi, idna2008_property, is_right_to_left
from irigrammar.processing.labels import label_fault, nameprep, to_ascii_label
from irigrammar.text.names import visible
from irigrammar.text.normal_forms import nfc

__all__ = ["FORMS", "PROPERTIES", "digests", "sequences"]

FORMS: tuple[ours.Form, ...] = ("NFC", "NFD", "NFKC", "NFKD")

PROPERTIES: dict[str, Callable[[str], Any]] = {
    "category": ours.general_category,
    "bidirectional": ours.bidi_class,
    "combining": ours.combining_class,
    "east_asian_width": ours.east_asian_width,
    "mirrored": ours.is_mirrored,
    "name": ours.character_name,
    "decomposition": ours.decomposition,
    "decimal": ours.decimal,
    "case": lambda char: (ours.lower(char), ours.casefold(char), ours.swapcase(char)),
    "kinds": lambda char: (ours.is_letter(char), ours.is_letter_or_number(char), ours.is_decimal(char), char.isspace()),
    "shown": visible,
    "scripts": lambda char: (ours.script(char), sorted(ours.script_extensions(char))),
    "nameprep": lambda char: _answer(lambda text: nameprep(text, allow_unassigned=True), char),
    "nfkc 3.2": ours.nfkc_of_unicode_3_2,
    "idna2008": idna2008_property,
    **{form: partial(ours.normalize, form) for form in FORMS},
}

HOSTS: dict[str, Callable[[str], Any]] = {
    "idna": lambda text: _answer(to_ascii_label, text),
    "idna2008": lambda text: _answer(lambda text: to_ascii_label(text, "idna2008"), text),
    "fault": label_fault,
    "bidi": lambda text: (is_right_to_left(text), _answer(check_bidi, text)),
    "browsers": lambda text: tuple(read_url(f"http://{text}/")),
    "idna2003": lambda text: _answer(idna2003, text),
}


def _answer(function: Callable[[str], Any], text: str) -> Any:
    try:
        return function(text)
    except ValueError as error:
        return str(error)


def sequences(count: int) -> Iterator[str]:
    """Yield sequences of up to six characters: those that are reordered or composed, of any age, and some others."""
    marks = [char for char in map(chr, range(0x20000)) if ours.combining_class(char)]
    parts = [char for char in map(chr, range(0x30000)) if not "\uac00" <= char <= "\ud7a3" and ours.decomposition(char)]
    composing = [part for char in parts for part in ours.normalize("NFD", char)]
    newer = [char for char in map(chr, range(0x20000)) if ours.has_newer(char)]
    pools = (marks, parts, composing, newer, list("aox1-.\u05d0\u0627\u200d\u0915\u094d\u03a3"))
    state = 1

    def drawn(values: list[Any]) -> Any:
        nonlocal state
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64  # MMIX's generator
        return values[(state >> 33) % len(values)]

    for _ in range(count):
        yield "".join(drawn(drawn([*pools])) for _ in range(drawn([1, 2, 3, 4, 5, 6])))


def digest(function: Callable[[str], Any], texts: Iterable[str]) -> str:
    """Return the digest of what a function answers for texts."""
    answers = sha256()
    for text in texts:
        answers.update(ascii(function(text)).encode())
    return answers.hexdigest()


def digests(step: int = 1, count: int = 200_000) -> dict[str, str]:
    """Return the digests of all properties for each code point, or each `step`th, and of sequences; of hosts with each
    `step`th assigned character, before, in and after a label.
    """
    chars = [chr(point) for point in range(0, sys.maxunicode + 1, step)]
    assigned = [char for char in chars if not 0xD800 <= ord(char) <= 0xDFFF and ours.is_assigned(char)]
    result = {name: digest(function, chars) for name, function in PROPERTIES.items()}
    hosts = [f"{char}x{char}" for char in assigned]
    result |= {f"host {name}": digest(function, hosts) for name, function in HOSTS.items()}
    texts = list(sequences(count))
    result |= {f"sequences {form}": digest(partial(ours.normalize, form), texts) for form in FORMS}
    result |= {f"sequences {name}": digest(function, texts[: count // 10]) for name, function in HOSTS.items()}
    return result | {"sequences linear": digest(nfc, texts)}


if __name__ == "__main__":
    print(json.dumps(digests(*map(int, sys.argv[1:]))))
