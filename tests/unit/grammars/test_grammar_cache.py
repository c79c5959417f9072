"""Grammars with a cache: read and compiled once."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest
from command import run
from rows import in_one_test

import irigrammar
from irigrammar.automata import pushdown
from irigrammar.engines import compile as compiling
from irigrammar.errors import GrammarError
from irigrammar.grammars import reader
from irigrammar.grammars.authors import extract
from irigrammar.grammars.authors.lint import lint
from irigrammar.grammars.limits import GrammarLimits
from irigrammar.matching.grammar import Grammar, open_grammar
from irigrammar.shipped import package
from irigrammar.shipped.loader import load

TEXTS = ("a,b", "a,", "", "a;b", "A,b,c")
ABNF = 'list = item *( "," item )\nitem = 1*ALPHA ; "x"\nhost = <host, see there>\n'
DRAFT = """\
Internet-Draft              Lists                           January 2020

3.  Syntax

   list = item *( "," item )
   item = 1*ALPHA
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in (("a.abnf", ABNF), ("draft.txt", DRAFT), ("b.abnf", 'pair = list "=" list\n')):
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def answers(grammar: Grammar, rule: str) -> list[object]:
    matcher = grammar[rule]
    rows: list[object] = [matcher.automaton, [*grammar], grammar.start.rule]
    for text in TEXTS:
        verdict = matcher.check(text)
        tree = [(node.rule, node.start, node.end) for node in matcher.parse(text).walk()] if verdict else []
        rows.append((text, str(verdict), verdict.fault and verdict.fault.fixes, tree))
    return rows


def unless(rule: str, function: Callable[..., object]) -> Callable[..., object]:
    """Return a function that may compile conditions of hints, and nothing else."""
    return lambda *given: function(*given) if given[-1] == "condition" else pytest.fail(f"{rule} is kept")


@pytest.mark.parametrize(
    ("name", "rule", "imports"),
    [
        ("a.abnf", "list", ()),
        ("draft.txt", "item", ()),
        ("b.abnf", "pair", ("a.abnf",)),
        ("a.abnf", "host", ("rfc3986",)),
    ],
)
def test_a_cache_changes_no_answer(
    folder: Path, monkeypatch: pytest.MonkeyPatch, name: str, rule: str, imports: tuple[str, ...]
) -> None:
    monkeypatch.chdir(folder)

    def opened(cache: str | None) -> Grammar:
        return open_grammar(f"./{name}", imports=imports, cache=cache)

    without = answers(opened(None), rule)
    first = answers(opened("kept"), rule)
    for module, function in ((reader, "read"), (extract, "extract"), (compiling, "compile_dfa")):
        monkeypatch.setattr(module, function, unless(rule, getattr(module, function)))
    assert answers(opened("kept"), rule) == first == without


def test_recursive_rules_are_kept_as_they_were_read(tmp_path: Path) -> None:
    text = 'sum = number / "(" sum ")"\nnumber = 1*DIGIT\n'
    for _ in range(2):
        grammar = Grammar.from_text(text, cache=tmp_path)
        assert [grammar.start.matches(text) for text in ("((1))", "((1)")] == [True, False]
        with pytest.raises(GrammarError, match="sum"):
            _ = grammar.start.automaton


def test_faults_name_the_file_that_is_read(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / f"{name}.abnf").write_text('a = "x" / "y"\n', encoding="utf-8")
    for name in ("one", "two"):
        rule = open_grammar(str(tmp_path / f"{name}.abnf"), cache=tmp_path / "kept").rules["a"]
        assert Path(rule.source).name == f"{name}.abnf"


def test_options_count(tmp_path: Path) -> None:
    text = 'a = b\nb = "x"\nc = "y"\n'
    plain, replaced = (Grammar.from_text(text, replace=rules, cache=tmp_path)["a"] for rules in ({}, {"b": "c"}))
    for _ in range(2):
        assert [matcher.matches("y") for matcher in (plain, replaced)] == [False, True]
    parents = [Grammar.from_text(f'd = "{word}"\n', name="parent", cache=tmp_path) for word in ("one", "two")]
    for _ in range(2):
        matchers = [Grammar.from_text("e = d\n", extends=parent, cache=tmp_path).start for parent in parents]
        assert [matcher.matches("one") for matcher in matchers] == [True, False]


