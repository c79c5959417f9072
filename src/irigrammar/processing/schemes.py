"""The rules of schemes: ports, hosts, empty paths, and where IDNA and document charsets apply.

`grammar/schemes.toml` is the source and describes the rules; a running program loads what is generated from it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache

from irigrammar.matching.grammar import grammar
from irigrammar.matching.matcher import Matcher


@dataclass(frozen=True, slots=True)
class Scheme:
    """One scheme; the rules are described at the head of `grammar/schemes.toml`, None if a rule does not apply.

    `sections` names, for each rule that applies, the document and section that says so. `syntax` is the production that
    the scheme's URIs match, if known.
    """

    name: str
    document: str = ""
    domain_name: bool = False
    default_port: int | None = None
    default_host: str | None = None
    empty_path: str | None = None
    lower_until: str | None = None
    document_charset: bool = False
    sections: Mapping[str, str] = field(default_factory=dict, hash=False)
    syntax: Matcher | None = None


@dataclass(frozen=True, slots=True)
class Schemes:
    """Schemes, in the given order; immutable, `with_scheme` returns a changed copy.

    >>> [one.name for one in schemes() if one.default_port == 80]
    ['http', 'ws']
    """

    rows: tuple[Scheme, ...] = ()
    _by_name: Mapping[str, Scheme] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_by_name", {scheme.name: scheme for scheme in self.rows})

    def find(self, name: str | None) -> Scheme | None:
        """Return the scheme of that name, in any case; None if it is unknown, and for None."""
        if name is None or not name.isascii():  # "K" in lower case is not a letter of ASCII
            return None
        return self._by_name.get(name.lower())

    def with_scheme(self, added: Scheme) -> Schemes:
        """Return these schemes with another one, which replaces one of the same name.

        Raises `NoMatch` if its name, port, host or path is invalid by RFC 3986.

        >>> mine = schemes().with_scheme(Scheme("gemini", domain_name=True, default_port=1965))
        >>> found = mine.find("GEMINI")
        >>> found.default_port if found else None
        1965
        >>> schemes().find("gemini") is None
        True
        """
        _check(added)
        named = replace(added, name=added.name.lower())
        return Schemes((*(scheme for scheme in self.rows if scheme.name != named.name), named))

    def __iter__(self) -> Iterator[Scheme]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)


@cache
def schemes() -> Schemes:
    """Return the schemes that come with the package; functions take others as `schemes=`.

    >>> len(schemes()) >= 10
    True
    """
    from irigrammar._generated.schemes import SCHEMES

    return Schemes(tuple(Scheme(**row) for row in SCHEMES))


def scheme(name: str) -> Scheme | None:
    """Return a scheme by its name in any case; None if it is unknown (RFC 3986, 3.1).

    >>> found = scheme("HTTPS")
    >>> (found.default_port, found.sections["default_port"]) if found else None
    (443, 'RFC 9110, section 4.2.2')
    """
    return schemes().find(name)


def _check(added: Scheme) -> None:
    """Raise `NoMatch` if a part of a scheme is invalid by RFC 3986."""
    uri = grammar("rfc3986")
    rules = (
        ("scheme", added.name),
        ("port", None if added.default_port is None else str(added.default_port)),
        ("host", added.default_host),
        ("path", added.empty_path),
    )
    for rule, text in rules:
        if text is not None and not uri[rule].matches(text):
            raise uri[rule]._no_match(text)
