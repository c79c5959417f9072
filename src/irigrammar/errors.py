"""Exceptions of this package; each has data and a one-line message.

IrigrammarError
├── GrammarError        ABNF that cannot be read, or a grammar that cannot be compiled
│   └── RegexError      a regular expression that is wrong in its dialect, or is not regular
├── UnknownGrammar      unknown name of a grammar (also a LookupError)
├── UnknownRule         unknown name of a rule in a grammar (also a LookupError)
├── NoMatch             the string does not match the rule (also a ValueError)
├── ParseLimit          a string takes too much work to match or parse with a recursive rule
├── ConversionError     a conversion would change the meaning, or has no result (also a ValueError)
├── RewriteError        a rewritten string does not match the rule any more (also a ValueError)
├── ExportError         a rule cannot be written in a dialect (also a ValueError)
├── UnknownCode         unknown code of a rule (also a LookupError)
├── UnknownDialect      unknown name of a dialect (also a LookupError)
└── MissingExtra        a package that an extra brings is not installed (also an ImportError)

Further ones are beside what raises them: `ColumnError` (integrations.columns), `ConfigError`, `Refused`, `Unwritable`,
`ChangedMeanwhile` and `UnsupportedPattern` (scan), `CannotStart` and `FileError` (trial), `Unreadable` (exports).
"""

from __future__ import annotations

TYPE_CHECKING = False  # typing costs more than a first verdict: see irigrammar.lazy
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from irigrammar.finding import Finding


def printable(text: str) -> str:
    """Return a text with characters that cannot be printed escaped as `\\u{HEX}`.

    >>> print(printable("a\\nb"))
    a\\u{A}b
    """
    if text.isascii() and text.isprintable():
        return text
    from irigrammar.unicode import is_printable

    return "".join(char if is_printable(char) else f"\\u{{{ord(char):X}}}" for char in text)


class IrigrammarError(Exception):
    """Every error of this package. `args` is its message, the data is in attributes; both survive pickle and copy.

    `steps` are those that were done before it, where `irigrammar.convert.traced` called what raised it.
    """

    steps: tuple[Any, ...] = ()

    @property
    def args(self) -> tuple[str]:  # type: ignore[override]  # read-only: the message may be made when it is read
        """The message, as `str()` gives it."""
        return (str(self),)

    @property
    def _arguments(self) -> tuple[object, ...]:
        arguments: tuple[object, ...] = BaseException.args.__get__(self)  # type: ignore[attr-defined]  # a descriptor
        return arguments

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"

    def __reduce__(self) -> tuple[Callable[..., IrigrammarError], tuple[object, ...]]:
        return _again, (type(self), self._arguments, dict(self.__dict__))


class GrammarError(IrigrammarError):
    """A grammar that cannot be read or compiled.

    `reason` says what is wrong, `source` names the file, `line` and `column` count from 1 (None where none applies),
    `expected` lists what is allowed there in words, and `cycle` names the rules of a recursion, the first one repeated
    at the end. `limit` says that a limit of size was reached.
    """

    def __init__(
        self,
        reason: str,
        *,
        source: str | None = None,
        line: int | None = None,
        column: int | None = None,
        expected: tuple[str, ...] = (),
        cycle: tuple[str, ...] = (),
        limit: bool = False,
    ) -> None:
        self.reason = reason
        self.source = source
        self.line = line
        self.column = column
        self.expected = expected
        self.cycle = cycle
        self.limit = limit
        place = ":".join(str(part) for part in (source, line, column) if part is not None)
        text = f"{place}: {reason}" if place else reason
        if expected:
            text += f"; expected {_one_of(expected)}"
        super().__init__(text)


class RegexError(GrammarError):
    """A pattern that is no regular expression of its dialect, or that no automaton decides.

    `reason` says what is wrong, `pattern` and `dialect` are what was given, `offset` is the place in the pattern, in
    code points from 0, None where it is not known; `expected` lists what is allowed there, and `dialects` the others in
    which the pattern would be right.
    """

    def __init__(
        self,
        reason: str,
        pattern: str,
        offset: int | None = None,
        *,
        dialect: str,
        expected: tuple[str, ...] = (),
        dialects: tuple[str, ...] = (),
        limit: bool = False,
    ) -> None:
        super().__init__(reason, expected=expected, limit=limit)
        self.pattern = pattern
        self.offset = offset
        self.dialect = dialect
        self.dialects = dialects

    def __str__(self) -> str:
        """Return the reason, with the place and the characters there."""
        place = "" if self.offset is None else f" at offset {self.offset:,}"
        near = "" if self.offset is None else repr(self.pattern[self.offset : self.offset + 12])
        right = f"; it would be right in {', '.join(self.dialects)}" if self.dialects else ""
        expected = f"; expected {' or '.join(self.expected)}" if self.expected else ""
        return f"no pattern of {self.dialect}{place}{f' ({near})' if near else ''}: {self.reason}{expected}{right}"


