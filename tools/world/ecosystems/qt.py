"""Qt's QUrl, asked as measure.py says."""

import sys

from PySide6.QtCore import QUrl  # type: ignore[import-not-found,import-untyped,unused-ignore]  # may be missing

ENCODED = QUrl.ComponentFormattingOption.FullyEncoded


def answer(operation: str, text: str, second: str = "") -> str:
    url = QUrl(text)
    if not url.isValid() and text:
        return "!"
    if operation == "resolve":
        reference = QUrl(second)
        if second and not reference.isValid():
            return "!"
        return f"={url.resolved(reference).toString(ENCODED)}"
    if operation == "to-iri":
        return f"={url.toString()}"
    return f"={bytes(url.toEncoded()).decode() if operation == 'to-uri' else url.toString(ENCODED)}"


for line in sys.stdin:
    print(answer(*line.rstrip("\n").split("\t")))
