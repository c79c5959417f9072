"""Operations implemented from the text of RFC 3986, to test suites.

Tests change single places of the source. It imports only `re`, as commands run it, too.
"""

from __future__ import annotations

import re

__all__ = ["compare", "normalize", "relativize", "resolve", "split"]

Five = tuple[str | None, str | None, str, str | None, str | None]

# RFC 3986, appendix B.
_PARTS = re.compile(r"(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?", re.DOTALL)
_UNRESERVED = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"


def split(text: str) -> Five:
    """Return the five components."""
    match = _PARTS.fullmatch(text)
    assert match is not None
    return match[2], match[4], match[5], match[7], match[9]


def recompose(five: Five) -> str:
    """Return the reference that components make (5.3)."""
    scheme, authority, path, query, fragment = five
    text = ""
    if scheme is not None:
        text += scheme + ":"
    if authority is not None:
        text += "//" + authority
    text += path
    if query is not None:
        text += "?" + query
    if fragment is not None:
        text += "#" + fragment
    return text


def remove_dot_segments(path: str) -> str:
    """Return a path without dot segments (5.2.4)."""
    done = ""
    while path:
        if path.startswith("../"):
            path = path[3:]
        elif path.startswith(("./", "/./")):
            path = path[2:]
        elif path == "/.":
            path = "/"
        elif path.startswith("/../"):
            path = path[3:]
            done = done.rpartition("/")[0]
        elif path == "/..":
            path = "/"
            done = done.rpartition("/")[0]
        elif path in (".", ".."):
            path = ""
        else:
            segment = re.match("/?[^/]*", path)
            assert segment is not None
            done += segment[0]
            path = path[segment.end() :]
    return done


def merge(authority: str | None, base: str, path: str) -> str:
    """Return the path of a reference after that of the base (5.2.3)."""
    if authority is not None and base == "":
        return "/" + path
    return base[: base.rfind("/") + 1] + path


def resolve(base: str, reference: str) -> str:
    """Return the target of a reference (5.2.2)."""
    base_scheme, base_authority, base_path, base_query, _ = split(base)
    scheme, authority, path, query, fragment = split(reference)
    if scheme is not None:
        path = remove_dot_segments(path)
    elif authority is not None:
        scheme = base_scheme
        path = remove_dot_segments(path)
    else:
        scheme, authority = base_scheme, base_authority
        if path == "":
            path = base_path
            query = base_query if query is None else query
        elif path.startswith("/"):
            path = remove_dot_segments(path)
        else:
            path = remove_dot_segments(merge(base_authority, base_path, path))
    return recompose((scheme, authority, path, query, fragment))


def decode(text: str) -> str:
    """Return a component without percent-encoded unreserved characters, and the others in upper case (6.2.2)."""
    return re.sub("%[0-9A-Fa-f]{2}", lambda match: _octet(match[0]), text)


def _octet(triplet: str) -> str:
    char = chr(int(triplet[1:], 16))
    return char if char in _UNRESERVED else triplet.upper()


def normalize(text: str) -> str:
    """Return the normal form of a URI by syntax (6.2.2)."""
    scheme, authority, path, query, fragment = split(text)
    if scheme is not None:
        scheme = scheme.lower()
    if authority is not None:
        user, at, host = authority.rpartition("@")
        host = re.sub("%..", lambda match: match[0].upper(), decode(host).lower())
        authority = decode(user) + at + host
    path = decode(path)
    if scheme is not None or authority is not None or path.startswith("/"):
        path = remove_dot_segments(path)
    query = None if query is None else decode(query)
    fragment = None if fragment is None else decode(fragment)
    return recompose((scheme, authority, path, query, fragment))


def compare(first: str, second: str) -> bool:
    """Return whether two references are equivalent by syntax."""
    return normalize(first) == normalize(second)


def relativize(base: str, target: str) -> str:
    """Return a reference to a target."""
    return target if base != target or "#" in base else ""
