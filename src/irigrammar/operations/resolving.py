"""Resolve references by RFC 3986, 5.2 and 5.3, or with departures.

The variants are those that libraries take (see the page on the suites of operations).
"""

# typed: dot segments, "..": RFC 3986, 5.2.4
from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum
from itertools import product

from irigrammar.matching.grammar import grammar_of
from irigrammar.operations.values import Parts
from irigrammar.operations.variants import Case, Input, Run, Variant, parts_of, unique_cases
from irigrammar.processing.characters import alphabet
from irigrammar.processing.percent import decode, upper
from irigrammar.processing.schemes import schemes

_COMPONENTS, _MERGE, _DOTS, _WHOLE = (f"RFC 3986, 5.{place}" for place in ("2.2", "2.3", "2.4", "3"))


class Branch(StrEnum):
    """A branch of the pseudocode, with its section."""

    SCHEME = "5.2.2: the reference has a scheme"
    AUTHORITY = "5.2.2: the reference has an authority"
    QUERY_OF_REFERENCE = "5.2.2: the reference's path is empty, its query is defined"
    QUERY_OF_BASE = "5.2.2: the reference's path is empty, its query is undefined"
    ABSOLUTE = "5.2.2: the reference's path begins with a slash"
    RELATIVE = "5.2.2: the reference's path is relative"
    MERGE_EMPTY = "5.2.3: the base has an authority and an empty path"
    MERGE_DIRECTORY = "5.2.3: the base's path has a slash"
    MERGE_NOTHING = "5.2.3: the base's path has no slash"
    DOTS_A_TWO = '5.2.4, A: "../" at the start'
    DOTS_A_ONE = '5.2.4, A: "./" at the start'
    DOTS_B = '5.2.4, B: "/./"'
    DOTS_B_END = '5.2.4, B: "/." at the end'
    DOTS_C = '5.2.4, C: "/../"'
    DOTS_C_END = '5.2.4, C: "/.." at the end'
    DOTS_C_ROOT = '5.2.4, C: "/.." with no segment to remove'
    DOTS_D_ONE = '5.2.4, D: "." alone'
    DOTS_D_TWO = '5.2.4, D: ".." alone'
    DOTS_E = "5.2.4, E: a segment"


_CLIMBS = {Branch.DOTS_A_TWO, Branch.DOTS_C_ROOT, Branch.DOTS_D_TWO}


class Dots(Variant):
    """A variant of removing dot segments."""

    KEPT = "keeps dot segments", _DOTS
    ONE_KEPT = 'keeps "."', _DOTS
    TWO_KEPT = 'keeps ".."', _DOTS
    ABOVE_ROOT = 'keeps ".." that has no segment to remove (RFC 1808 and RFC 2396)', _DOTS
    ONE_CUT = 'keeps no slash after it removes a final "."', _DOTS
    TWO_CUT = 'keeps no slash after it removes a final ".."', _DOTS
    ONE_ROOT_CUT = 'keeps no slash after it removes a final ".", not even that of the root', _DOTS
    ROOT_CUT = 'keeps no slash after it removes a final "..", not even that of the root', _DOTS
    SLASHES = "merges consecutive slashes", _DOTS
    EMPTY_SKIPPED = 'skips empty segments when it removes one for ".."', _DOTS
    ONE_PASS = 'removes ".." in one pass, and keeps consecutive ones', _DOTS
    LAST_KEPT = 'keeps a final ".."', _DOTS
    LAST_POPS_NOT = 'removes no segment for a final ".."', _DOTS
    FIRST_ONLY = 'removes only the first ".."', _DOTS
    NO_ROOT = "removes the slash after the first segment of a rootless path, with that segment", _DOTS
    LONGER = "treats other segments that begin with a dot as dot segments", _DOTS
    PARAMETERS = "keeps dot segments after a semicolon (RFC 1808)", _DOTS


