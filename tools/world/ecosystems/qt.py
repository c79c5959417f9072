"""Qt's QUrl, asked as measure.py says."""

import sys

from PySide6.QtCore import QUrl

ENCODED = QUrl.ComponentFormattingOption.FullyEncoded


def answer(operation: str, text: str, second: str = "") -> str:
    url = QUrl(text)
    if not url.isValid() and text:
        return "!"
    if operation == "resolve":
        reference = QUrl(second)
        if second and not reference.isValid():
            return "!"
        return "=" + url.resolved(reference).toString(ENCODED)
    if operation == "to-iri":
        return "=" + url.toString()
    return "=" + (bytes(url.toEncoded()).decode() if operation == "to-uri" else url.toString(ENCODED))


for line in sys.stdin:
    print(answer(*line.rstrip("\n").split("\t")))
