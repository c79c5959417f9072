"""Find the components of a reference in its string."""

from __future__ import annotations

from _operator import itemgetter  # operator, in Python, takes as long as this module to import

from irigrammar.grammars import COMPONENT_FIELDS

TYPE_CHECKING = False  # typing costs more than a first verdict: see irigrammar.lazy
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, ClassVar, Final, Protocol

    from irigrammar.faults.fault import NoMatch

    Values = tuple[str | None, ...]

    class Reader(Protocol):
        """A matcher whose rule is a reference."""

        @property
        def matches(self) -> Callable[[str], bool]:
            """Return whether a text matches."""

        @property
        def grammar(self) -> Any:
            """The grammar (a `Grammar`), whose rules have the components."""

        @property
        def rule(self) -> str:
            """The name of the rule."""

        @property
        def _splitter(self) -> Any:
            """The splitter of texts (a `Splitter`)."""

        def split(self, text: str, /) -> Components:
            """Return the components of a text; raise `NoMatch`."""


SETTABLE = tuple(field for field in COMPONENT_FIELDS if field not in ("authority", "host_kind"))
_PLACES = {field: place for place, field in enumerate(COMPONENT_FIELDS) if field in SETTABLE}


def _item(field: str, doc: str) -> Any:
    return property(itemgetter(COMPONENT_FIELDS.index(field)), doc=doc)


class Components(tuple[str | None, ...]):
    """The components of a reference, each the part of the string that matched: None when absent, "" when empty.

    `split` returns them; they can be built from `scheme`, `userinfo`, `host`, `port` (text or a number), `path`,
    `query` and `fragment`, all None except `path`, which is "". `authority` and `host_kind` are derived from these.
    Immutable; equal when all parts are. `str()` recomposes the reference (RFC 3986, 5.3).

    What is built is checked as `replace` checks it, by the rule IRI-reference of RFC 3987: it reads back as the parts
    that were given. Raises `NoMatch` for a part that is not allowed, `ConversionError` for parts that do not fit
    together, and `TypeError` for one of another type.

    >>> import irigrammar
    >>> components = irigrammar.split("http://user@h:80/p?q")
    >>> components.authority, components.host_kind, components.query, components.fragment
    ('user@h:80', 'ireg-name', 'q', None)
    >>> str(components.replace(host="[::1]", port=None))
    'http://user@[::1]/p?q'
    >>> Components(scheme="https", host="good.example", path=".evil.example/")
    Traceback (most recent call last):
    irigrammar.errors.ConversionError: the path ".evil.example/" needs "/" at its start, as it follows an authority
    """

    __slots__ = ()
    # Returns the matcher that splits: in the subclass of each matcher itself, here the one that matching.grammar sets.
    _reader: ClassVar[staticmethod[[], Reader]]

    scheme: Final[str | None] = _item("scheme", "The scheme, without its colon.")
    userinfo: Final[str | None] = _item("userinfo", 'The userinfo, without its "@".')
    host: Final[str | None] = _item("host", "The host; an IP literal keeps its brackets.")
    port: Final[str | None] = _item("port", "The port, without its colon.")
    path: Final[str | None] = _item("path", "The path, perhaps empty.")
    query: Final[str | None] = _item("query", 'The query, without its "?".')
    fragment: Final[str | None] = _item("fragment", 'The fragment, without its "#".')

    def __new__(
        cls,
        *,
        scheme: str | None = None,
        userinfo: str | None = None,
        host: str | None = None,
        port: str | int | None = None,
        path: str | None = "",
        query: str | None = None,
        fragment: str | None = None,
    ) -> Components:
        """Give the parts; the others are None, the path "" where it is not given."""
        parts: dict[str, str | int | None] = {"scheme": scheme, "userinfo": userinfo, "host": host, "port": port}
        parts |= {"path": path, "query": query, "fragment": fragment}
        return _check_changes(tuple.__new__(cls, (None,) * 9), parts)

    @property
    def authority(self) -> str | None:
        """Userinfo, host and port with their punctuation; None where there is no host."""
        return _authority(self[2], self[3], self[4]) if self[1] is None else self[1]

    @property
    def host_kind(self) -> str | None:
        """The rule that the host matches: IPv6address, IPvFuture, IPv4address, or reg-name (ireg-name); by grammars of
        users, that among which their rule for hosts chooses.

        None without a host, and for a host that the grammar does not allow. The grammar is the one that split the
        reference, RFC 3987 for components made by hand.
        """
        if self[8] is None and self.host is not None:
            reader, text = self._reader(), str(self)
            parts = reader.split(text) if reader.matches(text) else None
            return parts[8] if parts and parts.host == self.host else None
        return self[8]

    def replace(self, **fields: str | int | None) -> Components:
        """Return components with other fields (any that the constructor has), checked.

        Raises `NoMatch`, whose message names the part, where the recomposed reference does not match the rule that
        split this one, `ConversionError` where it does but has other components: the path "//x" without a host would be
        read as one. A path without "/" after a host, and userinfo or a port without one, are a `ConversionError` in any
        case. Raises `TypeError` for an unknown field, and for a value that is not text (or a number, as a port).

        >>> import irigrammar
        >>> irigrammar.split("http://h/").replace(host=None, path="//x")
        Traceback (most recent call last):
        irigrammar.errors.ConversionError: "http://x" would be read with host "x" instead of none
        """
        if wrong := fields.keys() - _PLACES:
            raise TypeError(f"cannot replace {', '.join(sorted(wrong))}; choose among {', '.join(SETTABLE)}")
        return _check_changes(self, fields)

    def as_dict(self) -> dict[str, str | None]:
        """Return all fields by name, `authority` and `host_kind` included."""
        return {field: getattr(self, field) for field in COMPONENT_FIELDS}

    def __str__(self) -> str:
        """Return the reference that the components make (RFC 3986, 5.3)."""
        scheme, authority, _, _, _, path, query, fragment, _ = self
        authority, text = self.authority if authority is None else authority, path or ""
        if authority is not None:
            text = f"//{authority}{text}"
        if scheme is not None:
            text = f"{scheme}:{text}"
        if query is not None:
            text = f"{text}?{query}"
        return text if fragment is None else f"{text}#{fragment}"

    def __repr__(self) -> str:
        return f"Components({', '.join(f'{field}={getattr(self, field)!r}' for field in SETTABLE)})"

    def __eq__(self, other: object) -> bool:
        return self._set() == other._set() if isinstance(other, Components) else NotImplemented

    __ne__ = object.__ne__

    def __hash__(self) -> int:
        return hash(self._set())

    def __reduce__(self) -> tuple[Callable[..., Components], tuple[Reader | None, Values | str]]:
        return _restore, ((None, self[:]) if type(self) is Components else (self._reader(), str(self)))

    def _set(self) -> Values:
        return (self[0], *self[2:8])


