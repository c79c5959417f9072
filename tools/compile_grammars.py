"""Compile the catalog's grammars to `src/irigrammar/_generated/`.

    python tools/compile_grammars.py --write    write the modules
    python tools/compile_grammars.py --check    exit 1, naming the files, where they are not what this would write
    python tools/compile_grammars.py --write --only advice    write what is made of grammar/advice.toml, in a second

For each grammar there is one file, whose parts are compressed apart (irigrammar.shipped.loader): its entry, its own
rules as the expression model, and what is compiled of them (minimal automata, and patterns of the `re` module), for
each rule that is its own or that it inherits and changes. Further files have the hints with the automata of their
conditions, the pages of advice, and how the languages of all these rules include one another.
"""

from __future__ import annotations

import contextlib
import importlib
import itertools
import pkgutil
import re
import sys
import tomllib
import zlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, astuple, fields, is_dataclass
from functools import partial
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "src"), str(ROOT)]

from irigrammar._generated.catalog import STARTS  # noqa: E402  # the checkout's own, not another
from irigrammar.advice.quiet import CONDITIONS, LARGE, SETS  # noqa: E402
from irigrammar.atlas import REFUSED  # noqa: E402
from irigrammar.automata.charset import Ranges  # noqa: E402
from irigrammar.automata.dfa import DEAD, Dfa, explore, product  # noqa: E402
from irigrammar.automata.naming import character_rules  # noqa: E402
from irigrammar.automata.positions import Positions, laid_out  # noqa: E402
from irigrammar.automata.program import Program  # noqa: E402
from irigrammar.automata.regular import CharSet, lower  # noqa: E402
from irigrammar.automata.tagged import reverse_edges  # noqa: E402
from irigrammar.engines import walk  # noqa: E402
from irigrammar.engines.charset_text import set_text  # noqa: E402
from irigrammar.engines.compile import compile_condition, compile_dfa, compile_pattern  # noqa: E402
from irigrammar.engines.compiled import CORE, QUIET, condition_name  # noqa: E402
from irigrammar.engines.packing import pack  # noqa: E402
from irigrammar.engines.production import Production  # noqa: E402
from irigrammar.engines.tokens import Role, token_automaton  # noqa: E402
from irigrammar.engines.usual import pack_column, pack_program, pack_steps  # noqa: E402
from irigrammar.engines.values import Packed  # noqa: E402
from irigrammar.errors import GrammarError, IrigrammarError  # noqa: E402
from irigrammar.faults.expectation import Expectation  # noqa: E402
from irigrammar.faults.hinting import letters  # noqa: E402
from irigrammar.faults.naming import Naming  # noqa: E402
from irigrammar.grammars.entry import Entry  # noqa: E402
from irigrammar.grammars.expr import Literal, Ref, abnf  # noqa: E402
from irigrammar.grammars.expr import parts as expr_parts  # noqa: E402
from irigrammar.grammars.hints import Conditions, Hints  # noqa: E402
from irigrammar.grammars.reader import read  # noqa: E402
from irigrammar.grammars.rulelist import Rulelist, bound  # noqa: E402
from irigrammar.language.regex import tables as regex_tables  # noqa: E402
from irigrammar.language.relations import covers, inclusion_order  # noqa: E402
from irigrammar.matching.components import Splitter  # noqa: E402
from irigrammar.matching.conditions import rule_name  # noqa: E402
from irigrammar.matching.grammar import Grammar  # noqa: E402
from irigrammar.matching.references import reference_program  # noqa: E402
from irigrammar.processing.conversions import normalize  # noqa: E402
from irigrammar.processing.schemes import Scheme, parse_schemes  # noqa: E402
from irigrammar.processing.support.rewriters import NAMES, STAYING  # noqa: E402
from irigrammar.scan.formats import types as document_types  # noqa: E402
from irigrammar.scan.formats.text import patterns  # noqa: E402
from irigrammar.scan.formats.tokens import ON_REQUEST, USES  # noqa: E402
from irigrammar.shipped.loader import MEMBERS, parts  # noqa: E402
from irigrammar.shipped.values import dump  # noqa: E402
from tools import writing  # noqa: E402
from tools.conditions import conditions, derived, less, quiet_texts  # noqa: E402
from tools.sources import annotated, catalog_of, parse_characters, parse_hints, parse_url_standard, read_rulelist  # noqa: E402  # noqa: E402

GENERATED = ROOT / "src" / "irigrammar" / "_generated"
LEXICAL = "lexical"  # the module of types that are read by tables of tokens
USUAL = ("rfc3986", "rfc3987")  # the grammars whose usual states ship
MARKED = (*USUAL, "leiri", "web-address")  # those whose programs that mark components ship
CATALOGS = ("catalog.toml", "schemes/catalog.toml")
HEADER = '"""{what}\n\nWritten by: python tools/compile_grammars.py --write\n"""\n\n'
# Written by tools/unicode_tables.py, and the parts that tools/plans.py adds.
OTHERS = ("__init__.py", "properties.z", "unicode.z", "charsets.z")
OTHER_PARTS = (STAYING, *(f"plan {name}" for name in NAMES))
# A module's text, or the parts of a data file.
Parts = dict[str, bytes]
Files = dict[Path, str | Parts]