class Resolving(Variant):
    """A variant of resolving."""

    LOOSE = "ignores a scheme that is the base's", _COMPONENTS, True
    RELATIVE_BASE = "refuses a base without a scheme", "RFC 3986, 5.1", True
    NOT_GUARDED = "lets a path that begins with two slashes be read as an authority", "RFC 3986, 3.3", True
    NO_AUTHORITY = "refuses a path that would be read as an authority", "RFC 3986, 3.3", True

    BASE_FRAGMENT_EMPTY = "keeps the base's fragment for an empty reference", _COMPONENTS
    BASE_FRAGMENT = "keeps the base's fragment for a reference without one", _COMPONENTS
    NO_FRAGMENT = "drops the reference's fragment", _COMPONENTS
    EMPTY_FRAGMENT = "treats an empty fragment as absent", _WHOLE
    NO_QUERY = "drops the reference's query", _COMPONENTS
    EMPTY_QUERY = "treats an empty query as absent", _WHOLE
    EMPTY_QUERY_OF_BASE = ("uses the base's query if the reference's query is empty", _COMPONENTS)
    BASE_QUERY_LOST = "drops the base's query for a reference without path and query", _COMPONENTS
    BASE_QUERY_KEPT = "keeps the base's query for a reference with a path", _COMPONENTS
    BASE_QUERY_JOINED = "keeps the base's query for a reference with an authority", _COMPONENTS
    QUERY_DIRECTORY = ("removes the base's last segment for a query only (RFC 1808 and RFC 2396)", _COMPONENTS)
    EMPTY_DIRECTORY = "removes the base's last segment for a reference without a path", _COMPONENTS
    EMPTY_DOTS = "removes dot segments of the base's path for a reference without one", _COMPONENTS
    EMPTY_SLASH = "writes a slash for an empty path after an authority", _COMPONENTS
    AUTHORITY_ADDED = "writes an empty authority for a base without one", _WHOLE
    OPAQUE_DROPPED = "drops a path of the base that does not begin with a slash", _COMPONENTS
    SCHEME_DOTS = "keeps dot segments of a reference with a scheme", _COMPONENTS
    AUTHORITY_DOTS = "keeps dot segments of a reference with an authority", _COMPONENTS
    ABSOLUTE_DOTS = "keeps dot segments of a reference whose path begins with a slash", _COMPONENTS
    BASE_DOTS = "keeps dot segments of the base's directory", _DOTS
    SCHEME_DROPPED = "drops the base's scheme", _COMPONENTS
    AUTHORITY_PATH = "reads a reference that begins with two slashes as a path", _COMPONENTS
    AUTHORITY_EMPTY = "treats an empty authority of the reference as absent", _COMPONENTS
    AUTHORITY_NEVER_EMPTY = "treats an empty authority as absent, also after a scheme", _WHOLE
    BASE_AUTHORITY_EMPTY = "treats an empty authority of the base as absent", _WHOLE
    AUTHORITY_KEPT = "drops the reference's authority", _COMPONENTS
    BASE_AUTHORITY_LOST = "drops the base's authority", _COMPONENTS
    USER_LOST = "drops the base's user information", _COMPONENTS
    PORT_LOST = "drops the base's port", _COMPONENTS
    BASE_SLASH = "adds a slash at the end of the base's path", _MERGE
    FINAL_SLASH = "removes the slash at the end of the path", _WHOLE
    CLIMB_REFUSED = "refuses a path that climbs above the root", _DOTS
    ABSOLUTE_APPENDED = "appends a path that begins with a slash to the base's directory", _COMPONENTS
    SEGMENT_KEPT = "keeps the base's last segment before a relative path", _MERGE
    DIRECTORY_LOST = "replaces the base's whole path by a relative one", _MERGE
    NO_SLASH = "puts no slash between an authority and a relative path", _MERGE
    EMPTY_BASE_PATH = "drops a relative path if the base's path is empty", _MERGE
    ROOT_ADDED = "puts a slash before the path of a base that begins with none", _MERGE
    UNKNOWN = "returns the reference unchanged for a base with an unknown scheme", _COMPONENTS
    OPAQUE = "returns the reference unchanged for a base whose path does not begin with a slash (RFC 2396)", _COMPONENTS
    OPAQUE_LOST = "returns the base if its path does not begin with a slash", _COMPONENTS
    OPAQUE_REFUSED = "refuses a base whose path does not begin with a slash", _COMPONENTS
    COLON = 'removes "./" before a segment with a colon, which becomes a scheme', "RFC 3986, 4.2"
    ENCODED_DOTS = "treats percent-encoded dots as dots", _DOTS
    QUERY_DOTS = "removes dot segments of the query", _DOTS
    FRAGMENT_DOTS = "removes dot segments of the fragment", _DOTS
    AUTHORITY_BY_PATH = "uses the base's authority and path for a reference without a path", _COMPONENTS
    SCHEME_SLASHES = "reads a scheme only before two slashes", "RFC 3986, 3.1"
    HOST_DOT = "removes the dot at the end of a host", "RFC 3986, 3.2.2"
    PATH_FIRST = "uses the base's path and query for a reference that has an authority and no path", _COMPONENTS
    QUERY_FIRST = "reads a question mark in the fragment as the beginning of the query", "RFC 3986, 3.5"
    QUERY_LAST = "begins the query at the last question mark", "RFC 3986, 3.4"
    PARAMETERS = "drops parameters after a semicolon", "RFC 3986, 3.3"
    PARENT = "removes one segment too many from the base's path", _MERGE
    UNCHANGED = "returns every reference unchanged", _COMPONENTS
    DEFAULT_PORT = "removes the port if it is the scheme's default", "RFC 3986, 6.2.3"
    ENCODED = "percent-encodes characters that are allowed", _COMPONENTS
    UPPER = "writes percent-encoding in upper case", _COMPONENTS
    LOWER_SCHEME = "writes the scheme in lower case", _COMPONENTS
    LOWER_HOST = "writes the authority in lower case", _COMPONENTS
    DECODED = "decodes percent-encoded unreserved characters", _COMPONENTS