def test_grammars_of_the_package_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert open_grammar("abnf:rfc3339", cache=tmp_path)["full-date"].matches("2020-02-30")
    monkeypatch.setattr(package, "package_text", lambda _: pytest.fail("it is kept"))
    assert open_grammar("abnf:rfc3339", cache=tmp_path)["full-date"].matches("2020-02-30")


def test_no_error_is_kept(tmp_path: Path) -> None:
    for _ in range(2):
        with pytest.raises(GrammarError, match="double quotation marks"):
            Grammar.from_text("a = 'x'\n", cache=tmp_path)
    assert not [*tmp_path.iterdir()]


def test_limits_count(tmp_path: Path) -> None:
    text = f'a = {"(" * 5}"x"{")" * 5}\n'
    Grammar.from_text(text, cache=tmp_path)
    with pytest.raises(GrammarError, match="more than 3 deep"):
        Grammar.from_text(text, limits=GrammarLimits(nesting=3), cache=tmp_path)


def test_the_command_keeps_in_the_users_cache(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = folder / "kept"
    monkeypatch.setenv("IRIGRAMMAR_CACHE_DIR", str(kept))
    check = ("check", "-g", str(folder / "a.abnf"), "a,b")
    assert run(*check, "--no-cache").status == 0
    assert not kept.exists()
    first = run(*check)
    names = sorted(path.name for path in kept.iterdir())
    assert len(names) == 2  # the rules, and an automaton
    assert run(*check) == run(*check, "--no-cache") == first
    for path in kept.iterdir():
        path.write_bytes(b"damaged")
    assert run(*check) == first
    assert sorted(path.name for path in kept.iterdir()) == names
    monkeypatch.setenv("IRIGRAMMAR_CACHE_DIR", "")
    assert run(*check) == first


def test_the_folder_is_that_of_the_platform(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    import platformdirs

    from irigrammar.cli.options import cache_folder

    monkeypatch.delenv("IRIGRAMMAR_CACHE_DIR")
    monkeypatch.setattr(platformdirs, "user_cache_dir", lambda *_: str(tmp_path))
    assert cache_folder() == os.path.join(tmp_path, "grammars")  # noqa: PTH118


@pytest.mark.parametrize(
    ("text", "module", "name"),
    [
        ('a = "x" a "x" / ""\n', pushdown, "pushdown"),
        ('a = *( "x" / "y" ) "x" 20( "x" / "y" )\n', compiling, "determinize"),
    ],
)
def test_nested_rules_are_kept_too(
    text: str, module: ModuleType, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = Grammar.from_text(text, cache=tmp_path).start
    assert not first.matches("z")
    monkeypatch.setattr(module, name, lambda *_: pytest.fail("the answer is kept"))
    second = Grammar.from_text(text, cache=tmp_path).start
    assert not second.matches("z")
    assert second._production.nested == first._production.nested


# Rules that a grammar takes from others: what each name means, which clash, and what prose says


ADDRESS = """\
message = "to:" SP addr-spec [ "," SP host ] CRLF
host = "localhost" / uri-host
uri-host = <host, see [RFC3986], Section 3.2.2>
"""

A = Grammar.from_text('list = item *( "," item )\nitem = name / number\nname = "a"\nnumber = 1*DIGIT\n', name="a.abnf")
B = Grammar.from_text('name = "b"\nnumber = 1*DIGIT\npair = name "=" item\n', name="b.abnf")


def taken(text: str, *imports: str | Grammar) -> Grammar:
    return Grammar.from_text(text, name="mine", imports=imports)


def codes(text: str, *imports: Grammar) -> list[tuple[str, int, int]]:
    rows = lint(text, "mine", parent=load("rfc5234"), imports=[grammar.rules for grammar in imports])
    return [(row.code, row.line, row.column) for row in rows]


def test_a_reference_means_the_rule_of_the_import_that_has_it() -> None:
    grammar = taken(ADDRESS, "rfc3986", open_grammar("abnf:rfc5322"))
    assert grammar.start.matches("to: a.b@example.org, [::1]\r\n")
    assert not grammar.start.matches("to: a.b@example.org, [::z]\r\n")
    assert list(grammar) == ["message", "host", "uri-host"]


@in_one_test(
    ("rule", "matched", "other"),
    [
        ('x = list "!"', "a,12!", "b!"),  # the import's own names mean what they mean there,
        ('x = list name\nname = "mine"', "1,amine", "mine,amine"),  # whatever they mean here
        ("x = number", "12", "a"),  # the same in both: not ambiguous
        ("x = pair", "b=a", "a=a"),  # what an import lacks is that of another one
        ('x = <list, see A> "."\nlist = "mine"', "a.", "mine."),
        ("x = <name in [b]>", "b", "a"),
        ("x = name\nname = <see B, section 1>", "b", "a"),
        ("x = name\nname = <name, see a>", "a", "b"),
        ("x = number *DIGIT", "12", ""),  # core rules are never ambiguous
    ],
)
def test_meaning_of_a_name(rule: str, matched: str, other: str) -> None:
    matcher = taken(f"{rule}\n", A, B)["x"]
    assert (matcher.matches(matched), matcher.matches(other)) == (True, False)


def test_conflicting_imports_are_not_guessed() -> None:
    text = 'x = "1"\n    / name\n'
    with pytest.raises(irigrammar.GrammarError) as caught:
        taken(text, A, B)
    assert (caught.value.line, caught.value.column) == (2, 7)
    assert caught.value.reason == (
        "name is a rule of a.abnf, and another of b.abnf: write <name, see a.abnf> for the first of them"
    )
    assert codes(text, A, B) == [("L027", 2, 7)]
    assert taken(text.replace("name", "<name, see a.abnf>"), A, B).start.matches("a")


def test_unreadable_imports_are_named() -> None:
    with pytest.raises(
        irigrammar.GrammarError, match=r"c\.abnf: in x, name is a rule of a\.abnf, and another of b\.abnf"
    ):
        taken("y = x\n", Grammar.from_text("x = name\n", name="c.abnf"), A, B)


def test_a_rule_that_hides_one_of_an_import_is_advice() -> None:
    assert codes('list = name\nname = "b"\nnumber = 1*DIGIT\n', A) == [
        ("L028", 1, 1),
        ("L028", 2, 1),
        ("L003", 3, 1),
    ]


def test_prose_that_is_taken_from_an_import_is_no_prose() -> None:
    text = "x = name\nname = <name, see a>\n"
    assert codes(text, A, B) == []
    assert codes(text, B) == []
    assert codes(text) == [("L006", 2, 8)]


def test_recursion_in_an_import_is_not_reported_here() -> None:
    assert codes('x = y "."\n', Grammar.from_text('y = "(" [ y ] ")"\n', name="r.abnf")) == []


def test_an_import_extends_what_the_grammar_extends() -> None:
    grammar = Grammar.from_text("x = list host\n", extends="rfc3986", imports=[A])
    assert grammar["x"].matches("a,1[::1]")
    assert grammar["URI"].matches("http://h/")


def test_a_grammar_with_imports_can_be_pickled_and_compared() -> None:
    grammar = taken("x = list\n", A, "rfc3986")
    again = pickle.loads(pickle.dumps(grammar))
    assert again == grammar
    assert again["x"].matches("a,1")
    assert grammar != taken("x = list\n", A)


def test_rules_say_where_they_are() -> None:
    grammar = taken("x = [ list ] uri-host\nuri-host = <host, see RFC 3986>\n", A, "rfc3986")
    assert grammar.rules["list"].source == "a.abnf"
    assert grammar.rules["IP-literal"].source == "grammar/rfc3986.abnf"


@pytest.mark.parametrize("options", [{"extends": "rfc3986"}, {"imports": ["rfc3986"]}])
def test_only_files_extend_and_import(options: dict[str, object]) -> None:
    with pytest.raises(irigrammar.GrammarError, match=r"goes with a file of ABNF, and rfc3987 is not one"):
        open_grammar("rfc3987", **options)  # type: ignore[arg-type]  # the options are keywords
