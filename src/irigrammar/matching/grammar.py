"""Grammars by name, by file or by text, and their productions."""

from __future__ import annotations

from irigrammar.engines.compiled import compiled_rules
from irigrammar.engines.production import Production, shipped_production
from irigrammar.matching.matcher import Matcher
from irigrammar.matching.parts import Components
from irigrammar.shipped import loader as shipped

TYPE_CHECKING = False  # typing costs more than a first verdict: see irigrammar.lazy
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from os import PathLike
    from typing import Any, Self, overload

    from irigrammar.engines.compiled import Shipped
    from irigrammar.engines.node import Node
    from irigrammar.grammars.entry import Entry
    from irigrammar.grammars.expr import Rule
    from irigrammar.grammars.limits import GrammarLimits
    from irigrammar.grammars.rulelist import Rulelist
    from irigrammar.matching.matcher import Verdict
    from irigrammar.store import Store


class Grammar:
    """A grammar; `g[rule]` is the matcher of one of its productions, rule names being case-insensitive.

    `name`, `rules` and `entry` are to be read. Grammars are immutable, hashable and picklable; two are equal when they
    were made from the same. Iterating gives the names of the grammar's own rules.
    """

    __slots__ = ("_compiled", "_entry", "_matchers", "_parent", "_productions", "_recipe", "_rules", "_store", "name")

    def __init__(
        self,
        name: str,
        recipe: tuple[Any, ...],
        own: tuple[Entry, Rulelist, Grammar] | None = None,
        store: Store | None = None,
    ) -> None:
        """Take its entry, its rules and its parent; None for a grammar of the catalog, which loads them on demand. In a
        store the automata of its rules are kept.
        """
        self.name = name
        self._store = store
        self._recipe = recipe
        self._entry: Entry | None
        self._rules: Rulelist | None
        self._parent: Grammar | None
        self._entry, self._rules, self._parent = own or (None, None, None)
        self._compiled: dict[str, Shipped] = {} if own else compiled_rules(name)
        self._matchers: dict[str, Matcher] = {}
        self._productions: dict[str, Production] = {}

    @property
    def _is_shipped(self) -> bool:
        """Whether this is the catalog's grammar of its name."""
        return _grammars.get(self.name) is self

    @classmethod
    def from_file(
        cls,
        path: str | PathLike[str],
        *,
        extends: str | Grammar = "rfc5234",
        imports: Iterable[str | Grammar] = (),
        start: tuple[str, ...] = (),
        components: Mapping[str, str] | None = None,
        replace: Mapping[str, str] | None = None,
        prefer: str | None = None,
        define: Mapping[str, str] | None = None,
        kind: str | None = None,
        limits: GrammarLimits | None = None,
        cache: str | PathLike[str] | None = None,
    ) -> Grammar:
        """Return the grammar of an ABNF file in UTF-8 (RFC 5234, RFC 7405); see `from_text`. Of a document (an RFC or
        Internet-Draft as text, XML, Markdown, reStructuredText or HTML) it is the ABNF in it, at the document's lines;
        `kind` ("abnf", "text", "xml", "markdown", "rst", "html") is the kind of file, by default told by its name or
        content.

        Raises `OSError` where the file cannot be read, or is not a regular file, `GrammarError` where it is not UTF-8
        or too large, and `ValueError` for an unknown kind; no more of it is read than the limit. Raises what
        `from_text` does, too, `GrammarError` for a document without rules, and `MissingExtra` for Markdown without
        pyromark.
        """
        from irigrammar.files import open_regular
        from irigrammar.grammars.limits import KINDS, LIMITS
        from irigrammar.grammars.reader import decode, document_kind
        from irigrammar.text.choices import check_choice

        limits = limits or LIMITS
        if kind is not None:
            check_choice("kind", kind, KINDS)
        with open_regular(path) as file:
            data = file.read(limits.document + 1)
        text = decode(data, str(path)) if len(data) <= limits.document else ""
        document = None
        kind = kind or document_kind(text, str(path)) or "abnf"
        if kind != "abnf":
            from irigrammar.matching.reading import abnf_in, in_document, store_of

            text, document = abnf_in(text, str(path), store_of(cache), kind)
            if not text.strip():
                from irigrammar.errors import GrammarError

                raise GrammarError("no rule of ABNF", source=str(path))
        elif len(data) > limits.size:
            from irigrammar.errors import GrammarError

            raise GrammarError(
                f"the file has more than {limits.size:,} bytes, which are the limit "
                "(GrammarLimits.size, --max-grammar-size)",
                source=str(path),
            )
        grammar = cls.from_text(
            text,
            name=str(path),
            extends=extends,
            imports=imports,
            start=start,
            components=components,
            replace=replace,
            prefer=prefer,
            define=define,
            limits=limits,
            cache=cache,
        )
        if document:
            grammar._rules = in_document(grammar.rules, document)
        return grammar

    @classmethod
    def from_text(
        cls,
        text: str,
        *,
        name: str = "<text>",
        extends: str | Grammar = "rfc5234",
        imports: Iterable[str | Grammar] = (),
        start: tuple[str, ...] = (),
        components: Mapping[str, str] | None = None,
        replace: Mapping[str, str] | None = None,
        prefer: str | None = None,
        define: Mapping[str, str] | None = None,
        limits: GrammarLimits | None = None,
        cache: str | PathLike[str] | None = None,
    ) -> Grammar:
        """Return the grammar of an ABNF text.

        `extends` is the grammar whose rules it inherits (a catalog name or a grammar; the core rules of RFC 5234 by
        default; prose that names one of them is read as that rule). What neither has is taken from `imports`, grammars
        of which each rule keeps its meaning; a name that two of them define otherwise is a `GrammarError`, unless prose
        says whose it is: `<host, see rfc3986>`. `start` are its start rules, the first one the default (by default its
        first rule), `components` maps productions to component fields beside those inherited, `replace` redirects
        references from one rule to another, `define` has ABNF for names that the text leaves undefined, or to prose,
        and for prose by its words (`{"any OCTET": "%x00-FF"}`), `limits` says how large the text may be (by default
        `GrammarLimits()`: 1,000,000 characters, with 100 groups inside of each other). `cache` is a folder in which
        what is read and compiled is kept for other runs, as data that nobody else may write; by default nothing is
        kept.

        A text that defines a rule anew that the extended grammar has, adds to one with "=/" (RFC 5234, 3.3) or replaces
        one is a variant of that grammar: without `start` it has the same start rules. Core rules that it has beside
        rules of its own, as many texts do, make no variant. Raises `GrammarError` for a text that is not ABNF, with
        line, column and what was expected, for one beyond a limit, for an unknown field in `components`, and for a name
        in `define` that the text defines otherwise than by prose; `UnknownGrammar` for an unknown name in `extends` and
        `imports`, and `UnknownRule` for one in `start`, `components`, `replace` and `prefer`.

        >>> greeting = Grammar.from_text('greeting = "hello" 1*( SP 1*ALPHA )\\n')
        >>> greeting["greeting"].matches("Hello big world")
        True
        >>> wider = Grammar.from_text('ipchar =/ "|"\\n', extends="rfc3987")
        >>> wider.start.rule, wider.start.matches("http://example.org/a|b")
        ('IRI-reference', True)
        """
        from irigrammar.grammars.limits import LIMITS
        from irigrammar.matching.reading import rules_of, store_of

        options = {
            "name": name,
            "extends": grammar_of(extends),
            "imports": tuple(grammar_of(source) for source in imports),
            "start": tuple(start),
            "components": tuple((components or {}).items()),
            "replace": tuple((replace or {}).items()),
            "prefer": prefer,
            "define": tuple((define or {}).items()),
            "limits": limits or LIMITS,
        }
        store = store_of(cache)
        return cls._of(rules_of(text, name, limits or LIMITS, store), text, options, store)

    @classmethod
    def _of(cls, own: dict[str, Rule], text: str, options: Mapping[str, Any], store: Store) -> Self:
        """Return the grammar of the rules of a text, with all options of `from_text` as its recipe has them, and its
        errors.
        """
        from irigrammar.grammars.rulelist import Rulelist, bound
        from irigrammar.matching.reading import cited_grammars

        name, start, prefer = (options[key] for key in ("name", "start", "prefer"))
        components, replace, define = (dict(options[key]) for key in ("components", "replace", "define"))
        base_grammar = parent = options["extends"]
        first = next(iter(own))
        own.update(_definitions(define, own, options["limits"]))
        citing = (
            ()
            if name.startswith("abnf:")
            else tuple(open_grammar(cites, cache=store.folder) for cites in cited_grammars(text))
        )
        if options["imports"] or citing:
            own, parent = _with_imports(text, name, own, options["imports"], citing, base_grammar, store)
        rulelist = Rulelist(name, bound(own, parent.rules), parent.rules)
        entry_start = base_grammar.entry.start if _is_variant(own, base_grammar, replace) else (first,)
        _refuse_unknown(rulelist, (*start, *([prefer] if prefer else [])), components, replace)
        lower = {old.lower(): new.lower() for old, new in replace.items()}
        rules = Rulelist(name, rulelist.own, parent.rules, lower)
        entry = _own_entry(
            parent,
            name,
            replace=lower,
            start=tuple(rules[rule].name for rule in start or entry_start),
            components=_with_host_kinds(rules, {**parent.entry.components, **components}),
            prefer=rules[prefer].name if prefer else parent.entry.prefer,
        )
        recipe = dict(options) | {key: tuple(sorted(options[key])) for key in ("components", "replace", "define")}
        return cls(name, (text, tuple(recipe.items())), (entry, rules, parent), store)

    def __getitem__(self, rule: str) -> Matcher:
        """Return the matcher of a production; raise `UnknownRule` with near names where there is none."""
        try:
            return self._matchers[rule]
        except KeyError:
            name = rule if rule in self._compiled else self.rules[rule].name
            matcher = self._matchers.setdefault(name, Matcher(self, name))
            self._matchers[rule] = matcher
            return matcher

    def __contains__(self, rule: object) -> bool:
        return isinstance(rule, str) and self.rules.find(rule) is not None

    def __iter__(self) -> Iterator[str]:
        return (rule.name for rule in self.rules.own.values())

    def __len__(self) -> int:
        return len(self.rules.own)

    @property
    def entry(self) -> Entry:
        """The grammar's metadata, from the catalog or from the user."""
        if self._entry is None:
            self._entry = shipped.entry(self.name)
        return self._entry

    @property
    def rules(self) -> Rulelist:
        """The grammar's rules, with the inherited ones."""
        if self._rules is None:
            self._rules = shipped.load(self.name)
        return self._rules

    @property
    def parent(self) -> Grammar | None:
        """The grammar that this one extends, None for the core rules."""
        if self._parent is None and self.entry.extends is not None:
            self._parent = grammar(self.entry.extends)
        return self._parent

    @property
    def start(self) -> Matcher:
        """The matcher of the default start rule."""
        if self._entry:
            return self[self._entry.start[0]]
        from irigrammar._generated.catalog import STARTS

        return self[STARTS[self.name]]

    def _production(self, rule: str) -> Production:
        """Return the compiled production of a rule, shared with the grammar that it is inherited from unchanged. Raises
        `UnknownRule` for an unknown name; a rule that cannot be compiled is refused when it is used.
        """
        if rule in self._productions:
            return self._productions[rule]
        if rule in self._compiled:
            return self._productions.setdefault(rule, shipped_production(self.name, rule))
        name = self.rules[rule].name
        if name not in self._productions:
            home = self.rules.home(name)
            owner = self
            while owner.rules is not home:
                assert owner.parent is not None
                owner = owner.parent
            if owner is self:
                self._productions[name] = self._compile(name)
            else:
                self._productions[name] = owner._production(name)
        return self._productions[name]

    def _compile(self, name: str) -> Production:
        from irigrammar.engines.partial import partial

        store, content = (self._store, self._content()) if self._store else (None, None)
        return partial(self.rules, name) or Production.of(self.rules, name, store, content)

    def _content(self) -> tuple[object, ...]:
        """Return text and options of the grammar, without names of files, or the name of a catalog grammar: a `repr` of
        it is the same in every run.
        """
        if not self._is_own:
            return (self.name,)
        text, options = self._recipe
        return (text, *((key, _plain(value)) for key, value in options if key != "name"))

    @property
    def _catalog_ancestor(self) -> Grammar:
        """The catalog's grammar that it is, or the nearest one that it extends."""
        grammar = self
        while grammar._is_own and grammar.parent is not None:
            grammar = grammar.parent
        return grammar

    def _references(self, rule: str) -> tuple[str, ...]:
        """Return the start rules of references, this rule among them: those of this grammar, or of the nearest one
        that it extends; () where the rule is not one of references.
        """
        entry = self.entry
        if entry.components and rule in entry.start:
            return entry.start
        return self.parent._references(rule) if self.parent is not None else ()

    def _inherited_references(self) -> tuple[str, ...]:
        """Return the rules of references, and of those with a scheme, of the nearest grammar that it extends and that
        has some; () for none.
        """
        parent = self.parent
        while parent is not None and not (parent.entry.components and parent.entry.splits):
            parent = parent.parent
        return parent.entry.start[:2] if parent is not None else ()

    @property
    def _is_own(self) -> bool:
        """Whether it is a custom grammar, not one of the catalog."""
        return len(self._recipe) > 1

    def _abnf_of(self, rule: Rule) -> str | None:
        """Return the ABNF text that a rule of a user's own grammar is in; None for a rule of the catalog."""
        if not self._is_own:
            return None
        if self.rules.own.get(rule.name.lower()) is rule:
            return str(self._recipe[0])
        return self.parent._abnf_of(rule) if self.parent else None

    def _comment(self, rule: str) -> str:
        """Return the text of the comments beside a rule; "" for a grammar of the catalog."""
        if not self._is_own:
            return ""
        definition = self.rules.own.get(rule.lower())
        return definition.comment if definition else self.parent._comment(rule) if self.parent else ""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Grammar) and self._recipe == other._recipe

    def __hash__(self) -> int:
        return hash(self._recipe)

    def __reduce__(self) -> tuple[Callable[..., Grammar], tuple[Any, ...]]:
        return (grammar, self._recipe) if len(self._recipe) == 1 else (_from_recipe, self._recipe)

    def __repr__(self) -> str:
        return f"<Grammar {self.name}>"


