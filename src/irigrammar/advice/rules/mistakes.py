"""Valid references that are probably mistakes.

Misspelled schemes, slashes, hosts in other places, wrapping.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from irigrammar.advice.context import Context, Part
from irigrammar.advice.likeness import (
    DEFANGED_SCHEMES,
    FOLDERS,
    NOT_MISSPELLED,
    TYPED_SCHEMES,
    is_file_name_like,
    is_folder_like,
    is_host_like,
    misspelling,
    scheme_pairs,
)
from irigrammar.advice.rule import part_rule, rule
from irigrammar.finding import Flaw
from irigrammar.lazy import regex
from irigrammar.processing.characters import characters
from irigrammar.processing.percent import decode
from irigrammar.processing.scheme_rules.uri import needs_authority
from irigrammar.processing.schemes import schemes
from irigrammar.shipped.registries import registered_schemes
from irigrammar.text.names import quoted
from irigrammar.unicode import character_name, character_of_name, is_decimal

_HIGHEST_PORT = 2**16 - 1
_LOCALHOST = "localhost"
_LONGEST_PORT = 6  # digits without leading zeros: any longer number is too large


@part_rule("port", "R012", "port-zero", "warning", "RFC 6335, 6", where="port")
def _port_zero(_: Context, port: Part) -> Iterator[Flaw]:
    if port.text and not port.text.strip("0"):
        yield Flaw(port.start, port.end, "port 0 is reserved; nothing can be reached there")


@part_rule("userinfo", "R013", "user-looks-like-host", "warning", "RFC 3986, 7.6", where="user")
def _user_looks_like_host(context: Context, user: Part) -> Iterator[Flaw]:
    """Yield a flaw for a user name, without its password, that looks like a host and not like a file name."""
    host = context.part("host")
    if host is None:
        return
    name = user.text.partition(":")[0]
    shown = decode(name, str.isascii).partition("/")[0]
    if is_host_like(shown) and not is_file_name_like(shown):
        message = f"{quoted(name)} is a user name; the host that is contacted is {quoted(host.text)}"
        yield Flaw(user.start, user.start + len(name), message)


def _relative(context: Context) -> Part | None:
    """Return the path of a reference without scheme and authority; None for others."""
    components = context.components
    return context.part("path") if components.scheme is None and components.authority is None else None


@rule("R014", "host-as-path", "warning", "RFC 3986, 4.2", where="host-as-path")
def _host_as_path(context: Context) -> Iterator[Flaw]:
    """Yield a flaw, without a fix, for a relative reference whose first segment looks like a host or an e-mail address,
    and not like a folder of documentation; its message has it with a scheme.
    """
    path = _relative(context)
    if path is None or not path.text:
        return
    first, slash, _ = path.text.partition("/")
    user, at_sign, host = first.rpartition("@")
    if at_sign and user and "@" not in user and is_host_like(host) and not slash:
        meant = quoted(f"mailto:{first}")
        message = f"{quoted(first)} looks like an e-mail address, but without a scheme it is a path; write {meant}"
        yield Flaw(path.start, path.start + len(first), message)
    elif not at_sign and (first.lower() == _LOCALHOST or (is_host_like(first) and not _is_of_files(first, path.text))):
        is_address = is_decimal(first.rpartition(".")[2])
        kind = "an IPv4 address" if is_address else "a host name"
        meant = f"http{'' if is_address or first.lower() == _LOCALHOST else 's'}://{context.text}"
        message = f"{quoted(first)} looks like {kind}, but without a scheme it is a path; write {quoted(meant)}"
        yield Flaw(path.start, path.start + len(first), message)


def _is_of_files(first: str, path: str) -> bool:
    """Return whether the first segment of a path, which looks like a host, is far more often a file or a folder."""
    _, slash, rest = path.partition("/")
    return is_folder_like(first, rest.split("/")) if slash else is_file_name_like(first)


@rule("R015", "host-as-scheme", "warning", "RFC 3986, 3.1", where="other-scheme")
def _host_as_scheme(context: Context) -> Iterator[Flaw]:
    """Yield a flaw for an unregistered scheme before a port, as in "localhost:80": it is probably a host."""
    scheme, path = context.part("scheme"), context.part("path")
    if scheme is None or path is None or context.components.authority is not None:
        return
    port, slash, _ = path.text.partition("/")
    name = scheme.text.lower()
    if (
        not is_decimal(port)
        or int(port.lstrip("0")[:_LONGEST_PORT] or "0") > _HIGHEST_PORT
        or name in registered_schemes()
    ):
        return
    if name == _LOCALHOST or is_host_like(name) or (slash and len(port) > 1):
        message = (
            f"{quoted(scheme.text)} is read as the scheme; if it is a host, write {quoted(f'http://{context.text}')}"
        )
        yield Flaw(scheme.start, scheme.end, message)


_TYPED = "|".join(TYPED_SCHEMES)
_TYPED_BEFORE_SLASHES = regex(f"({_TYPED})[;,.\uff1a]?//", re.IGNORECASE)
_TYPED_AGAIN = regex(f"(?:{_TYPED}):/{{0,2}}((?:{_TYPED}))(?::?//)", re.IGNORECASE)


@rule("R016", "missing-colon", "error", "RFC 3986, 3.1", where="missing-colon")
def _missing_colon(context: Context) -> Iterator[Flaw]:
    """Yield a flaw for a relative reference such as "http//host", whose scheme has no colon."""
    path = _relative(context)
    match = None if path is None else _TYPED_BEFORE_SLASHES.match(path.text)
    if path is not None and match:
        meant = f"{match[1]}://{context.text[match.end() :]}"
        message = f"the colon after {quoted(match[1])} is missing; write {quoted(meant)}"
        yield Flaw(match.end(1), match.end(), message)


@part_rule("scheme", "R017", "missing-slashes", "error", "RFC 9110, 4.2", where="other-scheme")
def _missing_slashes(context: Context, scheme: Part) -> Iterator[Flaw]:
    """Yield a flaw for a scheme with hosts that has no "//" after it, or two colons; the better form is in the message
    only.
    """
    path = context.part("path")
    if path is None or not path.text or context.components.authority is not None:
        return
    known = schemes().find(scheme.text)
    if known is None or not known.domain_name or known.default_host or not needs_authority(known.name):
        return
    if path.text.startswith("\\") or _double(context) or (known.matcher and known.matcher.matches(context.text)):
        return
    meant = f"{scheme.text}://{context.text[path.start :].lstrip(':/')}"
    if path.text.startswith(":"):
        yield Flaw(scheme.end, path.start + 1, f"the colon is written twice; write {quoted(meant)}")
        return
    subject = "a slash is" if path.text.startswith("/") else "two slashes are"
    yield Flaw(scheme.start, path.start, f'{subject} missing after "{scheme.text}:"; write {quoted(meant)}')


def _double(context: Context) -> re.Match[str] | None:
    return _TYPED_AGAIN.match(context.text)


@rule("R018", "doubled-scheme", "error", "RFC 3986, 3", where="other-scheme odd-host")
def _doubled_scheme(context: Context) -> Iterator[Flaw]:
    """Yield at most one flaw, without a fix, for two common schemes in a row, equal or not: "http://http://",
    "ftp:http:", or in one word, "httphttp:".

    The flaw is on both schemes; its message has the text without the first one.
    """
    match = _double(context)
    scheme = context.part("scheme")
    if match:
        meant = f"{match[1]}://{context.text[match.end() :]}"
        yield Flaw(0, match.end(), f"the scheme is written twice; write {quoted(meant)}")
    elif scheme is not None and scheme.text.lower() in scheme_pairs():
        meant = scheme_pairs()[scheme.text.lower()] + context.text[scheme.end :]
        yield Flaw(0, scheme.end, f"the scheme is written twice; write {quoted(meant)}")


@rule("R019", "misspelled-scheme", "error", "RFC 7595, 3", where="other-scheme")
def _misspelled_scheme(context: Context) -> Iterator[Flaw]:
    """Yield a flaw for an unregistered scheme that is a misspelling of a common one; only with an authority, or "@" for
    mailto.
    """
    scheme, path = context.part("scheme"), context.part("path")
    if scheme is None or path is None:
        return
    name = scheme.text.lower()
    if name in registered_schemes() or name in NOT_MISSPELLED or name in scheme_pairs():
        return
    has_authority = context.components.authority is not None
    for meant in TYPED_SCHEMES:
        fits = "@" in path.text if meant == "mailto" else has_authority
        if fits and (mistake := misspelling(name, meant)):
            yield Flaw(0, scheme.end, f"the scheme {quoted(scheme.text)} {mistake}; did you mean {quoted(meant)}?")
            return


@part_rule("scheme", "R027", "defanged-scheme", "warning", "RFC 7595, 3", where="other-scheme")
def _defanged_scheme(_: Context, scheme: Part) -> Iterator[Flaw]:
    """Yield a flaw for a defanged scheme such as "hxxp", with the scheme that it stands for."""
    meant = DEFANGED_SCHEMES.get(scheme.text.lower())
    if meant is not None:
        message = f"the scheme {quoted(scheme.text)} stands for {quoted(meant)} where nothing should follow the link"
        yield Flaw(0, scheme.end, message, meant)


_BACKSLASH = ("\\", "%5c", "%5C")


@part_rule("path", "R020", "drive", "error", "RFC 8089, appendix E.2", where="other-scheme odd-host")
def _drive(context: Context, path: Part) -> Iterator[Flaw]:
    """Yield a flaw for a drive letter that is read as the scheme or as the host."""
    scheme, host = context.part("scheme"), context.part("host")
    rest = path.text.lstrip("/\\")
    if scheme is not None and host is None and len(scheme.text) == 1 and path.text.startswith(("/", *_BACKSLASH)):
        meant = quoted(f"file:///{scheme.text}:/{_with_slashes(rest)}")
        yield Flaw(0, scheme.end, f"the drive letter {quoted(scheme.text)} is read as the scheme; write {meant}")
    elif host is not None and context.has_drive_as_host:
        meant = quoted(f"file:///{host.text}:/{_with_slashes(rest)}")
        yield Flaw(host.start, host.end, f"the drive letter {quoted(host.text)} is read as the host; write {meant}")


@part_rule("host", "R028", "folder-as-host", "warning", "RFC 8089, 2", where="odd-host")
def _folder_as_host(context: Context, host: Part) -> Iterator[Flaw]:
    """Yield a flaw for the host of a file URL that is the name of a common folder, as in "file://home/a"."""
    if (context.components.scheme or "").lower() != "file" or host.text not in FOLDERS:
        return
    meant = quoted(f"file:///{context.text[host.start :]}")
    yield Flaw(host.start, host.end, f"{quoted(host.text)} is read as the host; if it is a folder, write {meant}")


def _with_slashes(path: str) -> str:
    for backslash in _BACKSLASH:
        path = path.replace(backslash, "/")
    return path.lstrip("/")


_STOP, _APOSTROPHE = ".", "'"
_SEEN = 64  # characters before a full stop that are looked at
# After what a full stop at the end is that of a sentence: a segment or value in lower case, the end of a file's name.
_BEFORE_STOP = regex(r"(?:[/=&?#][a-z-]*|\.[a-z]{2,}|[\W_]) *\Z")
_ENCODED_CLOSING = regex(r"%(?:22|3[Ee]|[Ee]2%80%9[Dd])\Z")


@rule("R021", "closing-punctuation", "warning", "RFC 3986, appendix C", where="closing-end")
def _closing_punctuation(context: Context) -> Iterator[Flaw]:
    """Yield a flaw for punctuation at the end, percent-encoded too, with "" as the replacement.

    Only in identifiers with an authority, in mailto and in references without a scheme; never in a literal address.
    """
    text, components = context.text, context.components
    path, host = context.part("path"), context.part("host")
    if path is None or (components.authority is None and (components.scheme or "mailto").lower() != "mailto"):
        return
    first = host.end if host is not None and host.text.endswith("]") else path.start
    if host is not None and host.text and components.port is None and not host.text.endswith("]"):
        first = host.start
    start = max(_closing_start(context), first)
    encoded = _ENCODED_CLOSING.search(text)
    if encoded and _is_unpaired(decode(encoded[0], _any), decode(context.parts[-1].text, _any)):
        start = max(encoded.start(), first)
    is_segment = text[start:] == _STOP and (start == 0 or text[start - 1] == "/")
    if start < len(text) and not (is_segment and components.scheme is None):
        mark_names = " and ".join(dict.fromkeys(mark_name(char) for char in decode(text[start:], _any)))
        message = f"{quoted(text[start:])} ({mark_names}) at the end is probably punctuation of the text around it"
        yield Flaw(start, len(text), message, "")


def _any(_: str) -> bool:
    return True


def mark_name(char: str) -> str:
    """Return the name of a closing mark: a dot, a quotation mark, or its name in Unicode."""
    name = character_name(char, "a mark").lower()
    return "quotation mark" if "quotation" in name or name == "apostrophe" else name.replace("full stop", "dot")


def _is_unpaired(char: str, text: str) -> bool:
    """Return whether a text has more of a closing mark than of its opening one; an odd number without one."""
    before = opening(char)
    return text.count(char) % 2 == 1 if before is None else text.count(before) < text.count(char)


def _closing_start(context: Context) -> int:
    """Return the offset of the punctuation that ends a text without being part of it; the text's length without any.

    Partners are looked for in the same component, percent-encoded or not.
    """
    text = context.text
    end = len(text)
    decoded_parts: dict[str, str] = {}
    counts: dict[tuple[str, str], int] = {}

    def count(char: str, field: str) -> int:
        if (field, char) not in counts:
            if field not in decoded_parts:
                part = context.part(field)
                decoded_parts[field] = text if part is None else decode(part.text, _any)
            counts[field, char] = decoded_parts[field].count(char)
        return counts[field, char]

    while end and text[end - 1] in characters("closing"):
        char, field = text[end - 1], context.field_at(end - 1)
        before = opening(char)
        if before and count(char, field) <= count(before, field):
            break
        if char == _APOSTROPHE and count(char, field) % 2 == 0:
            break
        if char == _STOP and (
            text[end - 2 : end - 1] == _STOP or not _BEFORE_STOP.search(text[max(end - _SEEN, 0) : end - 1])
        ):
            break
        counts[field, char] = count(char, field) - 1
        end -= 1
    return end


_PARTNERS = (("RIGHT", "LEFT"), ("GREATER", "LESS"))  # in the names of closing and of opening marks


@cache
def opening(char: str) -> str | None:
    """Return the opening mark of a closing one, None where there is none.

    >>> [opening(char) for char in ")>\u00bb\u2019\u300d,"]
    ['(', '<', '\u00ab', '\u2018', '\u300c', None]
    """
    name = other = character_name(char, "")
    for closing_word, opening_word in _PARTNERS:
        other = re.sub(rf"\b{closing_word}\b", opening_word, other)
    return character_of_name(other) if other != name else None


_SECOND = regex("(?:[,;|]|%20|%2[Cc]|%7[Cc]|%0[AaDd])(?=https?:)|(?<=[^/:@])(?=https?://)", re.IGNORECASE)


@part_rule("host", "R022", "two-identifiers", "warning", "RFC 3986, appendix C", where="second")
def _two_identifiers(context: Context, host: Part) -> Iterator[Flaw]:
    """Yield a flaw, without a fix, from the start of a second identifier before the query or fragment to the end of the
    text; nothing without a host, and for a doubled scheme.
    """
    if not host.text or _double(context):
        return
    query = context.part("query") or context.part("fragment")
    end = query.start - 1 if query is not None else len(context.text)
    match = _SECOND.search(context.text, host.start + 1)
    if match and match.start() < end and (match[0] or match.start() < host.end):
        message = f"these are two identifiers; the second begins at {quoted(context.text[match.end() :])}"
        yield Flaw(match.start(), len(context.text), message)


_REFERENCE = "&amp;"
_MARKUP = "RFC 3986, appendix C"


@rule("R025", "html-reference", "warning", "RFC 3986, appendix C", where="html-reference")
def _html_reference(context: Context) -> Iterator[Flaw]:
    """Yield a flaw for the first "&amp;" of path, query and fragment each, with "&" as the replacement."""
    for part in (context.part("path"), context.part("query"), context.part("fragment")):
        if part is not None and (offset := part.text.find(_REFERENCE)) >= 0:
            start = part.start + offset
            message = f"{quoted(_REFERENCE)} is how HTML and XML write {quoted('&')}; write the latter"
            yield Flaw(start, start + len(_REFERENCE), message, "&")
