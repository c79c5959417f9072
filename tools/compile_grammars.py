"""Compile the catalog's grammars to `src/irigrammar/_generated/`.

    python tools/compile_grammars.py --write    write the modules
    python tools/compile_grammars.py --check    exit 1, naming the files, where they are not what this would write
    python tools/compile_grammars.py --write --only advice    write what is made of grammar/advice.toml, in a second

For each grammar there is a module of rules (the expression model) and a compressed file of what is compiled of them
(minimal automata, and patterns of the `re` module), for each rule that is its own or that it inherits and changes. One
file more has the automata of the conditions of `grammar/hints.toml`, and one module more says how the languages of all
these rules include one another.
"""

from __future__ import annotations

import argparse
import itertools
import re
import sys
import tomllib
import zlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, fields
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "src"), str(ROOT)]

from irigrammar.automata.charset import Ranges  # noqa: E402  # the checkout's own, not another
from irigrammar.automata.dfa import Dfa, combined  # noqa: E402
from irigrammar.automata.packed import pack_column, pack_rows  # noqa: E402
from irigrammar.automata.program import Program  # noqa: E402
from irigrammar.automata.regular import CharSet, lower  # noqa: E402
from irigrammar.automata.tagged import Tagged, turned  # noqa: E402
from irigrammar.engines.compile import compile_condition, compile_dfa, compile_pattern  # noqa: E402
from irigrammar.engines.compiled import CORE, FOLDER, HINTS, QUIET, condition_name, dump  # noqa: E402
from irigrammar.engines.packing import pack  # noqa: E402
from irigrammar.engines.production import Production  # noqa: E402
from irigrammar.engines.usual import program_module  # noqa: E402
from irigrammar.engines.values import Packed  # noqa: E402
from irigrammar.errors import GrammarError  # noqa: E402
from irigrammar.grammars.entry import Entry  # noqa: E402
from irigrammar.grammars.expr import Ref, Rule  # noqa: E402
from irigrammar.grammars.hints import Hint, Hints  # noqa: E402
from irigrammar.grammars.rulelist import Rulelist  # noqa: E402
from irigrammar.language.relations import covers, ordered  # noqa: E402
from irigrammar.matching.components import Splitter  # noqa: E402
from irigrammar.matching.grammar import Grammar  # noqa: E402
from irigrammar.processing.schemes import Scheme, parse_schemes  # noqa: E402
from irigrammar.processing.support.rewriters import SHIPPED, STAYING  # noqa: E402
from irigrammar.shipped import loader as catalog  # noqa: E402
from tools.sources import (  # noqa: E402
    annotated,
    catalog_of,
    parse_characters,
    parse_hints,
    parse_url_standard,
    read_rulelist,
)

GENERATED = ROOT / "src" / "irigrammar" / "_generated"
USUAL = ("rfc3986", "rfc3987")  # the grammars whose usual states ship
CATALOGS = ("catalog.toml", "schemes/catalog.toml")
HEADER = '"""{what} Written by: python tools/compile_grammars.py --write"""\n\n'
# Written by tools/unicode_tables.py and tools/plans.py.
OTHERS = (
    "__init__.py",
    "unicode.z",
    "plans/__init__.py",
    *(f"plans/{grammar}.py" for grammar in SHIPPED),
    *(f"{FOLDER}/{STAYING.format(grammar)}.z" for grammar in SHIPPED),
)
EXPRESSIONS = "Alternation, Concatenation, Literal, Prose, Range, Ref, Repetition, Rule"