def files(only: str | None = None) -> Files:
    """Return the content of every generated file; with `only`, of those that are made of that file alone."""
    folder = ROOT / "grammar"
    files: Files = {}

    def add(name: str, path: str, make: Callable[[], str | Parts]) -> None:
        if only in (None, name):
            files[GENERATED / path] = make()

    for name, table in TABLES.items():
        add(name, f"{name}.py", partial(lambda name, table: table(table_text(name)), name, table))
    add("advice", "advice.z", lambda: {"pages": dump(advice_pages(table_text("advice")))})
    add("quiet", "quiet.z", lambda: compiled_quiet(folder))
    add("document_types", "document_types.py", document_types_module)
    add("world", "world.py", lambda: world_module(table_text("world/readers"), table_text("world/clients")))
    add("atlas", "atlas.z", lambda: {"rows": dump(atlas_rows(table_text("world/ecosystems")))})
    add("regex", "regex.z", lambda: {"rows": dump(regex_rows(table_text("world/regex")))})
    if only in (*TABLES, "advice", "quiet", "document_types", "world", "atlas", "regex"):
        return files
    catalogs = [tomllib.loads((folder / name).read_text(encoding="utf-8")) for name in CATALOGS]
    entries = catalog_of(catalogs[0] | catalogs[1])
    if only not in (None, *WITH_CORE, *entries):
        names = (*TABLES, "advice", "quiet", *WITH_CORE, *entries)
        raise SystemExit(f"unknown table or grammar '{only}'; choose {', '.join(names)}")
    texts = usual_texts(table_text("usual"))
    rulelists: dict[str, Rulelist] = {}
    languages: dict[Dfa, list[tuple[str, str]]] = {}
    for name, entry in entries.items():
        rules = read_rulelist(entry, folder, rulelists.get(entry.extends or ""))
        rulelists[name] = rules
        if only not in (None, name):
            continue
        is_scheme = name in catalogs[1]
        if is_scheme:
            entry = annotated(entry, catalogs[1][name], folder, rules.own).but(generic=False)  # noqa: PLW2901
        automata = compiled(rules, {erratum.rule for erratum in entry.errata})
        report_changes(name, entry.start[0], automata, is_new=only is not None and name not in STARTS)
        if not is_scheme:
            for rule, dfa in automata.items():
                languages.setdefault(dfa, []).append((name, rule))
        files[GENERATED / f"{name}.z"] = {
            "entry": dump(entry.row),
            "rules": dump(without_offsets(dict(rules.own))),
            "automata": compiled_rules(rules, automata),
            **({} if is_scheme else {MEMBERS: dump(members(rules))}),
            **start_parts(name, entry, rules, texts),
        }
    core = rulelists["rfc5234"]
    add("characters", "characters.py", lambda: characters_module(table_text("characters"), core))
    add("url-standard", "url_standard.py", lambda: url_standard_module(table_text("url-standard"), core))
    add("hints", "hints.z", lambda: hints_parts(*parse_hints(table_text("hints")), rulelists))
    add("rfc5234", "core.py", lambda: core_module(core))
    if USUAL[1] in rulelists:  # patterns of beginnings are made of rules of these grammars, too
        name = only if only in USUAL else "beginnings"
        add(name, "beginnings.py", lambda: beginnings_module(folder, rulelists[USUAL[1]]))
    add("links", "links.py", lambda: links_module(folder, core))
    for name in TOKENS:
        add(name, f"{name}.z", partial(tokens_parts, tokens_table(name.removeprefix("tokens-")), folder, core))
    if only is None:
        usual = {name: entries[name].start[:2] for name in USUAL if name in entries}
        marked = {name: entries[name].start[:2] for name in MARKED if name in entries}
        files[GENERATED / "catalog.py"] = catalog_module(entries, catalogs[0], usual, marked)
        files[GENERATED / "inclusions.z"] = {"inclusions": dump(inclusions(languages))}
    return files


def members(rules: Rulelist) -> dict[str, Ranges]:
    """Return the characters of each rule that matches single ones, without those that mean what they mean in the
    parent.
    """
    return {rule: ranges for rule, ranges in character_rules(rules, rules.names()).items() if rules.home(rule) is rules}


def start_parts(name: str, entry: Entry, rules: Rulelist, texts: Iterable[str]) -> Parts:
    """Return what ships of the first two start rules: what usual texts meet, and programs that mark components."""
    parts: Parts = {}
    for rule in entry.start[:2] if name in USUAL else ():
        parts[f"split {rule}"] = dump(usual_split(rules, entry, rule, texts))
        program = Production.of(rules, rule).tree_with(None).program
        parts[f"program {rule}"] = dump(pack_program(program))
        parts[f"turned {rule}"] = dump(reverse_edges(program))
        parts[f"naming {rule}"] = dump(naming_row(rules, rule, entry, program))
        parts[f"layout {rule}"] = dump(tuple(map(pack_column, laid_out(program))))
    for rule in entry.start[:2] if name in MARKED else ():
        marks = reference_program(Production.of(rules, rule), entry.components, entry.prefer)
        parts[f"marks {rule}"] = dump(pack_program(marks))
    return parts


def table_text(name: str) -> str:
    """Return the text of a table of `grammar`."""
    return (ROOT / "grammar" / f"{name}.toml").read_text(encoding="utf-8")


TOKENS = tuple(f"tokens-{name}" for name in tomllib.loads(table_text("documents"))["tokens"])
WITH_CORE = (
    *TOKENS,
    "characters",
    "url-standard",
    "hints",
    "beginnings",
    "links",
)  # tables that `--only` names, which use the core rules


def without_offsets(value: Any) -> Any:
    """Return rules or an expression without the offsets in their source."""
    match value:
        case dict():
            return {key: without_offsets(item) for key, item in value.items()}
        case tuple():
            return tuple(map(without_offsets, value))
        case _ if is_dataclass(value) and not isinstance(value, type):
            own = {field.name: without_offsets(getattr(value, field.name)) for field in fields(value)}
            return type(value)(**own | ({"offset": -1} if "offset" in own else {}))
    return value


def core_module(rules: Rulelist) -> str:
    """Return the module of the core rules, for what reads ABNF before a grammar is loaded."""
    rows = "".join(f"    {key!r}: {rule.name + ' = ' + abnf(rule.expr)!r},\n" for key, rule in rules.own.items())
    return f"{HEADER.format(what='The core rules (RFC 5234, appendix B.1).')}RULES = {{\n{rows}}}\n"