def resolve(arguments: Input, run: Run) -> str | None:
    """Return the target of `reference` by `base` (RFC 3986, 5.2.2), None for a refusal.

    >>> resolve({"base": "http://a/b/c", "reference": "../d"}, Run())
    'http://a/d'
    >>> resolve({"base": "a:b#c", "reference": ""}, Run(frozenset({Resolving.BASE_FRAGMENT_EMPTY})))
    'a:b#c'
    """
    base, ref = parts_of(arguments["base"]), parts_of(arguments["reference"])
    if base.scheme is None and run.uses(Resolving.RELATIVE_BASE):
        return None
    if run.uses(Resolving.UNCHANGED):
        return arguments["reference"]
    if ref.path.startswith("./") and ":" in ref.path.split("/")[1] and run.uses(Resolving.COLON):
        return arguments["reference"][2:]
    if not base.path.endswith("/") and run.uses(Resolving.BASE_SLASH):
        base = base._replace(path=f"{base.path}/")
    is_loose = (
        ref.scheme is not None and ref.scheme.lower() == (base.scheme or "").lower() and run.uses(Resolving.LOOSE)
    )
    scheme = None if is_loose else ref.scheme
    if scheme is not None and ref.authority is None and run.uses(Resolving.SCHEME_SLASHES):
        ref, scheme = ref._replace(scheme=None, path=f"{scheme}:{ref.path}"), None
    if ref.path == "" and ref.authority is not None and scheme is None and run.uses(Resolving.AUTHORITY_BY_PATH):
        ref = ref._replace(authority=None)
    if ref.query is None and "?" in (ref.fragment or "") and run.uses(Resolving.QUERY_FIRST):
        fragment, _, query = (ref.fragment or "").partition("?")
        ref = ref._replace(query=query, fragment=fragment)
    if ref.query is not None and "?" in ref.query and run.uses(Resolving.QUERY_LAST):
        before, _, query = ref.query.rpartition("?")
        ref = ref._replace(path=f"{ref.path}?{before}", query=query)
    if ref.authority is not None and scheme is None and run.uses(Resolving.AUTHORITY_PATH):
        ref = ref._replace(authority=None, path=f"//{ref.authority}{ref.path}")
    if ref.authority == "" and (
        (scheme is None and run.uses(Resolving.AUTHORITY_EMPTY)) or run.uses(Resolving.AUTHORITY_NEVER_EMPTY)
    ):
        ref = ref._replace(authority=None)
    if (
        scheme is None
        and base.scheme is not None
        and schemes().find(base.scheme) is None
        and run.uses(Resolving.UNKNOWN)
    ):
        return arguments["reference"]
    if scheme is None and ref.authority is None and not base.path.startswith("/") and base.authority is None:
        if run.uses(Resolving.OPAQUE):
            return arguments["reference"]
        if run.uses(Resolving.OPAQUE_LOST):
            return arguments["base"]
        if run.uses(Resolving.OPAQUE_REFUSED):
            return None
        if base.path and run.uses(Resolving.OPAQUE_DROPPED):
            base = base._replace(path="")
    target = _target(base, ref, scheme, run)
    if not _CLIMBS.isdisjoint(run.branches) and run.uses(Resolving.CLIMB_REFUSED):
        return None
    return _whole(base, ref, target, run)


