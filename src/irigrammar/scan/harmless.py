"""Findings that are formally correct but that nobody would act on.

Documents are full of them, and scans leave them out; `iri advise` reports all.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType

from irigrammar._generated.documents import EXAMPLE_PASSWORDS
from irigrammar.advice.context import Context
from irigrammar.finding import Finding
from irigrammar.hosts.special import Special, special_host
from irigrammar.lazy import regex
from irigrammar.matching.browser import is_special
from irigrammar.processing.labels import label_fault
from irigrammar.unicode import is_letter_or_number

_EXAMPLE_PASSWORDS = frozenset(EXAMPLE_PASSWORDS.split())
_BASE64 = regex(r"data:[^,]*;base64,", re.IGNORECASE)
_WHITE = regex(r"\s++|%0[9AaDd]|%20")


def without_harmless(context: Context, findings: tuple[Finding, ...], *, local: bool) -> tuple[Finding, ...]:
    """Return the findings in a text that are not harmless; with `local`, those of a private network are harmless.

    >>> from irigrammar import advise
    >>> from irigrammar.matching.grammar import grammar
    >>> def codes(text):
    ...     context = Context(text, grammar("rfc3987")["IRI"])
    ...     return [finding.code for finding in without_harmless(context, tuple(advise(text)), local=True)]
    >>> codes("ftp://:secret@ftp.company.de/"), codes("ftp://:sesam@ftp.company.de/"), codes("http://localhost/")
    ([], ['R007'], [])
    """
    codes = {finding.code for finding in findings}
    harmless = {code for code in codes & _HARMLESS.keys() if _HARMLESS[code](context, codes)}
    if local and codes & _OF_HOSTS.keys():
        harmless |= {code for code in codes & _OF_HOSTS.keys() if _OF_HOSTS[code](context)}
    return tuple(finding for finding in findings if finding.code not in harmless) if harmless else findings


def without_base64_breaks(text: str) -> str:
    """Return a text without white space in base64 of a data URL, which readers drop; other texts unchanged.

    >>> without_base64_breaks("data:image/png;base64,iVBO Rw0K"), without_base64_breaks("data:text/plain,a b")
    ('data:image/png;base64,iVBORw0K', 'data:text/plain,a b')
    """
    head = _BASE64.match(text) if text[:1] in "dD" else None
    return head[0] + _WHITE.sub("", text[head.end() :]) if head else text


def _special(context: Context) -> Special | None:
    host = context.part("host")
    return special_host(host.text.lower()) if host is not None and host.text else None


def _is_reserved_host(context: Context) -> bool:
    """Return whether a host is the machine itself, or a name that is reserved for tests and examples."""
    special = _special(context)
    return special is not None and (special.use.startswith(_THIS_MACHINE) or special.name in _NEVER_RESOLVED)


def _is_special(context: Context) -> bool:
    return _special(context) is not None


def _has_underscores(context: Context) -> bool:
    """Return whether IDNA2008 would allow a host that had letters for its underscores: names to be filled in have some,
    and names of machines.
    """
    labels = [label.spelling.lower() for label in context.labels]
    return any("_" in label for label in labels) and not any(label_fault(label.replace("_", "a")) for label in labels)


_NO_FILE = regex(r"file:(?://\w*|////\S+)", re.IGNORECASE)  # in comments: a word for a path, a UNC path
# What documents that are not for the public are full of.
_OF_HOSTS: Mapping[str, Callable[[Context], bool]] = MappingProxyType(
    {
        "H002": _has_underscores,
        "H008": _is_special,
        "H009": _is_special,
        "R004": _is_special,
        "X002": lambda context: _NO_FILE.fullmatch(context.text) is not None,
    }
)
_THIS_MACHINE = ("loopback", "this host")
_NEVER_RESOLVED = frozenset({"test", "invalid", "example"})


def _is_example(context: Context, _: set[str]) -> bool:
    """Return whether a password is that of an example, for a server that is nobody's, or in a scheme that is none of
    the web's, as of a database; false without user information or host.
    """
    user, host = context.part("userinfo"), context.part("host")
    if user is None or host is None:
        return False
    if not is_special((context.components.scheme or "").lower()):  # of a database and the like, which has no other way
        return True
    name, colon, password = user.text.partition(":")
    if (colon and len(password.strip("*xX.")) <= 1) or password.lower() in {name.lower(), *_EXAMPLE_PASSWORDS}:
        return True
    return _is_reserved_host(context) or "example" in host.text.lower().split(".")


def _stands_for_data(context: Context, _: set[str]) -> bool:
    """Return whether the base64 of a data URL is only a short word, which stands for data."""
    word = (context.components.path or "").rpartition(",")[2]
    return len(word) < _LONGEST_WORD and is_letter_or_number(word)


_LONGEST_WORD = 32


def _holds_data(context: Context, _: set[str]) -> bool:
    """Return whether a query holds a whole picture, as those of badges do."""
    return "data:image/" in (context.components.query or "").replace("%3A", ":").replace("%2F", "/")


def _is_consequence(_: Context, codes: set[str]) -> bool:
    """Return whether slashes or the host are missing, or the scheme is there twice: that browsers read another host
    follows from that.
    """
    return bool(codes & {"R017", "R018", "X003"})


_HARMLESS: Mapping[str, Callable[[Context, set[str]], bool]] = MappingProxyType(
    {
        "R007": _is_example,
        "P007": lambda context, _: (context.components.scheme or "").lower() == "data",
        "R009": _holds_data,
        "R010": _is_consequence,
        "X017": _stands_for_data,
    }
)
