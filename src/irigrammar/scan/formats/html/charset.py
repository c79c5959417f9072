"""The charset that an HTML document declares in its first bytes.

HTML Standard, 13.2.3.2, "prescan".
"""

from __future__ import annotations

import re

from irigrammar.lazy import regex
from irigrammar.text.charsets import codec_of_label
from irigrammar.text.html_markup import Tag, tokens

_BYTES = 1024
_IN_CONTENT = regex(
    r"charset[\t\n\f\r ]*+=[\t\n\f\r ]*+(?:\"([^\"]*)\"|'([^']*)'|([^\"'\t\n\f\r ;][^\t\n\f\r ;]*))",
    re.IGNORECASE | re.ASCII,
)
_XML = regex(r"<\?xml[^>]*?\sencoding\s*=\s*[\"']([^\"']+)[\"']", re.ASCII)


def declared(data: bytes) -> str | None:
    """Return the name of the codec for the charset that the first 1,024 bytes of a document declare, or None.

    Labels are those of the Encoding Standard ("latin1" is windows-1252); what is not a label counts for nothing.

    >>> declared(b"<!DOCTYPE html><meta charset=latin1>"), declared(b"<meta name=charset>")
    ('web-windows-1252', None)
    """
    text = data[:_BYTES].decode("latin-1")
    labels = [] if (xml := _XML.match(text)) is None else [xml[1]]
    for token in tokens(text):
        if not isinstance(token, Tag) or token.name != "meta":
            continue
        written = {name: text[value.start : value.end] for name, value in token.attributes.items()}
        if "charset" in written:
            labels.append(written["charset"])
        elif written.get("http-equiv", "").lower() == "content-type":
            match = _IN_CONTENT.search(written.get("content", ""))
            labels += [part for part in match.groups() if part] if match else []
    return next((name for label in labels if (name := _codec(label))), None)


def _codec(label: str) -> str | None:
    codec = codec_of_label(label)
    if codec == codec_of_label("x-user-defined"):
        return codec_of_label("latin1")
    # It could not be read as ASCII if it were UTF-16.
    return "utf-8" if codec is not None and codec.startswith("utf-16") else codec