def _plain(value: object) -> object:
    """Return an option of a grammar with each grammar replaced by its content."""
    if isinstance(value, Grammar):
        return value._content()
    return tuple(map(_plain, value)) if isinstance(value, tuple) else value


def _is_variant(own: Mapping[str, Rule], base_grammar: Grammar, replacements: Mapping[str, str]) -> bool:
    """Return whether the rules of a text change the grammar that it extends. Core rules that a text has beside its own,
    as many do, change nothing.
    """
    if base_grammar.entry.extends is None and not base_grammar._is_own:
        return False
    core = [*base_grammar.rules.line()][-1].own
    overrides = [rule for key, rule in own.items() if base_grammar.rules.find(key)]
    is_changed = any(rule.adds or rule.name.lower() not in core for rule in overrides)
    return bool(replacements) or is_changed or len(overrides) == len(own)


def _own_entry(parent: Grammar, name: str, **fields: object) -> Entry:
    """Return the entry of a grammar that is not the catalog's: that of the one that it extends, with other fields."""
    own = {"name": name, "title": name, "document": name, "section": "", "sections": {}, "errata": (), "files": (name,)}
    return parent.entry.but(**own, extends=parent.name, **fields)


def _with_host_kinds(rules: Rulelist, components: dict[str, str]) -> dict[str, str]:
    """Return the fields of rules, with those rules as kinds of hosts among which the rules of hosts choose."""
    from irigrammar.grammars.rulelist import choices

    hosts = [rule for rule, field in components.items() if field == "host" and rules.find(rule) is not None]
    known = {rule.lower() for rule, field in components.items() if field == "host_kind"}
    kinds = [kind for host in hosts for kind in choices(rules, host, known) if kind.lower() not in known]
    return components | dict.fromkeys(kinds, "host_kind")


