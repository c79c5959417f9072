"""The Matcher: match, check, split and parse one rule."""

from __future__ import annotations

from irigrammar.dataclass import dataclass
from irigrammar.lazy import cache, cached_property

TYPE_CHECKING = False  # typing costs more than a first verdict: see irigrammar.lazy
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from typing import Any, TypeVar, overload

    from irigrammar.automata.dfa import Dfa
    from irigrammar.engines.node import Node
    from irigrammar.engines.production import Parser, Production
    from irigrammar.engines.recognizer import Recognizer
    from irigrammar.faults.explain import Explainer
    from irigrammar.faults.fault import Fault, NoMatch
    from irigrammar.finding import Applicability
    from irigrammar.matching.bulk import ArrowArray, ArrowStream, NumpyArray
    from irigrammar.matching.components import Splitter
    from irigrammar.matching.grammar import Grammar
    from irigrammar.matching.parts import Components
    from irigrammar.matching.searching import Match, Span

    T = TypeVar("T")


class Verdict:
    """The answer of `check`: true when valid, else with the fault, which is looked for when it is read.

    Verdicts are values: equal when both are valid, or their faults are equal.
    """

    __slots__ = ("_fault", "_matcher", "_text", "_valid")

    def __init__(self, fault: Fault | None = None, matcher: Matcher | None = None, text: str | bytes = "") -> None:
        """Give either the fault, or the matcher and the text that it does not match."""
        self._fault = fault
        self._matcher = matcher
        self._text = text
        self._valid = fault is None and matcher is None

    @property
    def valid(self) -> bool:
        """Whether the text matches."""
        return self._valid

    @property
    def fault(self) -> Fault | None:
        """The fault, computed when it is first read; None where the text matches."""
        if self._fault is None and self._matcher is not None:
            self._fault = self._matcher._locate(self._text)
        return self._fault

    def __bool__(self) -> bool:
        return self._valid

    def __eq__(self, other: object) -> bool:
        return self.fault == other.fault if isinstance(other, Verdict) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.fault)

    def __repr__(self) -> str:
        return f"Verdict({self.fault!r})"

    def __str__(self) -> str:
        """Return "valid", or the diagnostic of the fault as plain text."""
        return "valid" if self._valid else str(self.fault)

    def _repr_html_(self) -> str:
        return "<pre>valid</pre>" if self.fault is None else self.fault._repr_html_()

    def __reduce__(self) -> tuple[type[Verdict], tuple[Fault | None]]:
        return Verdict, (self.fault,)


_VALID = Verdict()


def _recognizer(make: Callable[..., Grammar], arguments: tuple[Any, ...], rule: str) -> Recognizer:
    """Return the recognizer of a rule of the grammar that `make` makes of some arguments, as when it is unpickled."""
    return make(*arguments)[rule]._production.recognizer