def catalog_module(
    entries: Mapping[str, Entry],
    generic: Mapping[str, object],
    usual: Mapping[str, object],
    marked: Mapping[str, object],
) -> str:
    """Return the module of what is asked of every grammar."""
    starts = {name: entry.start[0] for name, entry in entries.items()}
    return (
        HEADER.format(what="The names of the catalog's grammars.")
        + f"# With the first start rule of each.\nSTARTS = {starts!r}\n"
        + "# Those that are not of schemes and the like.\n"
        + f"GENERIC = {tuple(name for name in entries if name in generic)!r}\n"
        + "# The rules whose usual states ship (irigrammar.engines.usual).\n"
        + f"USUAL: dict[str, tuple[str, ...]] = {usual!r}\n"
        + "# The rules whose program that marks components ships.\n"
        + f"MARKED: dict[str, tuple[str, ...]] = {marked!r}\n"
    )


def usual_texts(text: str) -> list[str]:
    """Return the texts that `grammar/usual.toml` gives the parts of."""
    parts = tomllib.loads(text)
    columns = ([scheme + "//" for scheme in parts["scheme"]], parts["userinfo"], parts["host"], parts["port"])
    heads = list(map("".join, itertools.product(*columns)))
    tails = list(map("".join, itertools.product(parts["path"], parts["query"], parts["fragment"])))
    few = heads[:: len(heads) // 20]
    more = (
        *(f"{head}/p?q#f" for head in heads),
        *(head + tail for head in few for tail in tails),
        *parts["without_authority"],
    )
    return [*heads, *more]


def usual_split(rules: Rulelist, entry: Entry, rule: str, texts: Iterable[str]) -> tuple[object, ...]:
    """Return the states that texts lead to in splitting, with what the kernel is given of the program."""
    spans = Splitter(Production.of(rules, rule), entry.components, None).spans
    program, tagged = spans._engine.program, spans.tagged()
    states = {tagged.begin(): None}
    for text in texts:
        state = tagged.begin()
        for number in program.classes.encode(text):
            state, _ = tagged.step(state, number)
            states[state] = None
    cells = ((state, number) for state in states for number in range(1, program.classes.count))
    steps = {cell: step for cell in cells if (step := tagged.step(*cell))[0] in states}
    head = program.classes.starts, program.classes.ids, tuple(program.marks)
    return head, pack_steps(steps, program.classes.count)


def naming_row(rules: Rulelist, rule: str, entry: Entry, program: Program) -> tuple[object, ...]:
    """Return what messages call the rules and sets of a production, as `irigrammar.faults.naming` reads it."""
    naming = Naming(Production.of(rules, rule), entry, is_documented=True)
    nouns = Expectation(Positions(program), naming).nouns
    return tuple(sorted(naming.characters)), tuple(sorted(naming.rows)), nouns


def compiled(rules: Rulelist, errata: set[str]) -> dict[str, Dfa]:
    """Return the automata of a grammar's productions; a rule with an erratum may be one that cannot be compiled."""
    automata: dict[str, Dfa] = {}
    for rule in rules.names():
        if rules.home(rule) is not rules:
            continue
        try:
            automata[rule] = compile_dfa(rules, rule)
        except GrammarError:
            if rule not in errata:
                raise
    return automata


def report_changes(grammar: str, start: str, automata: Mapping[str, Dfa], *, is_new: bool) -> None:
    """Print what else a change of a grammar asks for: a run for all, and other examples of what is wrong."""
    if is_new:
        print(f"{grammar} is new: the catalog needs a run without --only")
    hints, _ = parse_hints(table_text("hints"))
    for hint in hints.fault:
        dfa = automata.get(hint.rule or start) if hint.grammar == grammar else None
        if dfa is not None and hint.wrong and walk.matches(dfa, hint.wrong):
            print(f"grammar/hints.toml: the example of {hint.code} is valid now, and must be wrong: {hint.wrong}")


def compiled_rules(rules: Rulelist, automata: dict[str, Dfa]) -> bytes:
    """Return the automata and patterns of a grammar, before they are compressed."""
    return dump({rule: (pack(dfa), compile_pattern(rules, rule)) for rule, dfa in automata.items()})


def compiled_conditions(conditions: Conditions, rulelists: Mapping[str, Rulelist]) -> dict[str, dict[str, Dfa]]:
    """Return the automata of the conditions by grammar and key: the core rules' are those that need no others."""
    compiled: dict[str, dict[str, Dfa]] = {}
    for grammar, rules in rulelists.items():  # the core rules first: what needs no others is the same everywhere
        compiled[grammar] = {}
        for key in (key for key in conditions.exprs if key not in compiled[CORE]):
            with contextlib.suppress(GrammarError):  # it names a rule that the grammar lacks
                compiled[grammar][key] = compile_condition(conditions.exprs[key], conditions.rules, rules)
    return compiled


def document_types_module() -> str:
    """Return the module that says where each type of documents is, and which files are of it."""
    names = [info.name for info in pkgutil.iter_modules(document_types.__path__)]
    modules = {name: importlib.import_module(f"{document_types.__name__}.{name}") for name in names}
    kinds = {kind.name: (name, kind.names, kind.suffixes) for name, module in modules.items() for kind in module.TYPES}
    kinds = {name: row for name, row in kinds.items() if row[0] != LEXICAL}
    for name, (_, row) in lexical_types().items():
        kinds[name] = LEXICAL, tuple(row["names"].split()), tuple(row["suffixes"].split())
    rows = "".join(f"    {name!r}: {row!r},\n" for name, row in sorted(kinds.items()))
    head = HEADER.format(what="The types of documents: modules, names and endings of files.")
    languages = {
        name: kind
        for kind, names in tomllib.loads(table_text("documents"))["languages"].items()
        for name in names.split()
    }
    index = f"INDEX: dict[str, tuple[str, tuple[str, ...], tuple[str, ...]]] = {{\n{rows}}}\n"
    return f"{head}{index}LANGUAGES: dict[str, str] = {languages!r}\n"


PLAIN = (("plain", "dotted"), ("plain-ref", "nothing"))


def compiled_quiet(folder: Path) -> Parts:
    """Return the automata of the tails and texts in which no rule of advice finds anything, each a part."""
    grammar = Grammar.from_file(folder / f"{QUIET}.abnf", define=derived())
    pairs = (
        ("tail", "noise"),
        ("running-text", "loud"),
        *PLAIN,
    )
    automata = {name: less(grammar[name].automaton, grammar[without].automaton) for name, without in pairs}
    own = conditions(grammar)
    texts, names = quiet_texts(own)
    automata |= {name: own.pop(name) for name in LARGE} | texts
    parts = {name: dump({name: (pack(dfa), None)}) for name, dfa in automata.items()}
    packed = {name: (pack(dfa), None) for name, dfa in own.items()}
    tables = tomllib.loads(table_text("documents"))["tokens"].values()
    around = {row for table in tables for row in table.get("kinds", {}).values() if USES[0] in row.split()}
    striking = {row: striking_dfa(folder, *row.split(USES[0])) for row in sorted(around)}
    parts |= {row: dump(pack(dfa)) for row, dfa in striking.items() if dfa}
    return {**parts, CONDITIONS: dump(packed), SETS: dump(names)}


def beginnings_module(folder: Path, parent: Rulelist) -> str:
    """Return the module of the patterns of `grammar/documents/beginnings.abnf`."""
    source = "documents/beginnings.abnf"
    own = read((folder / source).read_text(encoding="utf-8"), f"grammar/{source}")
    rules = Rulelist("beginnings", bound(own, parent), parent)
    of_schemes = {
        name: patterns.prefix_pattern(Rulelist("beginnings", {name.lower(): rule}, rules), name)
        for name, rule in patterns.scheme_rules(rules).items()
    }
    constants = {
        "SCHEME": patterns.scheme_patterns(lower(rules, "scheme", lambda _: False)),
        "REGISTRABLE": patterns.longest_pattern(rules, "registrable"),
        "AUTHORITY": patterns.prefix_pattern(rules, "authority-text"),
        "BEFORE_NONE": patterns.prefix_pattern(rules, "before-none"),
        "NO_COLON": patterns.prefix_pattern(rules, "no-colon"),
        "PLAIN": patterns.longest_pattern(rules, "plain"),
        "PLAIN_REFERENCE": patterns.longest_pattern(rules, "plain-reference"),
        "SENTENCE_END": patterns.prefix_pattern(rules, "sentence-end"),
    }
    source_text = HEADER.format(what="Patterns of the beginnings of identifiers in text, for the re module.")
    source_text += "".join(f"{name} = {value!r}\n" for name, value in constants.items())
    schemes: dict[str, list[str]] = {}
    for name, text in of_schemes.items():
        schemes.setdefault(text, []).append(name)
    rows = "".join(f"    {' '.join(names)!r}: {text!r},\n" for text, names in schemes.items())
    return f"{source_text}\n# What follows the colon, by schemes.\nAFTER_COLON: dict[str, str] = {{\n{rows}}}\n"


def tokens_table(name: str) -> dict[str, Any]:
    """Return the table of tokens of a name, with what it has of the one that it is like."""
    tables = tomllib.loads(table_text("documents"))["tokens"]
    row = tables[name]
    return {"grammar": row.get("like", name), **tables.get(row.get("like"), {}), **row}


def tokens_parts(table: Mapping[str, Any], folder: Path, core: Rulelist) -> Parts:
    """Return what ships of a table of tokens and its grammar in a folder of ABNF files: the automata of tokens, and of
    values to keep and documents without an error where there are such rules, the kinds of tokens with their roles, and
    the uses of tokens, and patterns of rules, for types that are read by them.
    """
    source = f"documents/{table['grammar']}.abnf"
    characters = Rulelist("characters", parse_characters(table_text("characters")).rules, core)
    beginnings = read((ROOT / "grammar/documents/beginnings.abnf").read_text(encoding="utf-8"), "beginnings.abnf")
    names = " / ".join(f'"{scheme}"' for scheme in patterns.scheme_rules(Rulelist("beginnings", beginnings, core)))
    rules_of_tables = f"named-scheme = {names}\nknown-attribute = {known_attributes()}\n"
    rules_of_tables += f"known-html-attribute = {known_html_attributes()}\nknown-property = {known_properties()}\n"
    parent = Rulelist("tables", read(rules_of_tables, "documents.toml"), characters)
    text = (folder / source).read_text(encoding="utf-8")
    rules = Rulelist(table["grammar"], read(text, f"grammar/{source}"), parent)
    order = table.get("order", " ".join(table["kinds"])).split()
    words = {kind: table["kinds"].get(kind, "") for kind in order}
    uses = {number: use for number, kind in enumerate(order, 1) if (use := use_of(kind, words[kind], table))}
    roles = {kind: sum(Role[role.upper()] for role in row.split() if role in ROLES) for kind, row in words.items()}
    roles |= {order[number - 1]: Role.KEPT * (use != ON_REQUEST) for number, (use, *_) in uses.items()}
    tokens = token_automaton(rules, order, twice=table.get("twice", False))
    holding = Production.of(rules, table["holding"]).dfa if "holding" in table else tokens
    parts = {
        "kinds": dump({kind: int(role) for kind, role in roles.items()}),
        "tokens": dump((pack(tokens), pack(holding), table.get("parts", ""))),
    }
    if "document" in table:
        document = Production.of(rules, table["document"]).nested
        if isinstance(document, str):
            raise SystemExit(f"{source}: {table['document']}: {document}")
        stacked = document.automaton
        parts["document"] = dump((pack(stacked.dfa), stacked.first_action, stacked.pushes, stacked.pops))
    if uses:
        around = next((row for row in words.values() if USES[0] in row.split()), "")
        texts = ("not-read", "lead", "between", "trims")
        known = {"fixes": "all", "plain": "", "escapes": {}, **dict.fromkeys(texts, ""), **table}
        fields = {key: known[key] for key in ("fixes", *texts)}
        fields["plain"] = known["plain"].split()
        fields["escapes"] = conventions(known["escapes"], rules)
        fields["labels"] = dict.fromkeys(USES, "") | table.get("labels", {})
        fields["foreign"] = (*table.get("foreign", ()),)
        fields["inner"] = {
            order.index(kind) + 1: name for kind, name in table.get("inner", {}).items() if kind in order
        }
        parts["uses"] = dump((uses, fields | {"around": around}))
    if "patterns" in table:
        names = table["patterns"].split()
        parts["patterns"] = dump({rule: patterns.longest_pattern(rules, rule) for rule in names})
    return parts


def conventions(table: Mapping[str, Mapping[str, Any]], rules: Rulelist) -> dict[str, tuple[Any, str, str]]:
    """Return conventions with patterns for rules: what each escape stands for, and what is written escaped."""
    return {
        name: (
            tuple((patterns.longest_pattern(rules, rule), value) for rule, value in row.items() if rule not in WRITING),
            patterns.longest_pattern(rules, row[WRITTEN]) if WRITTEN in row else "",
            row.get(MARK, "\\"),
        )
        for name, row in table.items()
    }


WRITING = WRITTEN, MARK = "written", "mark"


def striking_dfa(folder: Path, before: str, after: str) -> Dfa | None:
    """Return the automaton of the texts that begin no identifier in which no rule of advice finds anything, with what
    is around it; None where what is after it may be in it, or nothing is.
    """
    before, after = before.strip(), after.strip()
    source = "".join(f'{rule}-token = "{before}" {rule} "{after}"\n' for rule in ("passing", "striking"))
    quiet = Grammar.from_text(source, extends=Grammar.from_file(folder / f"{QUIET}.abnf", define=derived()))
    passing, noisy = (quiet[f"{rule}-token"].automaton for rule in ("passing", "striking"))
    dfa = product(passing, noisy, lambda first, second: first and not second)
    if any(any(row) for state, row in enumerate(dfa.rows) if dfa.accepting[state]):
        return None
    return explore(dfa.classes, dfa.start, lambda state: [*dfa.rows[state]], lambda state: state == DEAD)


def known_attributes() -> str:
    """Return, as alternatives of literals, the names of attributes that hold identifiers on any element of XML."""
    words = [
        word for row in tomllib.loads(table_text("documents"))["xml"] for text in row.values() for word in text.split()
    ]
    names = {name for word in words for owner, _, name in [word.partition("@")] if name and owner in ("//", "*/")}
    return " / ".join(f'%s"{name}"' for name in sorted(names | {"xmlns"}))


def known_html_attributes() -> str:
    """Return, as alternatives of literals, the names of attributes that hold identifiers in HTML, without SVG."""
    tables = tomllib.loads(table_text("documents"))
    rows = (text for name in ("html", "rdfa") for row in tables[name].values() for text in row.values())
    names = {word.partition("@")[2] for row in rows for word in row.split()} | {"srcdoc"}
    return " / ".join(f'"{name}"' for name in sorted(names))


def known_properties() -> str:
    """Return, as alternatives of literals, the names of properties of content lines whose value is a URI."""
    rows = tomllib.loads(table_text("documents"))["content"].values()
    return " / ".join(f'"{name}"' for name in sorted({name for row in rows for name in row["uris"].split()}))


ROLES = frozenset(role.name.lower() for role in Role if role.name)


def use_of(kind: str, words: str, table: Mapping[str, Any]) -> tuple[str, int, int, str] | None:
    """Return the use of a kind, the lengths of what is around its content, and what is wrong with it."""
    row = words.split()
    for place, word in enumerate(row):
        if word in USES:
            around = [len(other) for other in (*row[:place], *row[place + 1 :])]
            before = around[0] if place else 0
            return word, before, sum(around) - before, table.get("problems", {}).get(kind, "")
    return None


def lexical_types() -> dict[str, tuple[str, dict[str, str]]]:
    """Return the types that are read by tables of tokens, by their names: the table's name, and what a type has."""
    types: dict[str, tuple[str, dict[str, str]]] = {}
    for name in tomllib.loads(table_text("documents"))["tokens"]:
        table = tokens_table(name)
        for kind, row in tomllib.loads(table_text("documents"))["tokens"][name].get("types", {}).items():
            title, _, names = row.rpartition(": ")
            endings = [word for word in names.split() if word.startswith(".")]
            whole = [word for word in names.split() if word not in endings]
            by_form = {"suffixes": " ".join(endings), "names": " ".join(whole)}
            of_type = ("production", "comment", "lead", "quiet", "rules", "between")
            fields: dict[str, str] = {key: table[key] for key in of_type if key in table}
            types[kind] = name, {"title": title, **by_form, **fields}
    return types


def links_module(folder: Path, core: Rulelist) -> str:
    """Return the module of the classes of characters in links, of `grammar/documents/links.abnf`, and of patterns of
    what is no identifier, of `template.abnf`.
    """
    source = "documents/links.abnf"
    parent = Rulelist("characters", parse_characters(table_text("characters")).rules, core)
    rules = Rulelist("links", read((folder / source).read_text(encoding="utf-8"), f"grammar/{source}"), parent)
    pairs = "".join(leaf.text for leaf in expr_parts(rules["bracket"].expr) if isinstance(leaf, Literal))
    constants = {
        "HARD": set_text(set_of(rules, "hard")),
        "SOFT": set_text(set_of(rules, "soft")),
        "END": set_text(set_of(rules, "end")),
        "DOT": set_text(set_of(rules, "dot")),
        "WIDE_DOT": set_text(set_of(rules, "wide-dot")),
        "GITHUB_TRAILING": set_text(set_of(rules, "github-trailing")),
        "OPENING": pairs[::2],
        "CLOSING": pairs[1::2],
    }
    source = "documents/template.abnf"
    rules = Rulelist("template", read((folder / source).read_text(encoding="utf-8"), f"grammar/{source}"), core)
    for name in ("substitution", "template", "no-host", "sign", "follows", "next-string", "closed"):
        constants[name.upper().replace("-", "_")] = patterns.prefix_pattern(rules, name)
    text = HEADER.format(what="Patterns of ends of identifiers in text, for the re module.")
    return text + "".join(f"{name} = {value!r}\n" for name, value in constants.items())


def hints_parts(hints: Hints, conditions: Conditions, rulelists: Mapping[str, Rulelist]) -> Parts:
    """Return the hints, their conditions, the automata of these, each once, and what they begin and end with."""
    compiled = compiled_conditions(conditions, rulelists)
    names: dict[Packed, list[str]] = {}
    for grammar, automata in compiled.items():
        for key, dfa in automata.items():
            if grammar == CORE or not isinstance(conditions.exprs[key], Ref):  # rules of grammars are compiled anyway
                names.setdefault(pack(dfa), []).append(condition_name(grammar, key))
    return {
        "hints": dump((hints.names, hints.spaces, hints.refers, tuple(map(astuple, hints.fault)))),
        "conditions": dump(without_offsets(conditions)),
        "automata": dump({",".join(rows): packed for packed, rows in names.items()}),
        **{
            f"letters {grammar}": dump(letters(automata)._replace(needs=needs(automata)))
            for grammar, automata in compiled.items()
        },
    }


def needs(automata: Mapping[str, Dfa]) -> dict[str, str]:
    """Return of conditions on texts, by key, the characters that all texts have that meet one, as often."""
    known = {key: needed(dfa) for key, dfa in automata.items() if not key.endswith(" found")}
    return {key: chars for key, chars in known.items() if chars}


def needed(dfa: Dfa) -> str:
    """Return the characters that all texts of a language have, each as often as in the text with the fewest."""
    chars = ""
    for number in range(1, dfa.classes.count):
        ((low, high), *others) = dfa.classes.ranges(number)
        if low == high and not others:
            chars += chr(low) * fewest(dfa, number)
    return chars


def fewest(dfa: Dfa, number: int) -> int:
    """Return how many characters of a class a text of a language has at least, 0 for the empty language."""
    seen: set[int] = {0}
    level, count = {dfa.start}, 0
    while level:
        todo, further = [*level], set[int]()
        for state in todo:  # grows during the loop
            if state in seen:
                continue
            if dfa.accepting[state]:
                return count
            seen.add(state)
            further.add(dfa.rows[state][number])
            todo += [to for other, to in enumerate(dfa.rows[state]) if other != number]
        level, count = further - seen, count + 1
    return 0


def schemes_module(schemes: Iterable[Scheme]) -> str:
    """Return the module of the scheme registry: for each scheme the fields that it gives."""
    rows = [
        {name: value for name, value in asdict(scheme).items() if value not in ("", False, None)} for scheme in schemes
    ]
    return (
        HEADER.format(what="The table of schemes.")
        + "from typing import Any\n\n"
        + f"SCHEMES: tuple[dict[str, Any], ...] = (\n{''.join(f'    {row!r},{chr(10)}' for row in rows)})\n"
    )


def registries_module(text: str) -> str:
    """Return the module of registered names."""
    rows = []
    for name, table in tomllib.loads(text).items():
        constant = name.upper().replace("-", "_")
        rows.append(f"# {table['what']} ({table['source']}).\n")
        rows.append(f'{constant}_AS_OF = {table["as_of"]!r}\n{constant} = """\n{table["names"]}"""\n\n')
    return (
        HEADER.format(what="Names that are registered, separated by white space.") + "".join(rows).rstrip("\n") + "\n"
    )


def suspicious_module(text: str) -> str:
    """Return the module of what the rules on suspicious strings know of names and addresses."""
    table = tomllib.loads(text)
    source = HEADER.format(what="Names and addresses for the rules on suspicious strings.")
    for constant, rows, name in (
        ("BLOCKS", table["block"], "prefix"),
        ("HOLDERS", table["holder"], "prefix"),
        ("DOMAINS", table["domain"], "name"),
    ):
        lines = "".join(
            f"    ({row[name]!r}, {row.get('says') or row['name']!r}, {row['section']!r}),\n" for row in rows
        )
        source += f"{constant}: tuple[tuple[str, str, str], ...] = (\n{lines})\n"
    for words in ("typed_schemes", "not_misspelled", "defanged", "scripts"):
        source += f"{words.upper()} = {table['schemes'][words]!r}\n"
    for words in ("folders", "pages"):
        source += f"{words.upper()} = {table[words]['names']!r}\n"
    return source + f'EXTENSIONS = """\n{table["extensions"]["names"]}"""\n'


def documents_module(text: str) -> str:
    """Return the module of what scans know of documents."""
    table = tomllib.loads(text)
    rows = (
        ("COMMON_SCHEMES", table["schemes"]["common"]),
        ("UNREAD_SCHEMES", table["schemes"]["unread"]),
        ("HOST_LISTS", table["schemes"]["host_lists"]),
        ("KEY_WORDS", table["keys"]["words"]),
        ("KEY_NAMES", table["keys"]["names"]),
        ("REFERENCE_KEYS", table["keys"]["references"]),
        ("QUERY_NAMESPACE", table["queries"]["namespace"]),
        ("QUERY_NAMES", table["queries"]["names"]),
        ("SCHEMA_DATA", table["schemas"]["data"]),
        ("SCHEMA_NAMES", table["schemas"]["names"]),
        ("URI_KEYS", table["keys"]["uris"]),
        ("JSON_LD_KEYWORDS", table["json-ld"]["keywords"]),
        ("EXAMPLE_PASSWORDS", table["credentials"]["passwords"]),
        ("META_NAMES", table["meta"]["names"]),
        ("CODE_ELEMENTS", table["code"]["elements"]),
        ("CODE_ATTRIBUTES", table["code"]["attributes"]),
    )
    source = HEADER.format(what="Document types, as words separated by white space.")
    source += "".join(f'{constant} = """\n{words.strip()}\n"""\n' for constant, words in rows)
    source += f"LEXICAL: dict[str, tuple[str, dict[str, str]]] = {lexical_types()!r}\n"
    contexts = {
        url: " ".join(words.split()) for urls, words in table["json-ld"]["contexts"].items() for url in urls.split()
    }
    source += f"JSON_LD_CONTEXTS: dict[str, str] = {contexts!r}\n"
    source += f"CONTENT: dict[str, dict[str, str]] = {table['content']!r}\n"
    vocabularies = {name: joined(row) for name, row in table["vocabularies"].items()}
    names = ("html", "foreign", "rdfa")
    html = {name: joined({kind: " ".join(row.values()) for kind, row in table[name].items()}) for name in names}
    source += f"VOCABULARIES: dict[str, dict[str, str]] = {vocabularies!r}\n"
    return source + f"XML: tuple[dict[str, str], ...] = {(*map(joined, table['xml']),)!r}\nHTML = {html!r}\n"


def world_module(readers: str, clients: str) -> str:
    """Return the module of facts about programs that say something of an identifier: the readers that read otherwise,
    by the kind of document and the condition in words, where that is the name of a rule for scans; and what clients
    read, by the scheme, as `irigrammar.processing.clients` has it.
    """
    rules = Grammar.from_file(ROOT / "grammar" / "world" / "readers.abnf").rules
    otherwise: dict[str, dict[str, dict[str, None]]] = {}
    for row in tomllib.loads(readers)["row"]:
        is_known = rule_name(row["condition"]) in rules
        if is_known and row["example"]["result"] != row["example"].get("expected", "read"):
            names = otherwise.setdefault(row["operation"], {}).setdefault(row["condition"], {})
            names[f"{row['subject']} {row['version']}"] = None
    rows = {operation: {words: (*names,) for words, names in row.items()} for operation, row in otherwise.items()}
    asked: dict[str, dict[tuple[str, str, str], dict[str, tuple[str, ...]]]] = {}
    for row in tomllib.loads(clients)["row"]:
        example = row["example"]
        scheme = example["input"].partition(":")[0].lower()
        questions = asked.setdefault(scheme, {})
        results = questions.setdefault((row["condition"], row["operation"], example["input"]), {})
        program = f"{row['subject']} {row['version']}"
        results[example["result"]] = (*results.get(example["result"], ()), program)
    of_schemes = {
        scheme: tuple((*question, (*results.items(),)) for question, results in questions.items())
        for scheme, questions in asked.items()
    }
    head = HEADER.format(what="What programs of others read, as measured.")
    kinds = "dict[str, tuple[tuple[str, str, str, tuple[tuple[str, tuple[str, ...]], ...]], ...]]"
    return f"{head}READERS: dict[str, dict[str, tuple[str, ...]]] = {rows!r}\nCLIENTS: {kinds} = {of_schemes!r}\n"


def atlas_rows(text: str) -> dict[str, object]:
    """Return the rows of libraries as `irigrammar.atlas` has them: the libraries, and by operation each condition with
    an example, the expected result, and the other results with the numbers of their libraries. "split" is "write"
    where the text that is written has other components.
    """
    libraries: dict[tuple[str, str, str], int] = {}
    found: dict[str, dict[tuple[str, tuple[str, ...], str], dict[str, list[int]]]] = {}
    for row in tomllib.loads(text)["row"]:
        example = row["example"]
        ecosystem, _, library = row["subject"].partition(": ")
        number = libraries.setdefault((ecosystem, library, row["version"]), len(libraries))
        texts = (*([example["base"]] if "base" in example else []), example["input"])
        operation = "split" if row["operation"] == "write" else row["operation"]
        is_other = not (example["result"] != REFUSED and _is_written(example["input"], example["result"]))
        if operation != "split" or is_other:
            cause = (row["condition"], texts, example["expected"])
            found.setdefault(operation, {}).setdefault(cause, {}).setdefault(example["result"], []).append(number)
    operations = {
        operation: [(*cause, [*map(list, results.items())]) for cause, results in causes.items()]
        for operation, causes in found.items()
    }
    return {"libraries": [*libraries], "operations": operations}


def _is_written(text: str, result: str) -> bool:
    """Return whether a result is another way to write a text (RFC 3986, 6.2.3)."""
    try:
        return normalize(result, level="scheme") == normalize(text, level="scheme")
    except IrigrammarError:
        return False


def regex_rows(text: str) -> dict[str, dict[str, dict[str, dict[str, str]]]]:
    """Return the results of the rows of engines of regular expressions: by the subject, the operation, the pattern and
    its flags or kind, without what the engine refuses. Classes are ranges in hexadecimal.
    """
    results: dict[str, dict[str, dict[str, dict[str, str]]]] = {}
    for row in tomllib.loads(text)["row"]:
        example = row["example"]
        if example["result"] != "refused":
            patterns = results.setdefault(row["subject"], {}).setdefault(row["operation"], {})
            key = example.get("kind", example.get("flags", ""))
            patterns.setdefault(example["input"], {})[key] = example["result"]
    for rows in results.values():
        moved = rows.get("categories", {}).get(regex_tables.ANY_PROPERTY, {})
        known = regex_tables.moved_categories(next(iter(moved.values()), ""))
        for by_flags in rows.get("class", {}).values():
            for flags, words in by_flags.items():
                by_flags[flags] = " ".join(f"{low:X}-{high:X}" for low, high in regex_tables.set_of(words, known))
    return results


def joined(row: Mapping[str, str]) -> dict[str, str]:
    """Return a row with one space between words."""
    return {key: " ".join(words.split()) for key, words in row.items()}


def advice_pages(text: str) -> dict[str, tuple[str | tuple[str, ...], ...]]:
    """Return the pages of the rules of advice by code."""
    return {code: advice_page(code, **page) for code, page in tomllib.loads(text).items()}


def advice_page(
    code: str,
    *,
    title: str,
    what: str,
    why: str,
    example: list[str],
    instead: list[str],
    see: list[str],
    grammar: str = "rfc3987",
) -> tuple[str | tuple[str, ...], ...]:
    r"""Return the fields of `irigrammar.advice.rule.Page`; raise `ValueError` for a page that lacks something.

    In strings, `\u{HEX}` is that code point, and `{a*9}` is nine times "a".
    """
    if not all((title, what, why, example, instead, see)):
        raise ValueError(f"the page of {code} has an empty field")
    strings = (tuple(map(spelled_out, texts)) for texts in (example, instead))
    return title, " ".join(what.split()), " ".join(why.split()), *strings, tuple(see), grammar


SHORTHAND = re.compile(r"\\u\{([0-9A-F]+)\}|\{(.)\*([0-9]+)\}")


def spelled_out(text: str) -> str:
    """Return a string of a page without shorthand."""
    return SHORTHAND.sub(lambda match: chr(int(match[1], 16)) if match[1] else match[2] * int(match[3]), text)


def codes_module(text: str) -> str:
    """Return the module of the codes of scans and of the lint of grammars."""
    rows = "".join(f"    {code!r}: {row!r},\n" for code, row in tomllib.loads(text).items())
    faults = {hint.code: hint.name for hint in parse_hints(table_text("hints"))[0].fault}
    head = HEADER.format(what="The codes of scans and of the lint of grammars.") + "from typing import Any\n\n"
    return f"{head}CODES: dict[str, dict[str, Any]] = {{\n{rows}}}\n\n# The names of faults.\nFAULTS = {faults!r}\n"


def characters_module(text: str, core: Rulelist) -> str:
    """Return the module of the sets and groups of characters."""
    table = parse_characters(text)
    rules = Rulelist("characters", table.rules, core)
    sets = {name: set_of(rules, name) for name in table.rules}
    groups = [(row.name, row.says, row.section, sets.pop(row.rule)) for row in table.groups]
    return (
        HEADER.format(what="Sets and groups of characters, as ranges with both ends included.")
        + f"UNICODE = {table.unicode!r}\n\n"
        + sets_rows(sets)
        + "\n# The name of each, why it is left out, who says so, and the ranges.\n"
        + "GROUPS: tuple[tuple[str, str, str, tuple[tuple[int, int], ...]], ...] = (\n"
        + "".join(f"    {group!r},\n" for group in groups)
        + ")\n"
    )


def url_standard_module(text: str, core: Rulelist) -> str:
    """Return the module of the URL Standard's sets and special schemes."""
    table = parse_url_standard(text)
    rules = Rulelist("url-standard", table.rules, core)
    sections = "".join(f"    {name!r}: {section!r},\n" for name, section in table.sections.items())
    return (
        HEADER.format(what="The URL Standard's sets of characters, as inclusive ranges, and schemes.")
        + sets_rows({name: set_of(rules, name) for name in table.rules})
        + f"\nSECTIONS: dict[str, str] = {{\n{sections}}}\n"
        + "\n# The special schemes and their default ports.\n"
        + f"SPECIAL: dict[str, int | None] = {dict(table.special)!r}\n"
        + f"\n# Those whose queries are in UTF-8, whatever the charset of the document.\nUTF8_QUERY = {table.utf8!r}\n"
    )


def sets_rows(sets: Mapping[str, Ranges]) -> str:
    """Return sets by name as a dictionary in Python."""
    rows = "".join(f"    {name!r}: {ranges!r},\n" for name, ranges in sets.items())
    return f"SETS: dict[str, tuple[tuple[int, int], ...]] = {{\n{rows}}}\n"


def set_of(rules: Rulelist, name: str) -> Ranges:
    """Return the characters of a rule that matches single ones."""
    regular = lower(rules, name, lambda _: False)
    if not isinstance(regular, CharSet):
        raise GrammarError(f"{name} matches other strings than single characters")
    return regular.ranges


def inclusions(languages: dict[Dfa, list[tuple[str, str]]]) -> list[tuple[object, ...]]:
    """Return the productions by language, as grammar and rule, and the numbers of the languages that include each one
    with no other between, proved on their automata.
    """
    diagram = covers(inclusion_order(list(languages)))
    return list(zip(languages.values(), diagram, strict=True))


# The tables of which each is a module of its own.
TABLES: dict[str, Callable[[str], str]] = {
    "codes": codes_module,
    "documents": documents_module,
    "registries": registries_module,
    "schemes": lambda text: schemes_module(parse_schemes(text)),
    "suspicious": suspicious_module,
}


def stored(contents: Parts) -> bytes:
    """Return a data file of its parts; the bytes differ between versions of zlib."""
    parts = {name: zlib.compress(content, 9) for name, content in contents.items()}
    head = ",".join(f"{name}:{len(data)}" for name, data in parts.items())
    return b"\n".join((head.encode("ascii"), b"".join(parts.values())))


def content(path: Path) -> str | Parts:
    """Return the text of a generated module, or the parts of a data file."""
    if path.suffix == ".py":
        return path.read_text(encoding="utf-8")
    return {name: zlib.decompress(data) for name, data in parts(path.read_bytes())}


def update(files: Files, kept: Callable[[str], bool], is_written: bool) -> int:
    """Print the files that are not up to date, and write them or return 1; parts that are `kept` are another tool's."""
    wrong = 0
    for path, made in files.items():
        present = content(path) if path.exists() else None
        if isinstance(made, dict) and isinstance(present, dict):
            made = {name: made.get(name) or present[name] for name in sorted({*made, *filter(kept, present)})}  # noqa: PLW2901
        if made != present:
            print(path.relative_to(ROOT))
            wrong += 1
            if is_written:
                path.write_bytes(made.encode() if isinstance(made, str) else stored(made))
    return int(wrong > 0 and not is_written)


def main() -> int:
    parser = writing.parser(__doc__)
    parser.add_argument("--only", metavar="NAME", help="a table or grammar; what depends on it is not made anew")
    options = parser.parse_args()
    status = update(made := files(options.only), OTHER_PARTS.__contains__, options.write)
    everything = {path for path in GENERATED.iterdir() if path.suffix in {".py", ".z"} and path.name not in OTHERS}
    for path in sorted(everything - made.keys()) if options.only is None else ():
        print(path.relative_to(ROOT))
        if options.write:
            path.unlink()
        status |= options.check
    if status:
        print("not up to date: run python tools/compile_grammars.py --write")
    return int(status)


if __name__ == "__main__":
    sys.exit(main())