def _definitions(define: Mapping[str, str], own: Mapping[str, Rule], limits: GrammarLimits) -> dict[str, Rule]:
    """Return the rules of definitions; raise `GrammarError` for a name that the text has, unless it has prose for it,
    or a definition that is not ABNF.
    """
    if not define:
        return {}
    from irigrammar.errors import GrammarError
    from irigrammar.grammars.expr import Prose
    from irigrammar.grammars.reader import define_rules

    for name in define:
        if name.lower() in own and not isinstance(own[name.lower()].expr, Prose):
            raise GrammarError(f"{name} is defined in the grammar (line {own[name.lower()].line})", source=name)
    return define_rules(define, limits)


def _with_imports(
    text: str,
    name: str,
    own: Mapping[str, Rule],
    imports: tuple[Grammar, ...],
    citing: tuple[Grammar, ...],
    base_grammar: Grammar,
    store: Store,
) -> tuple[dict[str, Rule], Grammar]:
    """Return the rules of a text, and the grammar of the rules that they import, which extends the one that the text
    extends, or that one if there are none. Raises `GrammarError` for a name that is in several imports, and for `=/` on
    an imported rule.
    """
    from irigrammar.errors import GrammarError
    from irigrammar.grammars.imports import import_rules
    from irigrammar.grammars.reader import SourceText
    from irigrammar.grammars.rulelist import Rulelist

    for rule in own.values():
        owner = next((other for other in (*imports, *citing) if rule.adds and rule.name in other), None)
        if owner is not None and base_grammar.rules.find(rule.name) is None:
            reason = f"{rule.name} is a rule of {owner.name}, which is imported: to add to it, extend that grammar"
            raise GrammarError(reason, source=name, line=rule.line)
    rulelists = [[grammar.rules for grammar in grammars] for grammars in (imports, citing)]
    result = import_rules(list(own.values()), rulelists[0], base_grammar.rules, rulelists[1])
    for clash in result.ambiguous:
        if clash.rule.source == name:
            raise SourceText(text, name).error(clash.message, clash.part.offset)
        raise GrammarError(f"in {clash.rule.name}, {clash.message}", source=clash.rule.source)
    rules = {rule.name.lower(): rule for rule in result.own}
    if not result.rules:
        return rules, base_grammar
    joint_name = ", ".join(grammar.name for grammar in (*imports, *citing))
    rulelist = Rulelist(joint_name, result.rules, base_grammar.rules)
    first = next(iter(result.rules.values())).name
    entry = _own_entry(base_grammar, joint_name, replace={}, start=(first,))
    recipe = (result.text, (("name", joint_name), ("extends", base_grammar), ("components", ()), ("replace", ())))
    return rules, Grammar(joint_name, recipe, (entry, rulelist, base_grammar), store)