def modules(only: str | None = None) -> dict[Path, str]:
    """Return the text of every generated module by its path; with `only`, those that are made of that file alone."""
    folder = ROOT / "grammar"
    modules: dict[Path, str] = {}

    def add(name: str, path: str, text: Callable[[], str]) -> None:
        if only in (None, name):
            modules[GENERATED / path] = text()

    for name, table in TABLES.items():
        add(name, f"{name}.py", partial(lambda name, table: table(table_text(name)), name, table))
    if only in TABLES:
        return modules
    catalogs = [tomllib.loads((folder / name).read_text(encoding="utf-8")) for name in CATALOGS]
    entries = catalog_of(catalogs[0] | catalogs[1])
    if only not in (None, *ALONE, *entries):
        raise SystemExit(f"nothing is called {only}; choose {', '.join((*TABLES, *ALONE, *entries))}")
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
        module = f"{catalog.module_name(name)}.py"
        modules[GENERATED / "entries" / module] = (
            f"{HEADER.format(what=f'The entry of {name}.')}ENTRY = {entry.row!r}\n"
        )
        modules[GENERATED / "rules" / module] = rules_module(name, rules)
        automata = compiled(rules, {erratum.rule for erratum in entry.errata})
        if not is_scheme:
            for rule, dfa in automata.items():
                languages.setdefault(dfa, []).append((name, rule))
        modules[GENERATED / FOLDER / f"{catalog.module_name(name)}.z"] = compiled_rules(rules, automata)
    core = rulelists["rfc5234"]
    add("characters", "characters.py", lambda: characters_module(table_text("characters"), core))
    add("url-standard", "url_standard.py", lambda: url_standard_module(table_text("url-standard"), core))
    hints = parse_hints(table_text("hints"))
    add("hints", "hints.py", lambda: hints_module(hints))
    add("hints", f"{FOLDER}/{HINTS}.z", lambda: compiled_conditions(hints, rulelists))
    add("quiet", f"{FOLDER}/{QUIET}.z", lambda: compiled_quiet(folder))
    if only is not None:
        return modules
    texts = usual_texts(table_text("usual"))
    usual = {name: entries[name].start[:2] for name in USUAL if name in entries}
    for name, starts in usual.items():
        module = f"{catalog.module_name(name)}.py"
        modules[GENERATED / "splits" / module] = usual_splits(rulelists[name], entries[name], starts, texts)
        for rule in starts:
            module = f"{catalog.module_name(program_module(name, rule))}.py"
            modules[GENERATED / "programs" / module] = program_text(rulelists[name], rule)
    modules[GENERATED / "catalog.py"] = catalog_module(entries, catalogs[0], usual)
    modules[GENERATED / "inclusions.py"] = inclusions_module(languages)
    for folder_name, what in PACKAGES.items():
        modules[GENERATED / folder_name / "__init__.py"] = f'"""{what}"""\n'
    return modules


def table_text(name: str) -> str:
    """Return the text of a table of `grammar`."""
    return (ROOT / "grammar" / f"{name}.toml").read_text(encoding="utf-8")


ALONE = ("characters", "url-standard", "hints", "quiet")  # with the tables and grammars, what `--only` names
PACKAGES = {
    "entries": "One module with the entry of each grammar of the catalog.",
    "rules": "One module of rules for each grammar of the catalog.",
    "splits": "The states that usual texts lead to.",
    "programs": "The programs that parse.",
}


def rules_module(name: str, rules: Rulelist) -> str:
    """Return the module of a grammar's own rules."""
    head = HEADER.format(what=f"The rules of {name}.")
    imports = f"from irigrammar.grammars.expr import {EXPRESSIONS}\n\n"
    return f"{head}{imports}RULES: dict[str, Rule] = {{\n{rule_rows(rules.own)}}}\n"


def rule_rows(rules: Mapping[str, Rule]) -> str:
    """Return rules by name as rows of a dictionary."""
    return "".join(f"    {key!r}: {rule_text(rule)},\n" for key, rule in rules.items())


def rule_text(rule: Rule) -> str:
    """Return a rule as Python text."""
    return f"Rule({rule.name!r}, {rule.expr!r}, {rule.source!r}, {rule.line}, {rule.end_line})"