def _target(base: Parts, ref: Parts, scheme: str | None, run: Run) -> Parts:
    """Return the components of the target (RFC 3986, 5.2.2); `scheme` is the reference's."""
    if scheme is not None:
        run.record(Branch.SCHEME)
        return ref._replace(path=_without(ref.path, Resolving.SCHEME_DOTS, run))
    if ref.authority is not None:
        run.record(Branch.AUTHORITY)
        if ref.path == "" and run.uses(Resolving.PATH_FIRST):
            return Parts(base.scheme, ref.authority, base.path, base.query if ref.query is None else ref.query)
        query = base.query if _is_lent(base, ref, run, Resolving.BASE_QUERY_JOINED) else ref.query
        path = _without(ref.path, Resolving.AUTHORITY_DOTS, run)
        authority = base.authority if run.uses(Resolving.AUTHORITY_KEPT) else ref.authority
        return Parts(base.scheme, authority, path, query)
    if ref.path == "":
        return Parts(base.scheme, base.authority, _path_of_base(base, ref, run), _query_of_base(base, ref, run))
    query = base.query if _is_lent(base, ref, run, Resolving.BASE_QUERY_KEPT) else ref.query
    if ref.path.startswith("/"):
        run.record(Branch.ABSOLUTE)
        path = ref.path
        if "/" in base.path[1:] and run.uses(Resolving.ABSOLUTE_APPENDED):
            path = base.path[: base.path.rindex("/")] + path
        path = _without(path, Resolving.ABSOLUTE_DOTS, run)
    else:
        run.record(Branch.RELATIVE)
        path = _merge(base, ref, run)
    return Parts(base.scheme, base.authority, path, query)


def _is_lent(base: Parts, ref: Parts, run: Run, variant: Variant) -> bool:
    """Return whether the base's query is used wrongly."""
    return ref.query is None and base.query is not None and run.uses(variant)


def _path_of_base(base: Parts, ref: Parts, run: Run) -> str:
    """Return the path of the target of a reference without one: the base's."""
    path = base.path
    directory = path[: path.rfind("/") + 1]
    if directory != path:
        if ref.query is not None and run.uses(Resolving.QUERY_DIRECTORY):
            return directory
        if run.uses(Resolving.EMPTY_DIRECTORY):
            return directory
    return remove_dots(path, Run()) if has_dots(path) and run.uses(Resolving.EMPTY_DOTS) else path


def _query_of_base(base: Parts, ref: Parts, run: Run) -> str | None:
    """Return the query of the target of a reference without a path."""
    if ref.query is not None and not (ref.query == "" and run.uses(Resolving.EMPTY_QUERY_OF_BASE)):
        run.record(Branch.QUERY_OF_REFERENCE)
        return ref.query
    run.record(Branch.QUERY_OF_BASE)
    return None if base.query is not None and run.uses(Resolving.BASE_QUERY_LOST) else base.query


def _merge(base: Parts, ref: Parts, run: Run) -> str:
    """Return the path of a relative reference after that of the base, without dot segments (RFC 3986, 5.2.3, 5.2.4)."""
    path = base.path
    if path == "" and base.authority is not None:
        run.record(Branch.MERGE_EMPTY)
        if run.uses(Resolving.EMPTY_BASE_PATH):
            return ""
        directory = "" if run.uses(Resolving.NO_SLASH) else "/"
    else:
        run.record(Branch.MERGE_DIRECTORY if "/" in path else Branch.MERGE_NOTHING)
        directory = path[: path.rfind("/") + 1]
        if directory.rfind("/", 0, -1) >= 0 and run.uses(Resolving.PARENT):
            directory = directory[: directory.rfind("/", 0, -1) + 1]
        if path != directory and run.uses(Resolving.SEGMENT_KEPT):
            directory = f"{path}/"
        if directory not in ("", "/") and run.uses(Resolving.DIRECTORY_LOST):
            directory = "/" if path.startswith("/") else ""
        if base.authority is None and not path.startswith("/") and run.uses(Resolving.ROOT_ADDED):
            directory = f"/{directory}"
    if has_dots(directory) and run.uses(Resolving.BASE_DOTS):
        start = directory.rstrip("/")
        return start + remove_dots(f"/{ref.path}", run)
    return remove_dots(directory + ref.path, run)