def _refuse_unknown(
    rules: Rulelist, names: Iterable[str], components: Mapping[str, str], replace: Mapping[str, str]
) -> None:
    """Raise `UnknownRule` for a name that is not a rule, `GrammarError` for an unknown component."""
    for rule_name in (*names, *components, *replace, *replace.values()):
        rules[rule_name]
    from irigrammar.errors import GrammarError
    from irigrammar.grammars import COMPONENT_FIELDS
    from irigrammar.text.choices import unknown

    for field in components.values():
        if field not in COMPONENT_FIELDS:
            raise GrammarError(unknown("component", field, COMPONENT_FIELDS))


def _from_recipe(text: str, options: tuple[tuple[str, Any], ...]) -> Grammar:
    arguments = dict(options)
    arguments |= {name: dict(arguments[name]) for name in ("components", "replace", "define")}
    return Grammar.from_text(text, **arguments)


def catalog() -> tuple[str, ...]:
    """Return the names of the grammars that come with the package: those of references, then those of schemes.

    >>> catalog()[:9]
    ('rfc5234', 'rfc3986', 'rfc3987', 'iri-bis', 'leiri', 'leiri-bis', 'web-address', 'rfc6570', 'http')
    """
    return shipped.names()


_grammars: dict[str, Grammar] = {}  # the grammars of the catalog that were asked for


