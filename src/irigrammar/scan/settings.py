"""The settings of a scan: global, by type and by path.

They are merged for each file.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import PurePosixPath

from irigrammar.advice.rule import Profile
from irigrammar.dataclass import dataclass, field, replace
from irigrammar.errors import GrammarError
from irigrammar.finding import Severity
from irigrammar.grammars.limits import is_file_name
from irigrammar.grammars.work import Work, count_work
from irigrammar.scan.choice import Choice, choose
from irigrammar.scan.formats.items import FileGrammars, Production, scheme_rule
from irigrammar.scan.formats.registry import DocumentType, Options, document_type, document_types, type_of
from irigrammar.scan.patterns import spec
from irigrammar.scan.policies import Exemption, Policy, matcher_of

# Steps to read and compile all files of ABNF of the configurations of a run: those of one automaton at its limit.
MOST_WORK = 5_000_000

_DEFAULT = "rfc3987"
# The settings that a configuration further down has for its folder.
_OF_A_FOLDER = (
    "root",
    "include",
    "exclude",
    "rules",
    "types",
    "suffixes",
    "paths",
    "policies",
    "exemptions",
    "file_grammars",
    "extends",
    "contexts",
    "max_size",
)


@dataclass(frozen=True, slots=True)
class Rules:
    """Settings for a run, a type, or paths; None, or nothing, where unset.

    `profile` "none" means no advice. `pointers`, `columns`, `schemes`, `keys` and
    `switches` are those of `Options`.
    """

    grammar: str | None = None
    rule: str | None = None
    profile: str | None = None
    select: tuple[str, ...] | None = None
    extend_select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    severities: Mapping[str, Severity] = field(default_factory=dict, hash=False)
    level: Severity | None = None
    encoding: str | None = None
    pointers: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    schemes: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    switches: Mapping[str, bool] = field(default_factory=dict, hash=False)
    comments: bool | None = None

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes, or beginnings of codes, that `select`, `extend_select`, `ignore` and `severities` name, in
        capitals.
        """
        names = (*(self.select or ()), *self.extend_select, *self.ignore, *self.severities)
        return tuple(name.upper() for name in names)

    def over(self, below: Rules) -> Rules:
        """Return these rules laid over others: values that are set here win; `extend_select` and the like come
        together, but with `select` an `extend_select` that is set here replaces the other. A grammar that is set
        without a rule takes away the rule below.

        >>> Rules(profile="none", ignore=("C",)).over(Rules(profile="accept", ignore=("P",), rule="IRI")).ignore
        ('P', 'C')
        """
        values = {name: getattr(self, name) for name in Rules.__match_args__}
        changes = {name: value for name, value in values.items() if value is not None and value not in ((), {})}
        if self.select is not None:
            changes["select"] = self.select
        else:
            changes["extend_select"] = (*below.extend_select, *self.extend_select)
        changes["ignore"] = (*below.ignore, *self.ignore)
        changes["severities"] = {**below.severities, **self.severities}
        changes["switches"] = {**below.switches, **self.switches}
        if self.grammar is not None and self.rule is None:
            changes["rule"] = None
        return replace(below, **changes)


@dataclass(frozen=True, slots=True)
class PathRules:
    """Rules for the paths that patterns in gitignore's syntax name; `type` makes them documents of that type."""

    match: tuple[str, ...]
    rules: Rules
    type: str | None = None