def components_of(**fields: str | None) -> Components:
    """Return components of parts that are not checked, as for results that are built in steps, except that userinfo or
    a port without a host raises `ConversionError`. Raises `KeyError` for another field than those that `Components` is
    built from.

    >>> str(components_of(path="a b"))
    'a b'
    """
    return with_fields(tuple.__new__(Components, (None,) * 9), **{"path": "", **fields})


def with_fields(components: Components, **fields: str | None) -> Components:
    """Return components with other fields as `Components.replace` does, unchecked, except that userinfo or a port
    without a host raises `ConversionError`. The kind of the host is left out, and found again when it is read. Raises
    `KeyError` for another field than those that `Components` is built from.
    """
    values = list(components)
    for field, value in fields.items():
        values[_PLACES[field]] = value
    values[1], values[8] = _authority(*values[2:5]), None
    return tuple.__new__(type(components), values)


def _check_changes(components: Components, changes: dict[str, str | int | None]) -> Components:
    """Return components with other fields, read again from their text. Raises `NoMatch` where that does not match,
    `ConversionError` where it has other fields, and, whether it matches or not, for a path without "/" after a host and
    for userinfo or a port without one; `TypeError` for values that are no text, nor a number as a port.
    """
    fields = {field: _text(field, value) for field, value in changes.items()}
    target = with_fields(components, **fields)
    text, reader = str(target), components._reader()
    reread = reader.split(text) if reader.matches(text) else None
    if reread is not None and reread == target:
        return reread
    path, host = target.path or "", target.host
    if host is not None and path and not path.startswith("/"):
        from irigrammar.errors import ConversionError

        raise ConversionError(f'the path "{path}" needs "/" at its start, as it follows an authority')
    if reread is None:
        raise _no_match(reader, text, fields)
    for field in SETTABLE:
        old, new = getattr(target, field), getattr(reread, field)
        if old != new:
            from irigrammar.errors import ConversionError

            raise ConversionError(f'"{text}" would be read with {field} {_shown(new)} instead of {_shown(old)}')
    return reread


def _text(field: str, value: str | int | None) -> str | None:
    """Return a part as text, the number of a port too; None stays, but is "" for the path. Raises `TypeError` for other
    values.
    """
    if isinstance(value, int) and not isinstance(value, bool) and field == "port":
        return str(value)
    if value is None:
        return "" if field == "path" else None
    if not isinstance(value, str):
        expected_type = "text or a number" if field == "port" else "text"
        raise TypeError(f"a {field} is {expected_type}, not {type(value).__name__}")
    return value


def _no_match(reader: Reader, text: str, fields: dict[str, str | None]) -> NoMatch:
    """Return the error for a reference that does not match: with the message of the first changed part that no rule of
    its component allows, else of the whole.
    """
    from irigrammar.errors import printable
    from irigrammar.faults.fault import NoMatch
    from irigrammar.text.names import column, quoted

    whole: NoMatch = reader.grammar[reader.rule]._no_match(text)
    for field, value in fields.items():
        rules = [reader.grammar[rule] for rule, of in reader.grammar.entry.components.items() if of == field]
        faults = [fault for fault in (rule.check(value).fault for rule in rules if value is not None) if fault]
        if faults and len(faults) == len(rules):
            message = max(faults, key=lambda fault: fault.offset).message
            part = f"the {field} {quoted(value, printable)}" if field != "userinfo" else "the userinfo"
            message = f"{part}: {message} ({column(str(text), whole.fault.place[0])})"
            return NoMatch(message, fault=whole.fault, text=text, grammar=whole.grammar, rule=whole.rule)
    return whole


def _authority(userinfo: str | None, host: str | None, port: str | None) -> str | None:
    """Return the authority of its parts, None without a host. Raises `ConversionError` for userinfo or port without a
    host.
    """
    if host is None:
        if userinfo is not None or port is not None:
            from irigrammar.errors import ConversionError

            raise ConversionError("userinfo and port need a host")
        return None
    before = host if userinfo is None else f"{userinfo}@{host}"
    return before if port is None else f"{before}:{port}"


def _restore(reader: Reader | None, values: Values | str) -> Components:
    return reader.split(values) if reader and isinstance(values, str) else tuple.__new__(Components, values)


def _shown(part: str | None) -> str:
    return "none" if part is None else f'"{part}"'