def grammar(name: str) -> Grammar:
    """Return a grammar of the catalog; raise `UnknownGrammar` with near names where there is none of that name.

    >>> grammar("rfc3987")["IRI"].matches("urn:x")
    True
    """
    known = _grammars.get(name)
    if known is not None:
        return known
    if name not in shipped.names():
        from irigrammar.errors import UnknownGrammar

        raise UnknownGrammar(name, shipped.names())
    return _grammars.setdefault(name, Grammar(name, (name,)))


def grammar_of(source: str | Grammar) -> Grammar:
    """Return a grammar unchanged, or the catalog's grammar of a name; raise `UnknownGrammar`."""
    return grammar(source) if isinstance(source, str) else source


def matches(text: str | bytes, /, rule: str | None = None, grammar: str | Grammar = "rfc3987") -> bool:
    """Return whether a text matches a rule of a grammar: its first start rule where `rule` is None (the default).

    Bytes are UTF-8 (draft-ietf-iri-3987bis-04, 6.2 and 8.1), here and everywhere in this module. What is only
    inadvisable matches (6.1): see `advise`.
    `grammar` is a name of the catalog or a `Grammar`. For many texts take the matcher once:
    `irigrammar.grammar(name)[rule]`. The grammars are those of RFC 3986, appendix A; RFC 3987, 2.2; the LEIRI Note, 3;
    draft-ietf-iri-3987bis-04, 2.1, 2.2, 7.1 and 7.2; and of schemes. Raises `UnknownGrammar` and `UnknownRule`.

    >>> matches("http://example.org/rosé"), matches("80", "port", "rfc3986")
    (True, True)
    """
    known = _functions.get((rule, grammar)) if type(grammar) is str else None
    return (known or _function(rule, grammar))(text)