@dataclass(frozen=True, slots=True)
class FileRules:
    """The settings of one file: its type, codes to report, production to check against, options of its finder."""

    kind: DocumentType
    choice: Choice
    options: Options
    production: Production
    profile: Profile | None
    encoding: str | None
    unsafe_fixes: bool = False
    policies: tuple[Policy, ...] = ()
    exemptions: tuple[Exemption, ...] = ()


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings of a scan. `root` is the folder that patterns, baselines and paths in them are relative to.

    `include` (all files where it is empty) and `exclude` are patterns in gitignore's syntax; `suffixes` are further
    endings of file names for a type, `policies` those of namespaces, `exemptions` what is not reported,
    `file_grammars` and `extends` the options of grammars that are files, `contexts` files by the URLs of JSON-LD
    contexts. `max_size` is in bytes, and is for types that are read as a whole. The files `baseline` and `outputs`,
    the reports, are not scanned. `follow_links` reads what symbolic links lead out to, `show_secrets` reports
    passwords unmasked, and `unsafe_fixes` lets fixes be made that are likely but not certain. `changed_since` is a
    revision of git: only findings in lines that were added since then are reported. `stdin_filename` is what
    standard input is called, `dump` asks for identifiers and no findings, `show_fixes` for the changes that are
    written. `cache` is the folder of `irigrammar.scan.cache`, `salt` that of its keys. With `nested` a folder's own
    configuration holds for it. None of these can be configured in a file.
    """

    root: str = "."
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    respect_gitignore: bool = True
    force_exclude: bool = False
    max_size: int = 64_000_000
    rules: Rules = field(default_factory=Rules)
    types: Mapping[str, Rules] = field(default_factory=dict, hash=False)
    suffixes: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    paths: tuple[PathRules, ...] = ()
    policies: tuple[Policy, ...] = ()
    exemptions: tuple[Exemption, ...] = ()
    file_grammars: FileGrammars = FileGrammars()
    extends: str | None = None
    contexts: tuple[tuple[str, str], ...] = ()
    override: Rules = field(default_factory=Rules)
    forced_type: str | None = None
    fail_on: str = "error"
    baseline: str | None = None
    changed_since: str | None = None
    outputs: tuple[str, ...] = ()
    follow_links: bool = False
    show_secrets: bool = False
    unsafe_fixes: bool = False
    stdin_filename: str | None = None
    dump: bool = False
    show_fixes: bool = False
    cache: str | None = None
    salt: str = ""
    nested: bool = True

    def within(self, inner: Settings) -> Settings:
        """Return the settings for a folder with a configuration: `inner` for its rules, these for the settings of a
        whole run.
        """
        return replace(self, **{name: getattr(inner, name) for name in _OF_A_FOLDER})

    def type_of(self, relative: PurePosixPath) -> DocumentType | None:
        """Return the type of a file by its path from the root; None where nothing knows it. The forced type comes
        first, then the types of paths, endings in the configuration, and the name. Raises `ValueError` for an unknown
        type.
        """
        if self.forced_type is not None:
            return document_type(self.forced_type)
        kinds = [row.type for row in self.paths if row.type and spec(row.match).match_file(str(relative))]
        if kinds:
            return document_type(kinds[-1])
        name = relative.name.lower()
        for kind, suffixes in self.suffixes.items():
            if any(name.endswith(suffix.lower()) for suffix in suffixes):
                return document_type(kind)
        return type_of(relative)

    def file_rules(self, relative: PurePosixPath, kind: DocumentType) -> FileRules:
        """Return the rules of a file: those of the command line over its paths (later ones over earlier), its type, the
        run.

        Raises `ValueError` for unknown codes, severities and profiles, and `IrigrammarError` for a grammar or rule that
        cannot be had.
        """
        rules = self.rules
        if kind.name in self.types:
            rules = self.types[kind.name].over(rules)
        for row in self.paths:
            if spec(row.match).match_file(str(relative)):
                rules = row.rules.over(rules)
        rules = self.override.over(rules)
        profile = _profile(rules.profile, "publish")
        options = Options(
            rules.pointers,
            rules.columns,
            str(relative),
            schemes=rules.schemes,
            scheme_rule=scheme_rule(self.file_grammars.open(rules.grammar, self.extends)) if rules.grammar else None,
            keys=rules.keys,
            switches=frozenset(name for name, is_on in rules.switches.items() if is_on),
            comments=rules.comments is not False,
            contexts=self.contexts,
        )
        choice = choose(
            profile,
            select=rules.select,
            extend_select=rules.extend_select,
            ignore=rules.ignore,
            severities=rules.severities,
            level=rules.level or "warning",
        )
        production = self._production(rules, kind)
        rest = (rules.encoding, self.unsafe_fixes, self.policies, self.exemptions)
        return FileRules(kind, choice, options, production, profile, *rest)

    def check(self, work: Work | None = None) -> None:
        """Raise `ValueError` or `IrigrammarError` for a setting that cannot be used.

        That is unknown names of types, codes, grammars and rules, and invalid pointers; and files of ABNF that are read
        and compiled when the limit of `work` was reached, by default that of one configuration by itself.
        """
        work = work or Work(MOST_WORK)
        with count_work(work):
            self._check(work)

    def _check(self, work: Work) -> None:
        """Compile the settings' productions, pointers and charsets, within `work`, and look up their types and codes.

        Raises the error of the first that is wrong.
        """
        from irigrammar.scan.formats.pointers import patterns

        if self.contexts:
            from irigrammar.scan.formats.contexts import context_in

            for _, path in self.contexts:
                context_in(path)
        rule_sets = (self.rules, *self.types.values(), *(row.rules for row in self.paths), self.override)
        for rules in rule_sets:
            patterns(rules.pointers)
            if rules.encoding is not None:
                from irigrammar.processing.ucs import charset_codec

                charset_codec(rules.encoding)
        for policy in self.policies:
            _compile(policy.production, work)
        for name in (*self.types, *self.suffixes, *(row.type for row in self.paths if row.type)):
            document_type(name)
        if not any((self.types, self.paths, self.suffixes, self.policies, self.forced_type)) and {*rule_sets} == {
            Rules()
        }:
            return
        names = [self.forced_type] if self.forced_type else ["text", *self.types]
        if not self.forced_type and any(rules.grammar or rules.rule for rules in rule_sets):
            names = [kind.name for kind in document_types()]  # else the types' own productions are asked for
        for kind in map(document_type, names):
            _compile(self.file_rules(PurePosixPath("-"), kind).production, work)
            for row in self.paths:
                rules = row.rules.over(self.rules)
                _compile(self._production(self.override.over(rules), kind), work)
                choose(_profile(rules.profile, None), ignore=rules.ignore, extend_select=rules.extend_select)

    def _production(self, rules: Rules, kind: DocumentType) -> Production:
        """Return the production that rules choose for a document type: its own if they name neither
        grammar nor rule.

        A grammar without a rule gives its start rule; a rule without a grammar is one of the type's, or of `_DEFAULT`.
        """
        if rules.grammar is None and rules.rule is None:
            return kind.production
        from irigrammar.matching.grammar import grammar

        if rules.rule is not None:
            # Without a grammar the rule is the type's own, or else one of the default grammar of other commands.
            own = rules.rule in grammar(kind.production.grammar).rules
            name = rules.grammar or (kind.production.grammar if own else _DEFAULT)
            return Production(name, rules.rule, self.file_grammars, self.extends)
        assert rules.grammar is not None
        of_file = Production(rules.grammar, "", self.file_grammars, self.extends)
        return of_file._replace(rule=matcher_of(of_file).rule)


def _compile(production: Production, work: Work) -> None:
    """Compile a grammar that is a file, if the work that is left allows it. A fault of it is a finding where a text
    needs it.
    """
    if is_file_name(production.grammar):
        work.check(production.grammar)
    matcher = matcher_of(production)
    if is_file_name(production.grammar):
        with suppress(GrammarError):
            matcher.matches  # noqa: B018  # it is compiled when it is read


def _profile(name: str | None, default: Profile | None) -> Profile | None:
    """Return a profile by name: the default for None, and None for "none"."""
    if name is None:
        return default
    return None if name == "none" else name  # type: ignore[return-value]  # `choose` refuses what is not a profile