@dataclass(frozen=True)
class Matcher:
    """One production of one grammar.

    A text is a `str`, a sequence of code points, or `bytes`, which are read as strict UTF-8. It matches as a whole or
    not at all: a trailing line feed counts, the length is unlimited, and lone surrogates match nothing. Matchers
    are immutable, hashable, picklable, and safe across threads; what is compiled is made when it is first used.

    >>> import irigrammar
    >>> matcher = irigrammar.grammar("rfc3987")["IRI"]
    >>> matcher.matches("http://résumé.example.org/"), matcher.matches("//résumé.example.org/")
    (True, False)
    """

    grammar: Grammar
    rule: str

    @cached_property
    def _production(self) -> Production:
        return self.grammar._production(self.rule)

    @property
    def automaton(self) -> Dfa:
        """The minimal automaton over classes of code points; equal automata mean equal languages."""
        return self._production.dfa

    @cached_property
    def matches(self) -> Callable[[str | bytes], bool]:
        """Return whether a text matches: a function of one text (`str`, or `bytes` in UTF-8) that returns a `bool`.

        It never raises for a text of any content, unless a recursive rule is so ambiguous that the work for a long text
        reaches the limit (`ParseLimit`, docs/reference/limits.md); a value that is neither `str` nor `bytes` is a
        `TypeError`. With the kernel it is the C function itself. It can be pickled, as for
        `ProcessPoolExecutor.map`.
        """
        recognizer = self._production.recognizer
        recognizer.origin = (_recognizer, (*self.grammar.__reduce__(), self.rule))
        return recognizer.matches

    if TYPE_CHECKING:

        @overload
        def matches_many(self, texts: NumpyArray | ArrowArray | ArrowStream, /) -> Any: ...
        @overload
        def matches_many(self, texts: Iterable[str | bytes], /) -> list[bool]: ...

    def matches_many(self, texts: Any, /) -> Any:
        """Return for each text whether it matches, in order, in the kind of container that the texts came in.

        A list, tuple or other iterable gives a list of `bool`; a NumPy array (of dtype object, `StringDType`, `U`, or
        `S` in UTF-8) an array of bool in the same shape; a pandas `Series` one of dtype boolean, with index and name,
        and NA for what is missing; a pyarrow `Array` or `ChunkedArray`, and a polars `Series`, of strings, of binary
        data in UTF-8, or of a dictionary of those, the same of bool, with nulls, chunks and name kept; any other object
        with the Arrow PyCapsule interface, of one column, an object that has it too. With the kernel Arrow's memory and
        NumPy's fixed widths are read as they are, without the GIL; without it each value becomes a Python object, which
        is slower, and an object that is none of these libraries' needs pyarrow.

        Raises `TypeError` for values or a column that are not texts (None too, where nulls are not allowed), `OSError`
        for an Arrow stream that fails, `ValueError` for Arrow memory that is not as it must be.

        >>> import irigrammar
        >>> irigrammar.grammar("rfc3986")["port"].matches_many(["80", "", "8a"])
        [True, True, False]
        """
        recognizer = self._production.recognizer
        if type(texts) is list:
            return recognizer.matches_many(texts)
        from irigrammar.matching.bulk import matches_many

        return matches_many(recognizer, texts)

    def finditer(self, text: str | bytes, /) -> Iterator[Match]:
        """Yield the matches in a text, from left to right: each begins as early as it can and is as long as it can be.

        They do not overlap, and none is empty; offsets are code points of a `str`, bytes of `bytes`, from 0, ends
        exclusive. In bytes, what is not UTF-8 matches nothing. Time is linear in the text for all matches together.
        A match has nothing to do with words: "IPv4address" is found in "1234.0.0.1", at 1.

        Raises `GrammarError` for a rule that is not regular, or whose automaton would be too large, and `TypeError` for
        a value that is neither `str` nor bytes; both before the first match is asked for.

        >>> from irigrammar import Grammar
        >>> date = Grammar.from_text('date = 4DIGIT "-" 2DIGIT "-" 2DIGIT\\n')["date"]
        >>> [(match.start, match.end, match.text) for match in date.finditer("from 2026-11-25 to 2026-11-26")]
        [(5, 15, '2026-11-25'), (19, 29, '2026-11-26')]
        """
        from irigrammar.matching.searching import find_matches

        return find_matches(self._production.search, text)

    if TYPE_CHECKING:

        @overload
        def require(self, text: str, /) -> str: ...
        @overload
        def require(self, text: bytes, /) -> bytes: ...

    def require(self, text: str | bytes, /) -> str | bytes:
        """Return the text if it matches; raise `NoMatch`, a `ValueError` whose message is the sentence, if not.

        It is what a converter or a validator of another library calls. A subclass of `str` comes back as what it is.

        >>> import irigrammar
        >>> irigrammar.grammar("rfc3987")["IRI"].require("http://b c/")
        Traceback (most recent call last):
        irigrammar.faults.fault.NoMatch: not IRI (RFC 3987), offset 8: a space is not allowed in a host name
        """
        if self.matches(text):
            return text
        raise self._no_match(text)

    def check(self, text: str | bytes, /) -> Verdict:
        """Return the verdict; when it is negative its fault says where: the end of the longest viable prefix.

        Bytes that are not UTF-8 are a fault of their own, unless the text before them is at fault already.

        >>> import irigrammar
        >>> irigrammar.grammar("rfc3987")["IRI"].check("http://b c/").fault
        Fault(offset=8, byte_offset=8, found=' ')
        """
        if self.matches(text):
            return _VALID
        return Verdict(None, self, text if isinstance(text, str) else bytes(text))

    def _locate(self, text: str | bytes) -> Fault:
        """Return the fault of a text that does not match; of bytes that are not UTF-8, where they begin, unless the
        text before is at fault already.
        """
        fault_at, decoding_fault = _fault_functions()
        if isinstance(text, str):
            own = str.__str__(text)  # of a subclass: its methods may give other characters
            offset = self._production.recognizer.fault_offset(own)
            return fault_at(own, len(own) if offset is None else offset, self)
        try:
            return self._locate(text.decode())
        except UnicodeDecodeError as error:
            before = text[: error.start].decode()
            offset = self._production.recognizer.fault_offset(before)
            if offset is not None and offset < len(before):
                return fault_at(before, offset, self, is_cut=True)
            return decoding_fault(text, error, self)

    def _brief(self, text: str) -> tuple[str, str, int, int]:
        """Return the code, the message and the place of the fault of a text that does not match (see `Fault.brief`)."""
        offset = self._production.recognizer.fault_offset(text)
        known = self._explainer.brief(text, len(text) if offset is None else offset)
        return known or self._locate(text).brief

    @cached_property
    def split(self) -> Callable[[str | bytes], Components]:
        """Return the components of a reference: a function of one text; `NoMatch` where the text does not match.

        Works for productions that have exactly one path (`GrammarError` for others). Where several parses exist the
        first match wins (RFC 3986, 4.1), or the catalog's `prefer` decides; `parse` agrees.

        >>> import irigrammar
        >>> components = irigrammar.grammar("rfc3987")["IRI-reference"].split("http://u@[::1]:80/p?#f")
        >>> components.host, components.host_kind, components.query
        ('[::1]', 'IPv6address', '')
        """
        native = self._splitter.spans.native
        return self._split if native is None else native.or_else(self._split)

    def _split(self, text: str | bytes) -> Components:
        """Return the components of a text, found in Python. Raises `NoMatch` for a text that does not match."""
        components = self._splitter.split(text if type(text) is str else self._text(text))
        if components is None:
            raise self._no_match(text)
        return components

    def fields(self, text: str | bytes, /, components: Mapping[str, str]) -> dict[str, str | None]:
        """Return the parts of a text that rules of your choice match: None for a rule that is not in it.

        `components` maps names to rules of the grammar; the result has the names in that order. Raises `NoMatch` with
        the fault where the text does not match, `UnknownRule`, and `GrammarError` for a component that is no part of
        the rule, for two that are the same rule, and where some string of the rule has a component more than once, or
        can be split in two ways; of a recursive rule only the text itself counts, and of its parses the first 16.

        >>> from irigrammar import Grammar
        >>> version = Grammar.from_text('version = major "." minor\\nmajor = 1*DIGIT\\nminor = 1*DIGIT\\n')["version"]
        >>> version.fields("3.14", {"major": "major", "minor": "minor"})
        {'major': '3', 'minor': '14'}
        """
        decoded = self._text(text)
        values = self._fields(tuple(components.items()))(decoded)
        if values is None:
            raise self._no_match(text)
        return values

    @cached_property
    def _fields(self) -> Callable[[tuple[tuple[str, str], ...]], Callable[[str], dict[str, str | None] | None]]:
        from functools import cache

        from irigrammar.matching.fields import fields_of

        return cache(lambda components: fields_of(self._production, dict(components)))

    def parse(self, text: str | bytes, /) -> Node:
        """Return the parse tree; raise `NoMatch` with the fault where the text does not match.

        >>> import irigrammar
        >>> tree = irigrammar.grammar("rfc3986")["IPv4address"].parse("127.0.0.1")
        >>> [(node.rule, node.value) for node in tree.children][:3]
        [('dec-octet', '127'), ('', '.'), ('dec-octet', '0')]
        """
        from irigrammar.engines.node import root

        decoded = self._text(text)
        picks = self._tree.picks(decoded)
        if picks is None:
            raise self._no_match(text)
        return root(decoded, picks, self._tree.program.marks)

    def spans(self, text: str | bytes, rules: Iterable[str], /) -> list[Span]:
        """Return where parts of a text match some rules, each before those in it, from left to right; no node is made.

        They are those of the nodes of `parse`. Rules are those of the matcher's grammar, in any case. Raises `NoMatch`
        where the text does not match, and `UnknownRule`.

        >>> import irigrammar
        >>> irigrammar.grammar("rfc3986")["authority"].spans("a:b@192.0.2.1", ["host", "IPv4address", "port"])
        [Span(rule='host', start=4, end=13, depth=0), Span(rule='IPv4address', start=4, end=13, depth=1)]
        """
        from irigrammar.engines.tree import marked_spans
        from irigrammar.matching.searching import Span

        names = {self.grammar.rules[name].name for name in rules}
        picks = self._tree.picks(self._text(text))
        if picks is None:
            raise self._no_match(text)
        rows = marked_spans(picks, self._tree.program.marks, names)
        return [Span(rule, start, end, depth - 1) for depth, rule, start, end in rows]

    def rewrite(self, text: str | bytes, table: Mapping[str, Callable[[Node], str]], /) -> str:
        """Return a text with the nodes of some rules replaced by the results of functions.

        `table` has a function for each rule: it is given the `Node` and returns its new text. The outermost nodes of
        these rules are replaced, from left to right; what is replaced is not entered, and everything else is kept. A
        text is parsed as `parse` does. Rules are those of the matcher's grammar, in any case.

        Raises `NoMatch` where the text does not match, `UnknownRule`, `TypeError` for a result of a function that is no
        string, and `RewriteError`, which names the node, where the whole does not match this rule.

        >>> from irigrammar import Grammar
        >>> abnf = 'log = date SP text\\ndate = 4DIGIT "-" 2DIGIT "-" 2DIGIT\\ntext = *VCHAR\\n'
        >>> Grammar.from_text(abnf)["log"].rewrite("2026-11-25 up", {"date": lambda node: "2026-11-26"})
        '2026-11-26 up'
        """
        from irigrammar.matching.rewriting import rewrite

        return rewrite(self.parse(text), table, self.grammar.rules, lambda result: self.check(result).fault)

    def evaluate(self, text: str | bytes, table: Mapping[str, Callable[[Node, list[T]], T]], /) -> T:
        """Return the value of a text: functions of rules make values of nodes, from the bottom up.

        `table` has a function for each rule: it is given the `Node` and the list of the values below it, from left to
        right, and returns the value of the node. Nodes of other rules pass on the values below them; what the leaves
        say is in the text of nodes. A text is parsed as `parse` does. Rules are those of the matcher's grammar, in any
        case. Time is linear in the tree, and its depth has no limit.

        Raises `NoMatch` where the text does not match, `UnknownRule`, and `ValueError` where the rule itself has no
        function and there is not exactly one value below it. What a function raises has the node as its attribute
        `node`, and a note with the rule and the place (`__notes__`).

        >>> from irigrammar import Grammar
        >>> sums = Grammar.from_text('sum = number *( "+" number )\\nnumber = 1*DIGIT / "(" sum ")"\\n')["sum"]
        >>> number = lambda node, values: values[0] if values else int(node.text)
        >>> sums.evaluate("1+(20+3)", {"sum": lambda node, values: sum(values), "number": number})
        24
        """
        from irigrammar.matching.evaluating import evaluate

        return evaluate(self.parse(text), table, self.grammar.rules)

    def parses(self, text: str | bytes, /, limit: int = 2) -> list[Node]:
        """Return the first parse trees of a text, in the order in which `parse` would try them; [] without a match.

        Two trees show that the text is ambiguous; a single one shows that it is not. `limit` bounds their number
        (2 by default). Where a rule can derive itself and nothing else (`a = a / "x"`), the trees are infinitely many:
        only those are counted in which each such step leads nearer to the text. A grammar's `prefer` has no part in it.
        Raises `ParseLimit` where a recursive rule takes too much work.

        >>> from irigrammar import Grammar
        >>> sums = Grammar.from_text('sum = sum "+" sum / DIGIT\\n')["sum"]
        >>> [[node.value for node in tree.children] for tree in sums.parses("1+2+3")]
        [['1+2', '+', '3'], ['1', '+', '2+3']]
        """
        from itertools import islice

        from irigrammar.engines.node import root

        derivations = self._production.derivations
        decoded = self._text(text)
        marks = derivations.program.marks
        return [root(decoded, picks, marks) for picks in islice(derivations.parses(decoded), limit)]

    def kind(self, text: str | bytes, /) -> str | None:
        """Return the most specific production, of those by which the catalog distinguishes strings of this one.

        None where the text does not match; the production itself where the catalog has none that matches.

        >>> import irigrammar
        >>> irigrammar.grammar("rfc3987")["IRI-reference"].kind("//h/a")
        'irelative-ref'
        """
        if not self.matches(text):
            return None
        for rule in self.grammar.entry.kinds.get(self.rule, ()):
            if self.grammar[rule].matches(text):
                return rule
        return self.rule

    @cached_property
    def _explainer(self) -> Explainer:
        """The explainer of this matcher's faults, which grades fixes for rules of references."""
        from irigrammar.faults.explain import Explainer

        entry = self.grammar.entry
        if not self.grammar._references(self.rule):
            return Explainer(self._production, entry, self.grammar._comment)
        return Explainer(self._production, entry, self.grammar._comment, _grade, _with_ascii_host)

    @cached_property
    def _splitter(self) -> Splitter:
        """The splitter of texts; `GrammarError` for a production that is not a reference."""
        from irigrammar.matching.components import shipped_splitter, splitter_of

        if self.rule in self.grammar._compiled:
            splitter = shipped_splitter(self.grammar.name, self.rule)
        else:
            from irigrammar.errors import GrammarError

            try:
                splitter = splitter_of(self._production, self.grammar.entry)
            except GrammarError as error:
                references = self.grammar._inherited_references()
                if self.rule != self.grammar.entry.start[0] or references[:1] in ((), (self.rule,)):
                    raise
                raise GrammarError(f"{error.reason}; for those of references, give start={references!r}") from None
        splitter.type._reader = staticmethod(lambda: self)
        return splitter

    @cached_property
    def _tree(self) -> Parser:
        prefer = self.grammar.entry.prefer
        return self._production.tree_with(self.grammar.rules[prefer].name) if prefer else self._production.tree

    def _text(self, text: str | bytes) -> str:
        """Return a text as an exact str; bytes are decoded from UTF-8. Raises `NoMatch` for bytes that are not UTF-8.
        Raises `TypeError` for a value that is neither.
        """
        if isinstance(text, str):
            return str.__str__(text)
        from irigrammar.engines.recognizer import decoded_text

        decoded = decoded_text(text)
        if decoded is None:
            raise self._no_match(text)
        return decoded

    def _no_match(self, text: str | bytes) -> NoMatch:
        """Return the `NoMatch` error for a text that does not match, with its fault; its message is made when it is
        read.
        """
        from irigrammar.faults.fault import NoMatch
        from irigrammar.faults.render import Refusal

        fault = self._locate(text if isinstance(text, str) else bytes(text))
        message = Refusal(self.rule, self.grammar.entry.document, fault)
        return NoMatch(message, fault=fault, text=text, grammar=self.grammar.name, rule=self.rule)

    def __reduce__(self) -> tuple[Callable[[str], Matcher], tuple[str]]:
        return self.grammar.__getitem__, (self.rule,)

    def __repr__(self) -> str:
        return f"<Matcher {self.grammar.name} {self.rule}>"


@cache  # an import takes as long as the place of a fault
def _fault_functions() -> tuple[Callable[..., Fault], Callable[..., Fault]]:
    from irigrammar.faults.fault import decoding_fault, fault_at

    return fault_at, decoding_fault


def _grade(text: str, fix: str, applicability: Applicability) -> Applicability | None:
    from irigrammar.matching.authority import graded_fix  # it takes longer to import than a message to make

    return graded_fix(text, fix, applicability)


def _with_ascii_host(text: str) -> str | None:
    from irigrammar.matching.authority import with_ascii_host

    return with_ascii_host(text)