# The functions `matches` of rules of the catalog's grammars that were asked for.
_functions: dict[tuple[str | None, str | Grammar], Callable[[str | bytes], bool]] = {}


def _function(rule: str | None, source: str | Grammar) -> Callable[[str | bytes], bool]:
    """Return the function that matches a rule, the start for None; it is remembered for grammars given by name."""
    function = _matcher(rule, source).matches
    if isinstance(source, str):  # others need not live as long as the program
        _functions[rule, source] = function
    return function


def rewrite(
    text: str | bytes,
    table: Mapping[str, Callable[[Node], str]],
    /,
    rule: str | None = None,
    grammar: str | Grammar = "rfc3987",
) -> str:
    """Return a text with the nodes of some rules replaced by the results of functions; see `Matcher.rewrite`.

    >>> rewrite("http://Example.ORG/A", {"ihost": lambda node: node.text.lower()})
    'http://example.org/A'
    """
    return _matcher(rule, grammar).rewrite(text, table)


if TYPE_CHECKING:

    @overload
    def require(text: str, /, rule: str | None = None, grammar: str | Grammar = "rfc3987") -> str: ...
    @overload
    def require(text: bytes, /, rule: str | None = None, grammar: str | Grammar = "rfc3987") -> bytes: ...


def require(text: str | bytes, /, rule: str | None = None, grammar: str | Grammar = "rfc3987") -> str | bytes:
    """Return a text that matches a rule of a grammar; raise `NoMatch`, a `ValueError`, if it does not.

    Parameters as in `matches`; see `Matcher.require`.

    >>> require("http://example.org/", "IRI")
    'http://example.org/'
    """
    return _matcher(rule, grammar).require(text)