def _whole(base: Parts, ref: Parts, target: Parts, run: Run) -> str | None:
    """Return the text of a target with the reference's fragment (RFC 3986, 5.3)."""
    fragment, query, authority = ref.fragment, target.query, target.authority
    if fragment is None and base.fragment is not None:
        is_empty = ref == Parts()
        if (is_empty and run.uses(Resolving.BASE_FRAGMENT_EMPTY)) or run.uses(Resolving.BASE_FRAGMENT):
            fragment = base.fragment
    if fragment is not None and (
        run.uses(Resolving.NO_FRAGMENT) or (fragment == "" and run.uses(Resolving.EMPTY_FRAGMENT))
    ):
        fragment = None
    if query is not None and (
        (query == ref.query and run.uses(Resolving.NO_QUERY)) or (query == "" and run.uses(Resolving.EMPTY_QUERY))
    ):
        query = None
    if query and has_dots(query) and run.uses(Resolving.QUERY_DOTS):
        query = remove_dots(query, Run())
    if fragment and has_dots(fragment) and run.uses(Resolving.FRAGMENT_DOTS):
        fragment = remove_dots(fragment, Run())
    if authority is not None and ref.authority is None:
        authority = _of_base(authority, run)
    scheme = target.scheme
    if scheme is not None and scheme == base.scheme and ref.scheme is None and run.uses(Resolving.SCHEME_DROPPED):
        scheme = None
    if scheme is not None and scheme != scheme.lower() and run.uses(Resolving.LOWER_SCHEME):
        scheme = scheme.lower()
    if authority is not None and authority != authority.lower() and run.uses(Resolving.LOWER_HOST):
        authority = authority.lower()
    path = target.path
    if ";" in path and run.uses(Resolving.PARAMETERS):
        path = re.sub(";[^/]*", "", path)
    extra = alphabet(grammar_of("rfc3986")["sub-delims"])
    if any(char in extra for char in path) and run.uses(Resolving.ENCODED):
        path = "".join(f"%{ord(char):02X}" if char in extra else char for char in path)
    if authority is not None and authority.endswith(".") and run.uses(Resolving.HOST_DOT):
        authority = authority[:-1]
    if authority is not None and run.uses(Resolving.DEFAULT_PORT):
        found = schemes().find(scheme)
        authority = authority.removesuffix(f":{found.default_port}" if found else ":")
    if len(path) > 1 and path.endswith("/") and run.uses(Resolving.FINAL_SLASH):
        path = path[:-1]
    if path == "" and authority is not None and run.uses(Resolving.EMPTY_SLASH):
        path = "/"
    is_of_base = scheme is not None and base.authority is None and ref.authority is None and ref.scheme is None
    if is_of_base and path[:1] in ("", "/") and run.uses(Resolving.AUTHORITY_ADDED):
        authority = ""
    if authority is None and path.startswith("//") and not run.uses(Resolving.NOT_GUARDED):
        if run.uses(Resolving.NO_AUTHORITY):
            return None
        path = f"/.{path}"
    text = Parts(scheme, authority, path, query, fragment).text
    if upper(text) != text and run.uses(Resolving.UPPER):
        text = upper(text)
    decoded = decode(text, alphabet(grammar_of("rfc3986")["unreserved"]).__contains__)
    return decoded if decoded != text and run.uses(Resolving.DECODED) else text


def _of_base(authority: str, run: Run) -> str | None:
    """Return the authority that a target has from the base."""
    if run.uses(Resolving.BASE_AUTHORITY_LOST) or (authority == "" and run.uses(Resolving.BASE_AUTHORITY_EMPTY)):
        return None
    if "@" in authority and run.uses(Resolving.USER_LOST):
        authority = authority.rpartition("@")[2]
    return authority.rpartition(":")[0] if ":" in authority[-3:] and run.uses(Resolving.PORT_LOST) else authority


def has_dots(text: str) -> bool:
    """Return whether a path has a segment "." or "..".

    >>> has_dots("a/.."), has_dots("a..b")
    (True, False)
    """
    return not {".", ".."}.isdisjoint(text.split("/"))


def _without(path: str, skip: Variant, run: Run) -> str:
    """Return a path without dot segments, unless that variant of keeping them is taken."""
    return path if has_dots(path) and run.uses(skip) else remove_dots(path, run)