def catalog_module(entries: Mapping[str, Entry], generic: Mapping[str, object], usual: Mapping[str, object]) -> str:
    """Return the module of what is asked of every grammar."""
    starts = {name: entry.start[0] for name, entry in entries.items()}
    return (
        HEADER.format(what="The names of the catalog's grammars.")
        + f"# With the first start rule of each.\nSTARTS = {starts!r}\n"
        + "# Those that are not of schemes and the like.\n"
        + f"GENERIC = {tuple(name for name in entries if name in generic)!r}\n"
        + "# The rules whose usual states ship (irigrammar.engines.usual).\n"
        + f"USUAL: dict[str, tuple[str, ...]] = {usual!r}\n"
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


def usual_splits(rules: Rulelist, entry: Entry, starts: Iterable[str], texts: list[str]) -> str:
    """Return the module of the states that texts lead to in splitting."""
    rows = {}
    for rule in starts:
        spans = Splitter(Production.of(rules, rule), entry.components, None).spans
        program = spans._engine.program
        rows[rule] = (head_of(program), usual_steps(spans._tagged(), program, texts))
    return f"{HEADER.format(what=f'What usual texts lead to, by rules of {rules.name}.')}USUAL = {rows!r}\n"


def program_text(rules: Rulelist, rule: str) -> str:
    """Return the module of the program that parses by a rule."""
    program = Production.of(rules, rule).tree_with(None).program
    masks = sorted(set(program.masks))
    numbers, leaf = bytes(map(masks.index, program.masks)), bytes(program.leaf)
    classes, lists = program.classes, (pack_rows(program.next), pack_column(program.event), tuple(program.marks))
    edges = map(pack_rows, turned(program))
    row = (classes.starts, classes.ids, program.start, tuple(masks), numbers, leaf, *lists, *edges)
    return f"{HEADER.format(what=f'The program that parses by {rule} of {rules.name}.')}PROGRAM = {row!r}\n"


def head_of(program: Program) -> tuple[object, ...]:
    """Return what the kernel is given of a program: see `irigrammar.engines.usual`."""
    return program.classes.starts, program.classes.ids, tuple(program.marks)


def usual_steps(tagged: Tagged, program: Program, texts: Iterable[str]) -> tuple[object, ...]:
    """Return the states of a tagged automaton that texts lead to, and all steps between them."""
    states = {tagged.begin(): 0}
    for text in texts:
        state = tagged.begin()
        for number in program.classes.encode(text):
            state, _ = tagged.step(state, number)
            states.setdefault(state, len(states))
    steps = {}
    for state, place in states.items():
        for number in range(1, program.classes.count):
            after, rows = tagged.step(state, number)
            if after in states:
                steps[place, number] = (states[after], rows)
    return tuple(states), steps


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


def compiled_rules(rules: Rulelist, automata: dict[str, Dfa]) -> str:
    """Return the automata and patterns of a grammar, before they are compressed."""
    return dump((rule, pack(dfa), compile_pattern(rules, rule)) for rule, dfa in automata.items())


def compiled_conditions(hints: Hints, rulelists: Mapping[str, Rulelist]) -> str:
    """Return the automata of the conditions, not compressed, each distinct one once, with its names."""
    names: dict[Packed, list[str]] = {}
    conditions = [(hint.code, field, expr) for hint in hints.fault for field, expr in hint.conditions.items()]
    for grammar, rules in rulelists.items():  # the core rules first: what needs no others is the same everywhere
        more = []
        for code, field, expr in conditions:
            try:
                packed = pack(compile_condition(expr, hints.rules, rules))
                names.setdefault(packed, []).append(condition_name(grammar, code, field))
            except GrammarError:  # it names a rule that the grammar lacks
                more.append((code, field, expr))
        if grammar == CORE:
            conditions = [row for row in more if not isinstance(row[2], Ref)]  # rules of grammars are compiled anyway
    return dump((",".join(rows), packed, None) for packed, rows in names.items())


PLAIN = (("plain", "dotted"), ("plain-ref", "nothing"))


def compiled_quiet(folder: Path) -> str:
    """Return the automata of the tails and texts in which no rule of advice finds anything, not compressed."""
    grammar = Grammar.from_file(folder / f"{QUIET}.abnf")
    less = (
        ("tail", "noise"),
        ("running-text", "loud"),
        ("triples", "loud"),
        ("ordinary", "striking"),
        ("silent", "capitals"),
        *PLAIN,
    )
    automata = ((name, grammar[name].automaton, grammar[without].automaton) for name, without in less)
    return dump(
        (name, pack(combined(all_, out, lambda first, second: first and not second)), None)
        for name, all_, out in automata
    )


def hints_module(hints: Hints) -> str:
    """Return the module of the hints."""

    def rows(hints: tuple[Hint, ...]) -> str:
        return "    (\n" + "".join(f"        {source(row)},\n" for row in hints) + "    ),\n"

    def source(row: Hint) -> str:
        """Return the row without the fields that have their default."""
        own = (
            (field.name, getattr(row, field.name)) for field in fields(row) if getattr(row, field.name) != field.default
        )
        return f"Hint({', '.join(f'{name}={value!r}' for name, value in own)})"

    return (
        HEADER.format(what="What is known of frequent cases.")
        + f"from irigrammar.grammars.expr import {EXPRESSIONS}\nfrom irigrammar.grammars.hints import Hint, Hints\n\n"
        + f"HINTS = Hints(\n    {{\n{rule_rows(hints.rules)}    }},\n"
        + f"    {dict(hints.names)!r},\n    {dict(hints.spaces)!r},\n{rows(hints.fault)})\n"
    )


def schemes_module(schemes: Iterable[Scheme]) -> str:
    """Return the module of the scheme registry: for each scheme the fields that it gives."""
    rows = [
        {name: value for name, value in asdict(scheme).items() if value not in ("", False, None)} for scheme in schemes
    ]
    return (
        HEADER.format(what="What is known of schemes.")
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
    source = HEADER.format(what="What the rules on suspicious strings know of names and addresses.")
    for constant, rows, name in (
        ("BLOCKS", table["block"], "prefix"),
        ("HOLDERS", table["holder"], "prefix"),
        ("DOMAINS", table["domain"], "name"),
    ):
        lines = "".join(
            f"    ({row[name]!r}, {row.get('says') or row['name']!r}, {row['section']!r}),\n" for row in rows
        )
        source += f"{constant}: tuple[tuple[str, str, str], ...] = (\n{lines})\n"
    for name, words in (("TYPED_SCHEMES", "typed"), ("NOT_MISSPELLED", "not_misspelled"), ("DEFANGED", "defanged")):
        source += f"{name} = {table['schemes'][words]!r}\n"
    source += f"FOLDERS = {table['folders']['names']!r}\n"
    return source + f'EXTENSIONS = """\n{table["extensions"]["names"]}"""\n'


def documents_module(text: str) -> str:
    """Return the module of what scans know of documents."""
    table = tomllib.loads(text)
    rows = (
        ("COMMON_SCHEMES", table["schemes"]["common"]),
        ("HOST_LISTS", table["schemes"]["host_lists"]),
        ("KEY_WORDS", table["keys"]["words"]),
        ("KEY_NAMES", table["keys"]["names"]),
        ("REFERENCE_KEYS", table["keys"]["references"]),
        ("EXAMPLE_PASSWORDS", table["credentials"]["passwords"]),
    )
    source = HEADER.format(what="What scans know of documents, as words separated by white space.")
    source += "".join(f'{constant} = """\n{words.strip()}\n"""\n' for constant, words in rows)
    vocabularies = {
        name: {key: " ".join(words.split()) for key, words in row.items()}
        for name, row in table["vocabularies"].items()
    }
    return source + f"VOCABULARIES: dict[str, dict[str, str]] = {vocabularies!r}\n"


def advice_module(text: str) -> str:
    """Return the module of the pages of the rules of advice."""
    rows = "".join(f"    {code!r}: {advice_page(code, **page)!r},\n" for code, page in tomllib.loads(text).items())
    return HEADER.format(what="The pages of the rules of advice, by code.") + f"PAGES = {{\n{rows}}}\n"


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
    head = HEADER.format(what="The codes of scans and of the lint of grammars.") + "from typing import Any\n\n"
    return f"{head}CODES: dict[str, dict[str, Any]] = {{\n{rows}}}\n"


def characters_module(text: str, core: Rulelist) -> str:
    """Return the module of the sets and groups of characters."""
    table = parse_characters(text)
    rules = Rulelist("characters", table.rules, core)
    sets = {name: set_of(rules, name) for name in table.rules}
    groups = [(row.name, row.says, row.section, sets.pop(row.rule)) for row in table.groups]
    return (
        HEADER.format(what="Sets and groups of characters, as ranges of code points with both ends included.")
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
        HEADER.format(what="The URL Standard's sets of characters, with both ends of ranges included, and its schemes.")
        + sets_rows({name: set_of(rules, name) for name in table.rules})
        + f"\nSECTIONS: dict[str, str] = {{\n{sections}}}\n"
        + "\n# The special schemes and their default ports.\n"
        + f"SPECIAL: dict[str, int | None] = {dict(table.special)!r}\n"
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


def inclusions_module(languages: dict[Dfa, list[tuple[str, str]]]) -> str:
    """Return the module of how the productions' languages include one another."""
    diagram = covers(ordered(list(languages)))
    rows = "".join(
        f"    ({tuple(names)!r}, {row!r}),  # {number}\n"
        for number, (names, row) in enumerate(zip(languages.values(), diagram, strict=True))
    )
    what = (
        "The productions by language, as grammar and rule, and the numbers of the languages that include each one with "
        "no\nother between; proved on their automata."
    )
    names, row = "tuple[tuple[str, str], ...]", "tuple[int, ...]"
    return f"{HEADER.format(what=what)}INCLUSIONS: tuple[tuple[{names}, {row}], ...] = (\n{rows})\n"


# The tables of which each is a module of its own.
TABLES: dict[str, Callable[[str], str]] = {
    "advice": advice_module,
    "codes": codes_module,
    "documents": documents_module,
    "registries": registries_module,
    "schemes": lambda text: schemes_module(parse_schemes(text)),
    "suspicious": suspicious_module,
}


def stored(path: Path, text: str) -> bytes:
    """Return the bytes of a generated file; those of compressed text differ between versions of zlib."""
    return zlib.compress(text.encode(), 9) if path.suffix == ".z" else text.encode()


def content(path: Path) -> str:
    """Return the text of a generated file."""
    data = path.read_bytes()
    return (zlib.decompress(data) if path.suffix == ".z" else data).decode()


def main() -> int:
    parser = argparse.ArgumentParser(description="Compile the catalog's grammars.")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--write", action="store_true", help="write the modules")
    what.add_argument("--check", action="store_true", help="exit 1 where they are not up to date")
    parser.add_argument("--only", metavar="NAME", help="a table or grammar; what depends on it is not made anew")
    options = parser.parse_args()
    texts = modules(options.only)
    everything = {*GENERATED.rglob("*.py"), *GENERATED.rglob("*.z")} - {GENERATED / name for name in OTHERS}
    present = everything if options.only is None else everything & texts.keys()
    stale = [path for path, text in texts.items() if path not in present or content(path) != text]
    stale += sorted(present - texts.keys())
    for path in stale:
        print(path.relative_to(ROOT))
        if options.write:
            if path in texts:
                path.parent.mkdir(exist_ok=True)
                path.write_bytes(stored(path, texts[path]))
            else:
                path.unlink()
    if options.check and stale:
        print("not up to date: run python tools/compile_grammars.py --write")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
