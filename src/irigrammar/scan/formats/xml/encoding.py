"""The encoding that an XML document declares (XML 1.0, 4.3.3 and appendix F)."""

from __future__ import annotations

import codecs
import re

# How `<?xm` begins in families of encodings without a byte order mark; the declaration is read in the first of each.
_FAMILIES = ("utf-8", "utf-16-be", "utf-16-le", "utf-32-be", "utf-32-le", "cp037")
_DECLARATION = re.compile(r"<\?xml\s[^>]*?\bencoding\s*=\s*[\"']([^\"'\s]+)[\"']")


def declared(data: bytes) -> str | None:
    """Return the encoding of the XML declaration in the first octets of a document; None where there is none.

    Of a wide encoding without a byte order mark it is the one by which the declaration itself can be read, whatever it
    says; and one whose declaration is in ASCII is not UTF-16, though it says so, as documents do that were copied.

    >>> declared(b'<?xml version="1.0" encoding="ISO-8859-1"?>'), declared(b"<a/>")
    ('ISO-8859-1', None)
    >>> declared("<?xml version='1.0'?>".encode("utf-16-le"))
    'utf-16-le'
    """
    for family in _FAMILIES:
        if not data.startswith("<?xm".encode(family)):
            continue
        found = _DECLARATION.match(data.decode(family, "replace"))
        name = found[1] if found else None
        if family not in ("utf-8", "cp037"):
            return family
        return None if name is None or (family == "utf-8" and _is_wide(name)) else name
    return None


def _is_wide(name: str) -> bool:
    try:
        return "a".encode(codecs.lookup(name).name) != b"a"
    except (LookupError, ValueError):  # the latter for U+0000 in the name, too
        return False