def remove_dots(path: str, run: Run) -> str:
    """Return a path without dot segments by the steps A to E (RFC 3986, 5.2.4).

    >>> remove_dots("/a/b/c/./../../g", Run()), remove_dots("a/../b", Run())
    ('/a/g', '/b')
    """
    path = _otherwise(path, run)
    if has_dots(path) and run.uses(Dots.KEPT):
        return path
    before, semicolon, after = path.partition(";")
    if has_dots(after) and run.uses(Dots.PARAMETERS):
        return remove_dots(before, Run()) + semicolon + after
    if "/../.." in path and run.uses(Dots.ONE_PASS):
        path = re.sub(r"/(?!\.\.(?:/|\Z))[^/]+/\.\.(?=/|\Z)", "", path)
        return path or "/"
    output: list[str] = []  # segments with the slash before them
    index = ups = 0
    while index < len(path):
        end = path.find("/", index + 1)
        end = len(path) if end < 0 else end
        piece, is_last = path[index:end], end == len(path)
        index = end
        if piece in (".", ".."):
            run.record(_START[piece, is_last])
            variants = [Dots.ONE_KEPT] if piece == "." else [Dots.ABOVE_ROOT, *([] if is_last else [Dots.TWO_KEPT])]
            are_used = [run.uses(variant) for variant in variants]  # each is consulted
            if any(are_used):
                output.append(piece)
            else:
                index += not is_last
        elif piece == "/.":
            run.record(Branch.DOTS_B_END if is_last else Branch.DOTS_B)
            if run.uses(Dots.ONE_KEPT):
                output.append(piece)
            elif is_last and not ((output and run.uses(Dots.ONE_CUT)) or run.uses(Dots.ONE_ROOT_CUT)):
                output.append("/")
        elif piece == "/..":
            ups += 1
            index += _pop(output, run, is_first=ups == 1, is_last=is_last, has_root=path.startswith("/"))
        else:
            run.record(Branch.DOTS_E)
            output.append(piece)
    return "".join(output)


_START = {
    ("..", False): Branch.DOTS_A_TWO,
    (".", False): Branch.DOTS_A_ONE,
    ("..", True): Branch.DOTS_D_TWO,
    (".", True): Branch.DOTS_D_ONE,
}


def _pop(output: list[str], run: Run, *, is_first: bool, is_last: bool, has_root: bool) -> int:
    """Change the segments of the output for a "/.." (RFC 3986, 5.2.4, step C), which is the first or last one in the
    path, and return the number of characters to skip after it. With `has_root`, the path begins with a slash.
    """
    run.record(Branch.DOTS_C_END if is_last else Branch.DOTS_C)
    if not output:
        run.record(Branch.DOTS_C_ROOT)
    is_above = not output or output[-1] in ("/..", "..")
    if (
        run.uses(Dots.TWO_KEPT)
        or (is_above and run.uses(Dots.ABOVE_ROOT))
        or (not is_first and run.uses(Dots.FIRST_ONLY))
        or (is_last and run.uses(Dots.LAST_KEPT))
    ):
        output.append("/..")
        return 0
    is_rootless = not has_root and len(output) == 1
    if not (is_last and run.uses(Dots.LAST_POPS_NOT)):
        if len(output) > 1 and output[-1] == "/" and run.uses(Dots.EMPTY_SKIPPED):
            while output and output[-1] == "/":
                output.pop()
        del output[-1:]
    if not output and is_rootless and not is_last and run.uses(Dots.NO_ROOT):
        return 1
    if is_last and not (run.uses(Dots.ROOT_CUT) or (output and run.uses(Dots.TWO_CUT))):
        output.append("/")
    return 0


def _otherwise(path: str, run: Run) -> str:
    """Return a path with the changes of variants that treat other segments as dot segments."""
    if "%2e" in path.lower() and run.uses(Resolving.ENCODED_DOTS):
        decoded = [re.sub("%2e", ".", segment, flags=re.IGNORECASE) for segment in path.split("/")]
        path = "/".join(new if has_dots(new) else old for new, old in zip(decoded, path.split("/"), strict=True))
    if re.search(r"(?<![^/])\.\.?[^/.]", path) and run.uses(Dots.LONGER):
        path = re.sub(r"(?<![^/])(\.\.?)[^/.][^/]*", r"\1", path)
    return re.sub("//+", "/", path) if "//" in path and run.uses(Dots.SLASHES) else path