def check(text: str | bytes, /, rule: str | None = None, grammar: str | Grammar = "rfc3987") -> Verdict:
    """Return the verdict on a text, with the fault where it does not match; parameters and errors as in `matches`.

    >>> check("http://b c/").fault
    Fault(offset=8, byte_offset=8, found=' ')
    """
    return _matcher(rule, grammar).check(text)


def parse(text: str | bytes, /, rule: str | None = None, grammar: str | Grammar = "rfc3987") -> Node:
    """Return the parse tree of a text; raise `NoMatch` where it does not match. Parameters as in `matches`.

    >>> [node.rule for node in parse("urn:a", "URI", "rfc3986").children]
    ['scheme', '', 'hier-part']
    """
    return _matcher(rule, grammar).parse(text)


def _matcher(rule: str | None, source: str | Grammar) -> Matcher:
    owner = grammar_of(source)
    return owner.start if rule is None else owner[rule]


def open_grammar(
    name: str,
    *,
    extends: str | None = None,
    imports: Iterable[str | Grammar] = (),
    define: Mapping[str, str] | None = None,
    start: tuple[str, ...] = (),
    kind: str | None = None,
    limits: GrammarLimits | None = None,
    cache: str | PathLike[str] | None = None,
) -> Grammar:
    """Return the grammar of a catalog name or, where the name holds a separator or a dot, of that file; of
    `abnf:rfc5322` and the like, the one that the abnf package brings; of `documents/turtle`, `notations/re2`,
    `world/clients` and the like, unless that is a file, the grammar of a type of documents, of a dialect of regular
    expressions, or of conditions of facts.

    `extends`, `imports`, `define` and `start` go with a file: the catalog name or file of the grammar whose rules it
    inherits, those from which it takes what it lacks, ABNF for what is undefined, and its start rules; `limits` say how
    large files may be; `cache` is the folder in which what is made of them is kept. Raises `UnknownGrammar` for a name
    that is neither, `GrammarError` for a file that cannot be read, what `Grammar.from_file` raises for its text, and
    `GrammarError` for `extends`, `imports`, `define` or `start` with a name that is not that of a file.
    """
    imports = tuple(imports)
    options = {"--extends": extends, "--import": imports, "--define": define, "--start": start}
    option = next((option for option, value in options.items() if value or value == ""), None)
    if option is None and name in shipped.names():
        return grammar(name)
    from irigrammar.errors import GrammarError
    from irigrammar.grammars.limits import is_file_name

    if not is_file_name(name):
        if option is not None:
            raise GrammarError(f"{option} goes with a file of ABNF, and {name} is not one")
        if name.startswith("abnf:"):
            from irigrammar.matching.reading import abnf_of_package, store_of

            return Grammar.from_text(abnf_of_package(name, store_of(cache)), name=name, cache=cache)
        return grammar(name)
    parent = open_grammar(extends, limits=limits, cache=cache) if extends else "rfc5234"
    others = [
        other if isinstance(other, Grammar) else open_grammar(other, limits=limits, cache=cache) for other in imports
    ]
    try:
        return Grammar.from_file(
            shipped.folder_file(name) or name,
            extends=parent,
            imports=others,
            start=start,
            define=define,
            kind=kind,
            limits=limits,
            cache=cache,
        )
    except OSError as error:
        raise GrammarError(f"cannot be read ({error.strerror})", source=name) from None


Components._reader = staticmethod(lambda: grammar("rfc3987").start)
