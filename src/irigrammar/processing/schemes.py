"""Data of schemes.

Ports, hosts, empty paths, syntax, and where IDNA and document charsets apply. They are the scheme-specific part of
draft-ietf-iri-3987bis-04, 3.2. `grammar/schemes.toml` is the source and describes the rules; a running program loads
what is generated from it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from os import PathLike
from typing import Any

from irigrammar.dataclass import dataclass, field, replace
from irigrammar.errors import GrammarError
from irigrammar.matching.grammar import grammar
from irigrammar.matching.matcher import Matcher


@dataclass(frozen=True, slots=True)
class Scheme:
    """One scheme; the rules are described at the head of `grammar/schemes.toml`, None if a rule does not apply.

    `sections` names, for each rule that applies, the document and section that says so. `syntax` is the rule that the
    scheme's URIs match, where it is not the one of the catalog that `rule` names.
    """

    name: str
    document: str = ""
    domain_name: bool = False
    default_port: int | None = None
    default_host: str | None = None
    empty_path: str | None = None
    lower_until: str | None = None
    document_charset: bool = False
    needs_host: bool = False
    no_userinfo: bool = False
    no_fragment: bool = False
    beyond_uri: bool = False
    address: bool = False
    read_by: str | None = None
    rule: str | None = None
    sections: Mapping[str, str] = field(default_factory=dict, hash=False)
    syntax: Matcher | None = None

    @property
    def matcher(self) -> Matcher | None:
        """The rule that the scheme's URIs match (RFC 3987, 3.1; draft-ietf-iri-3987bis-04, 3.2 and 6.4), None if it is
        not known.

        >>> mailto = scheme("mailto")
        >>> mailto.matcher.rule if mailto and mailto.matcher else None
        'mailtoURI'
        """
        if self.syntax is not None or self.rule is None:
            return self.syntax
        name, _, rule = self.rule.partition(":")
        return grammar(name)[rule]


@dataclass(frozen=True, slots=True)
class Schemes:
    """Schemes, in the given order; immutable, `with_scheme` returns a changed copy.

    >>> [scheme.name for scheme in schemes() if scheme.default_port == 80]
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

        Raises `NoMatch` if its name, port, host or path is invalid by RFC 3986, and `UnknownGrammar` or `UnknownRule`
        if the catalog does not have its rule.

        >>> mine = schemes().with_scheme(Scheme("gemini", domain_name=True, default_port=1965))
        >>> gemini = mine.find("GEMINI")
        >>> gemini.default_port if gemini else None
        1965
        >>> schemes().find("gemini") is None
        True
        """
        _check(added)
        entry = replace(added, name=added.name.lower())
        return Schemes((*(scheme for scheme in self.rows if scheme.name != entry.name), entry))

    def with_file(self, path: str | PathLike[str]) -> Schemes:
        """Return these schemes with those of a regular file in TOML of at most 1,000,000 bytes, each of which replaces
        one of the same name.

        The file has a table for each scheme, as `grammar/schemes.toml` has; a rule is a value, or a table of the value
        (`is`) and the document and `section` that says so. Raises `GrammarError` for a file that cannot be read or is
        no such table, naming the scheme and the rule, and what `with_scheme` raises.
        """
        from pathlib import Path

        from irigrammar.files import read_regular

        try:
            text = read_regular(path, _MOST).decode()
        except (OSError, UnicodeError) as error:
            raise GrammarError(
                f"cannot be read ({getattr(error, 'strerror', 'not UTF-8')})", source=str(path)
            ) from None
        result = self
        for row in parse_schemes(text, source=Path(path).name):
            result = result.with_scheme(row)
        return result

    def __iter__(self) -> Iterator[Scheme]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)


_MOST = 1_000_000  # bytes of a table


def parse_schemes(text: str, source: str = "the table of schemes") -> Schemes:
    """Return the schemes of a text in TOML; raise `GrammarError` for one that is not a table of schemes.

    >>> known = parse_schemes('[gemini]\\ndefault_port = 1965').find("gemini")
    >>> (known.default_port, known.sections) if known else None
    (1965, {'default_port': 'the table of schemes'})
    """
    import tomllib

    try:
        tables = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise GrammarError(f"not TOML: {error}", source=source) from None
    return Schemes(tuple(_scheme(name, table, source) for name, table in tables.items()))


def _scheme(name: str, table: object, source: str) -> Scheme:
    """Return the scheme of a TOML table, whose values are facts or tables with "is" and "section". Raises
    `GrammarError` for an item that is no table, an unknown rule, and a value of another type.
    """
    if not isinstance(table, dict):
        raise GrammarError(f"{name} is not a table; write [{name}]", source=source)
    values: dict[str, Any] = {}
    sections: dict[str, str] = {}
    for rule, fact in table.items():
        if rule == "document":
            continue
        if rule not in _RULES:
            raise GrammarError(
                f"the scheme {name} has an unknown rule: {rule}; known: {', '.join(_RULES)}", source=source
            )
        is_table = isinstance(fact, dict)
        values[rule] = fact.get("is") if is_table else fact
        sections[rule] = str(fact.get("section", source)) if is_table else source
        if type(values[rule]) is not _RULES[rule]:
            kind = _RULES[rule].__name__
            raise GrammarError(f"{rule} of the scheme {name} is not of the type {kind}", source=source)
    return Scheme(name=name, document=str(table.get("document", "")), sections=sections, **values)


# The rules of a scheme, and the type of their values.
_KINDS = {"bool": bool, "int | None": int, "str | None": str}
_RULES = {name: _KINDS[kind] for name, kind in Scheme.__annotations__.items() if kind in _KINDS}


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

    >>> https = scheme("HTTPS")
    >>> (https.default_port, https.sections["default_port"]) if https else None
    (443, 'RFC 9110, section 4.2.2')
    """
    return schemes().find(name)


def _check(scheme: Scheme) -> None:
    """Raise `NoMatch` if a part of a scheme is invalid by RFC 3986, an error of the catalog if it lacks the rule."""
    _ = scheme.matcher
    uri = grammar("rfc3986")
    rules = (
        ("scheme", scheme.name),
        ("port", None if scheme.default_port is None else str(scheme.default_port)),
        ("host", scheme.default_host),
        ("path", scheme.empty_path),
    )
    for rule, text in rules:
        if text is not None:
            uri[rule].require(text)