# RFC 3986, 5.4.1 and 5.4.2: the references of its examples, after the empty one.
_EXAMPLES = """
g:h g ./g g/ /g //g ?y g?y #s g#s g?y#s ;x g;x g;x?y#s . ./ .. ../ ../g ../.. ../../ ../../g
../../../g ../../../../g /./g /../g g. .g g.. ..g ./../g ./g/. g/./h g/../h g;x=1/./y g;x=1/../y
g?y/./x g?y/../x g#s/./x g#s/../x http:g
"""
_SEGMENTS = (".", "..", "", "x")
_MOST = 4  # segments of a path
_BASES = ("http://a/b/c/d", "http://a", "foo:b/c", "foo:", "foo:/b/c")
_AFTER = ("y", "../y", "", "?y")
# The presence and emptiness of components; a path without a slash at its start only where there is no authority.
_AUTHORITIES = {"base": (None, "", "u@h:1"), "reference": (None, "", "r")}
_PATHS = {"base": ("", "/b/c", "b/c"), "reference": ("", "/x/y", "x/y")}
_QUERIES = {"base": (None, "", "q"), "reference": (None, "", "y")}
_FRAGMENTS = {"base": (None, "", "f"), "reference": (None, "", "s")}
_SCHEMES = {"base": ("a", None), "reference": (None, "a", "s")}
# References with parts that resolving does not change, such as segments that are not dot segments.
_OTHERS = (
    *(("HTTP://H/%7eb/c", ref) for ref in ("", "d", "?d", "//R/%7ed", "HTTP:%7ed")),
    *(("http://a/b/c/d", ref) for ref in ("%2E%2E/g", "%2e/g", ".%2E/g", "./g:h", "./g:h/..", "../.../g", "g/..;x/h")),
    *(("http://a/b/c/d", ref) for ref in ("g:/a/../b", "g:a/../b", "g:..", "g:/..", "g://h/./b", "http:../e")),
    *(("http://a/b/c;p=1/d", ref) for ref in ("g", ";x", "../g;x=1/../y")),
    *(("http://a/b?q=/../c#/../d", ref) for ref in ("", "#s/../t", "?y/./z", "e")),
    *(("http://a/b?c", ref) for ref in ("?d?e", "#f?g", "h?i#j?k", "?")),
    *(("http://[2001:db8::1]:80/b", ref) for ref in ("c", "", "https://[::1]:443/d")),
    *(("http://a/b/c?x=%7e", ref) for ref in ("d;e/f!", "", "?y=%c3")),
    *(("http://a:80/b", ref) for ref in ("c", "//d:80/e", "https://a:443/f")),
    *(("http://a./b/c", ref) for ref in ("d", "", "//e./f")),
    *(("urn:a:b", ref) for ref in ("", "#f", "?y", "c", "../c")),
    *(("mailto:a@b.example", ref) for ref in ("", "#f", "?subject=x")),
    *(("file:///a/b", ref) for ref in ("c", "/c", "//h/c", "../../c", "?", "#")),
)


def cases() -> Iterator[Case]:
    """Yield the suite of resolving: the examples of RFC 3986, all combinations of present and empty components, and all
    sequences of up to four segments of `.`, `..`, ``, `x`, in references and in bases.
    """
    return unique_cases(_rows(), resolve)


def _rows() -> Iterator[tuple[Input, str, str]]:
    for ref in ("", *_EXAMPLES.split()):
        yield _input("http://a/b/c/d;p?q", ref), "RFC 3986, 5.4", "an example of the document"
    for base, ref in _OTHERS:
        yield _input(base, ref), _COMPONENTS, "unchanged parts"
    for size in range(1, _MOST + 1):
        for segments in product(_SEGMENTS, repeat=size):
            path = "/".join(segments)
            for base, start in product(_BASES, ("", "/")):
                yield _input(base, start + path), _DOTS, "dot segments of a reference"
            for base, ref in product((f"http://a/{path}", f"foo:/x{path}", f"foo:x{path}"), _AFTER):
                yield _input(base, ref), _DOTS, "dot segments of a base"
    for base, ref in product(_references("base"), list(_references("reference"))):
        yield _input(base, ref), _COMPONENTS, "present and empty components"


def _input(base: str, reference: str) -> Input:
    return {"base": base, "reference": reference}


def _references(of: str) -> Iterator[str]:
    """Yield the references with every combination of components."""
    rows = product(_SCHEMES[of], _AUTHORITIES[of], _PATHS[of], _QUERIES[of], _FRAGMENTS[of])
    return (Parts(*row).text for row in rows if row[1] is None or row[2][:1] in ("", "/"))
