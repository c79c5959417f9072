"""What depends on Unicode, as digests: the same on every Python.

Run as a program, it prints them as JSON; Node.js runs it in Pyodide so (`one_unicode.mjs`).
"""

from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from irigrammar import grammar
from irigrammar import unicode as ours
from irigrammar.convert import link_target
from irigrammar.hosts import consensus
from irigrammar.hosts.readers import idna2003, reading_by
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


# Of a string, its base and its charset, each of which may be None.
READINGS: dict[str, Callable[[str, str | None, str | None], Any]] = {
    "read_url": lambda text, base, _: tuple(read_url(text, None if base is None else read_url(base))),
    "link_target": lambda text, base, charset: _answer(
        lambda text: link_target(base or "http://b.example/d/f?q", text, charset or "utf-8"), text
    ),
    "url-standard": lambda text, base, _: reading_by("url-standard", text, base),
    "uts46": lambda text, base, _: reading_by("uts46", text, base),
    "consensus": lambda text, base, _: consensus(text, base=base),
    **{
        name: partial(lambda name, text, *_: grammar(name).start.check(text).fault, name)
        for name in ("rfc3986", "rfc3987", "leiri", "web-address")
    },
}


def recorded(path: Path) -> list[tuple[str, str | None, str | None]]:
    """Return the strings of a file of recorded answers of browsers, each with its base and its charset."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return [
        (f"http://{row['input']}/" if row["kind"] == "host" else row["input"], row.get("base"), row.get("charset"))
        for row in rows
    ]


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


def digest(function: Callable[..., Any], *texts: Iterable[Any]) -> str:
    """Return the digest of the answers of a function for texts, or for several values each."""
    answers = sha256()
    for values in zip(*texts, strict=True):
        answers.update(ascii(function(*values)).encode())
    return answers.hexdigest()


def digests(step: int = 1, count: int = 200_000, file: str = "") -> dict[str, str]:
    """Return digests: of the properties of each `step`th code point; of hosts with each of these that is assigned,
    before, in and after a label; of sequences; and of each `step`th string of a file of recorded answers.
    """
    chars = [chr(point) for point in range(0, sys.maxunicode + 1, step)]
    assigned = [char for char in chars if not 0xD800 <= ord(char) <= 0xDFFF and ours.is_assigned(char)]
    result = {name: digest(function, chars) for name, function in PROPERTIES.items()}
    hosts = [f"{char}x{char}" for char in assigned]
    result |= {f"host {name}": digest(function, hosts) for name, function in HOSTS.items()}
    texts = list(sequences(count))
    result |= {f"sequences {form}": digest(partial(ours.normalize, form), texts) for form in FORMS}
    result |= {f"sequences {name}": digest(function, texts[: count // 10]) for name, function in HOSTS.items()}
    columns = list(zip(*recorded(Path(file))[::step], strict=True)) if file else []
    result |= {f"recorded {name}": digest(function, *columns) for name, function in READINGS.items() if columns}
    return result | {"sequences linear": digest(nfc, texts)}


if __name__ == "__main__":
    step, count, *files = sys.argv[1:]
    print(json.dumps(digests(int(step), int(count), *files)))