class UnknownGrammar(IrigrammarError, LookupError):
    """No grammar of that name; `near` lists the names that resemble it."""

    def __init__(self, name: str, known: Iterable[str]) -> None:
        self.name = name
        self.near = _near(name, known)
        super().__init__(f"unknown grammar {name!r}{_did_you_mean(self.near)}")


class UnknownRule(IrigrammarError, LookupError):
    """The grammar has no such production; `near` lists the names that resemble it."""

    def __init__(self, rule: str, grammar: str, known: Iterable[str]) -> None:
        self.rule = rule
        self.grammar = grammar
        self.near = _near(rule, known)
        super().__init__(f"{grammar} has no rule {rule!r}{_did_you_mean(self.near)}")


class ParseLimit(IrigrammarError):
    """A string takes too much work to match or parse with a recursive rule that reads it in many ways.

    Ambiguous rules do, and others that have to try many ways, as that of palindromes. `offset` is how far the string
    was read, in code points from 0. The limit grows with the string.
    """

    def __init__(self, offset: int) -> None:
        self.offset = offset
        super().__init__(f"the string takes too much work with this rule: the limit was reached at offset {offset:,}")


class ConversionError(IrigrammarError, ValueError):
    """A conversion that would change the meaning of the identifier, or that has no result.

    `reason` says why, with the strings unchanged; `str()` masks passwords in it and escapes what cannot be
    printed. `findings` are what the rules of the scheme find, where they were asked (`iri_to_uri(scheme_rules=True)`).
    """

    def __init__(self, reason: str, *, findings: tuple[Finding, ...] = ()) -> None:
        self.reason = reason
        self.findings = findings
        super().__init__(reason)

    def __str__(self) -> str:
        from irigrammar.masking import redact

        return printable(redact(self.reason).text)


class RewriteError(IrigrammarError, ValueError):
    """A string that does not match any more, after its nodes were rewritten.

    `rule` and `span` are those of the node whose new text is at fault: its rule, and start and exclusive end in the
    string that was rewritten, in code points. `result` is the string that does not match.
    """

    def __init__(self, rule: str, span: tuple[int, int], result: str, why: str = "") -> None:
        super().__init__(rule, span, result, why)
        self.rule = rule
        self.span = span
        self.result = result
        self.why = why

    def __str__(self) -> str:
        start, end = self.span
        return printable(f"the new text of {self.rule} at {start}:{end} does not fit: {self.why}")


class ExportError(IrigrammarError, ValueError):
    """A dialect, or its engine, cannot express a production; or a pattern cannot be compared with one.

    `reason` says why, `dialect` is the dialect's name, `grammar` and `rule` name the production.
    """

    def __init__(
        self, reason: str, *, dialect: str, grammar: str, rule: str, failed: str = "cannot be written for"
    ) -> None:
        self.reason = reason
        self.dialect = dialect
        self.grammar = grammar
        self.rule = rule
        super().__init__(f"{rule} of {grammar} {failed} {dialect}: {reason}")


class UnknownDialect(IrigrammarError, LookupError):
    """Nothing is exported to a dialect of that name; `near` lists the names that resemble it, `known` all."""

    def __init__(self, dialect: str, known: Iterable[str]) -> None:
        self.dialect = dialect
        self.known = tuple(known)
        self.near = _near(dialect, self.known)
        super().__init__(f"unknown dialect {dialect!r}{_did_you_mean(self.near or self.known)}")


class UnknownCode(IrigrammarError, LookupError):
    """Unknown code of a rule; `near` lists the codes and names that resemble it."""

    def __init__(self, code: str, known: Iterable[str]) -> None:
        self.code = code
        self.near = _near(code, known)
        super().__init__(f"unknown code {code!r}{_did_you_mean(self.near)}")


class MissingExtra(IrigrammarError, ImportError):
    """A package is not installed that an extra of this one brings; `extra` and `package` are their names."""

    def __init__(self, what: str, extra: str, package: str) -> None:
        self.extra = extra
        self.package = package
        super().__init__(f"{what} needs {package}: install it with pip install 'irigrammar[{extra}]'")


def check_text(text: object, types: tuple[type, ...] = (str,)) -> None:
    """Raise `TypeError` for anything but a text: a str, or, where `types` has them, bytes in UTF-8."""
    if not isinstance(text, types):
        kinds = "str or bytes" if bytes in types else "str"
        raise TypeError(f"a text is {kinds}, not {type(text).__name__}")


def _again(kind: type[IrigrammarError], args: tuple[object, ...], data: dict[str, object]) -> IrigrammarError:
    error = kind.__new__(kind, *args)
    error.__dict__.update(data)
    return error


def _near(name: str, known: Iterable[str]) -> tuple[str, ...]:
    """Return up to three known names that are similar to one, in any case, those that begin with it first."""
    import difflib

    spellings = {candidate.lower(): candidate for candidate in known}
    near = difflib.get_close_matches(name.lower(), spellings, n=3, cutoff=0.5)
    return tuple(spellings[other] for other in sorted(near, key=lambda other: not other.startswith(name.lower())))


def _did_you_mean(near: tuple[str, ...]) -> str:
    return f"; did you mean {_one_of(near)}?" if near else ""


def _one_of(words: tuple[str, ...]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"
