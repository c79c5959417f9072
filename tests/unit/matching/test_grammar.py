"""Grammars by name, by file and by text."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path

import pytest
from rows import in_one_test

import irigrammar
from irigrammar import Grammar, GrammarError, Matcher, UnknownGrammar, UnknownRule
from irigrammar.matching.grammar import open_grammar

GREETING = 'greeting = salute [ SP name ]\nsalute = "hi" / "ho"\nname = 1*ALPHA\n'


def test_productions_are_looked_up_in_any_case() -> None:
    grammar = irigrammar.grammar("rfc3987")
    assert isinstance(grammar["IRI"], Matcher)
    assert grammar["iri"] is grammar["IRI"]
    assert grammar["iri"].rule == "IRI"
    assert "iri" in grammar
    assert "scheme" in grammar
    assert "nothing" not in grammar
    assert 5 not in grammar


def test_iterating_gives_the_names_of_the_own_rules_in_file_order() -> None:
    grammar = irigrammar.grammar("web-address")
    assert list(grammar) == ["href-ucschar", "href-pct-form", "href-path-sep", "href-strip"]
    assert len(grammar) == 4
    assert list(Grammar.from_text(GREETING)) == ["greeting", "salute", "name"]


def test_start_is_the_first_start_rule() -> None:
    assert irigrammar.grammar("rfc3987").start.rule == "IRI-reference"
    assert irigrammar.grammar("rfc3986").start.rule == "URI-reference"
    assert Grammar.from_text(GREETING).start.rule == "greeting"
    chosen = Grammar.from_text(GREETING, start=("NAME", "salute"))
    assert chosen.start.rule == "name"
    assert chosen.entry.start == ("name", "salute")


def test_a_text_is_a_grammar_with_the_core_rules() -> None:
    grammar = Grammar.from_text(GREETING)
    assert grammar.start.matches("Hi Ann")
    assert not grammar.start.matches("Hi  Ann")
    assert grammar.name == "<text>"
    assert grammar.entry.extends == "rfc5234"


@pytest.mark.parametrize("extends", ["rfc3986", irigrammar.grammar("rfc3986")])
def test_a_text_may_extend_a_grammar(extends: str | Grammar) -> None:
    grammar = Grammar.from_text('unreserved = "x"\nlink = "<" URI ">"\n', extends=extends, start=("link",))
    assert grammar.start.matches("<a:x/x>")
    assert not grammar.start.matches("<a:b>")
    assert irigrammar.grammar("rfc3986")["URI"].matches("a:b")
    assert grammar["URI"].split("a:x").path == "x"


def test_a_text_may_extend_a_user_grammar() -> None:
    first = Grammar.from_text(GREETING)
    second = Grammar.from_text("name = 1*DIGIT\n", extends=first)
    assert second["greeting"].matches("hi 5")
    assert not second["greeting"].matches("hi Ann")
    assert first["greeting"].matches("hi Ann")


def test_replace_redirects_references() -> None:
    grammar = Grammar.from_text("digits = 1*DIGIT\n", extends=Grammar.from_text(GREETING), replace={"NAME": "Digits"})
    assert grammar["greeting"].matches("hi 5")
    assert grammar["name"] == grammar["digits"]


@pytest.mark.parametrize(
    "names",
    [
        {"start": ("nothing",)},
        {"replace": {"nothing": "name"}},
        {"replace": {"name": "nothing"}},
        {"prefer": "nothing"},
    ],
)
def test_names_that_are_not_rules_are_refused(names: dict[str, object]) -> None:
    with pytest.raises(UnknownRule) as caught:
        Grammar.from_text(GREETING, **names)  # type: ignore[arg-type]
    assert caught.value.rule == "nothing"


def test_components_are_checked_when_they_are_given() -> None:
    with pytest.raises(GrammarError, match="pfad"):
        Grammar.from_text(GREETING, components={"greeting": "path", "name": "pfad"})
    with pytest.raises(UnknownRule) as caught:
        Grammar.from_text(GREETING, components={"nothing": "path"})
    assert caught.value.rule == "nothing"


def test_an_unknown_grammar_to_extend_is_refused() -> None:
    with pytest.raises(UnknownGrammar):
        Grammar.from_text(GREETING, extends="rfc3985")


def test_a_file_is_a_grammar(tmp_path: Path) -> None:
    path = tmp_path / "greeting.abnf"
    path.write_bytes(b"; gr\xc3\xbcezi\r\n" + GREETING.replace("\n", "\r\n").encode())
    grammar = Grammar.from_file(path)
    assert grammar["greeting"].matches("ho Bob")
    assert grammar.name == str(path)
    assert grammar.rules["greeting"].source == str(path)
    assert grammar.rules["greeting"].line == 2
    assert Grammar.from_file(str(path), extends="rfc3986", start=("name",)).start.rule == "name"


def test_a_file_that_is_not_abnf_is_refused_where_it_is_not(tmp_path: Path) -> None:
    path = tmp_path / "bad.abnf"
    path.write_text("a = b\nc = / d\n", encoding="utf-8")
    with pytest.raises(GrammarError) as caught:
        Grammar.from_file(path)
    assert (caught.value.source, caught.value.line, caught.value.column) == (str(path), 2, 5)
    path.write_bytes(b"a = b ; \xff\n")
    with pytest.raises(GrammarError, match="byte 0xFF is not UTF-8") as caught:
        Grammar.from_file(path)
    assert (caught.value.source, caught.value.line, caught.value.column) == (str(path), 1, 9)
    with pytest.raises(FileNotFoundError):
        Grammar.from_file(tmp_path / "none.abnf")


def test_open_grammar_takes_a_name_or_a_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "g.abnf").write_text(GREETING, encoding="utf-8")
    (tmp_path / "plain").write_text(GREETING, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert open_grammar("rfc3987") is irigrammar.grammar("rfc3987")
    for name in ("g.abnf", "./g.abnf", "./plain", str(tmp_path / "plain")):
        assert open_grammar(name).start.matches("hi")
    assert open_grammar("g.abnf", extends="rfc3986")["URI"].matches("a:b")
    (tmp_path / "UP.ABNF").write_text(GREETING, encoding="utf-8")
    assert open_grammar("UP.ABNF").start.rule == "greeting"


def test_values_other_than_names_and_paths_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "plain").write_text(GREETING, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UnknownGrammar, match="rfc3987"):
        open_grammar("rfc3978")
    with pytest.raises(UnknownGrammar):
        open_grammar("plain")
    for name in ("none.abnf", "./none", str(tmp_path)):
        with pytest.raises(GrammarError, match="cannot be read") as caught:
            open_grammar(name)
        assert caught.value.source == name


def test_grammars_are_equal_when_they_were_made_from_the_same() -> None:
    left, right = Grammar.from_text(GREETING), Grammar.from_text(GREETING)
    assert left == right
    assert hash(left) == hash(right)
    assert left["name"] == right["name"]
    assert len({left, right}) == 1
    assert left != Grammar.from_text(GREETING, start=("name",))
    assert left != Grammar.from_text(GREETING, extends="rfc3986")
    assert left != Grammar.from_text(GREETING, name="else")
    assert left != irigrammar.grammar("rfc3986")
    assert left != "<text>"


@pytest.mark.parametrize(
    "grammar",
    [
        irigrammar.grammar("web-address"),
        Grammar.from_text(GREETING),
        Grammar.from_text(
            'sep = "/" / "\\"\nnew = "y"\n',
            name="mine",
            extends=Grammar.from_text('path = *( ALPHA / sep )\nsep = "/"\nold = "x"\n'),
            start=("path", "new"),
            components={"path": "path"},
            replace={"old": "new"},
            prefer="sep",
        ),
    ],
    ids=["catalog", "text", "everything"],
)
def test_grammars_are_picklable_and_copyable(grammar: Grammar) -> None:
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(grammar, protocol))
        assert again == grammar
        assert hash(again) == hash(grammar)
        assert again.entry == grammar.entry
        assert again.start.rule == grammar.start.rule
        assert again.rules.names() == grammar.rules.names()
    assert copy.deepcopy(grammar) == copy.copy(grammar) == grammar


def test_a_pickled_catalog_grammar_comes_back_as_the_same_object() -> None:
    grammar = irigrammar.grammar("leiri")
    assert pickle.loads(pickle.dumps(grammar)) is grammar


def test_productions_are_compiled_once_for_all_grammars_that_inherit_them() -> None:
    iri, uri = irigrammar.grammar("rfc3987"), irigrammar.grammar("rfc3986")
    assert iri._production("scheme") is uri._production("scheme") is uri._production("SCHEME")
    assert iri._production("IRI") is not uri._production("URI")
    assert irigrammar.grammar("leiri")._production("URI") is uri._production("URI")
    extended = Grammar.from_text('link = "<" URI ">"\n', extends="rfc3986")
    assert extended._production("URI") is uri._production("URI")


def test_repr_names_the_grammar() -> None:
    assert repr(irigrammar.grammar("rfc3987")) == "<Grammar rfc3987>"
    assert repr(Grammar.from_text(GREETING)["name"]) == "<Matcher <text> name>"


WIDER = Grammar.from_text('ipchar = iunreserved / pct-encoded / sub-delims / ":" / "@" / "|"\n', extends="rfc3987")


@in_one_test(
    ("extends", "text", "start"),
    [
        ("rfc3987", 'ipchar =/ "|"\n', ("IRI-reference", "IRI", "absolute-IRI", "irelative-ref")),
        ("rfc3987", 'zone = "%25" 1*ALPHA\nihost =/ "[" IPv6address zone "]"\n', ("IRI-reference", "IRI")),
        ("leiri", 'ucschar = %xA0-D7FF\nLEIRI = scheme ":" ihier-part\n', ("LEIRI-reference", "LEIRI")),
        (WIDER, 'ipchar =/ "^"\n', ("IRI-reference", "IRI")),
        (Grammar.from_text(GREETING), "name = 1*DIGIT\n", ("greeting",)),
        ("rfc3986", 'link = "<" URI ">"\n', ("link",)),
        ("rfc3986", "number = 1*DIGIT\nDIGIT = %x30-39\n", ("number",)),
        ("rfc3987", 'ALPHA =/ "_"\nname = 1*ALPHA\n', ("IRI-reference", "IRI")),
        ("rfc3987", "DIGIT = %x30-31\n", ("IRI-reference", "IRI")),
        ("rfc5234", 'DIGIT = "0"\nlist = 1*DIGIT\n', ("DIGIT",)),
    ],
)
def test_a_variant_keeps_the_start_rules(extends: str | Grammar, text: str, start: tuple[str, ...]) -> None:
    grammar = Grammar.from_text(text, extends=extends)
    assert grammar.entry.start[: len(start)] == start
    assert grammar.start.rule == start[0]


def test_alternatives_are_added_to_an_inherited_rule() -> None:
    """RFC 5234, 3.3."""
    added = Grammar.from_text('IPCHAR =/ "|"\nipchar =/ "^"\n', extends="rfc3987")
    assert added.start.matches("http://e/a|b^c:@%41é")
    assert not added.start.matches("http://e/a`b")
    twice = Grammar.from_text('ipchar =/ "`"\n', extends=added)
    assert twice.start.matches("http://e/a|b^`")
    assert Grammar.from_text('ALPHA =/ "_"\nname = 1*ALPHA\n')["name"].matches("a_b")
    assert added.rules["isegment"].abnf == "*ipchar"
    assert pickle.loads(pickle.dumps(added)) == added
    with pytest.raises(GrammarError, match="imported: to add to it, extend that grammar"):
        Grammar.from_text('x = ipchar\nipchar =/ "|"\n', imports=["rfc3987"])


def test_processing_by_a_single_start_rule_knows_references_with_a_scheme() -> None:
    grammar = Grammar.from_text('ipchar =/ "|"\n', extends="rfc3987", start=("IRI-reference",))
    assert irigrammar.resolve("http://e/a", "./b|c", grammar=grammar) == "http://e/b|c"
    with pytest.raises(irigrammar.NoMatch):
        irigrammar.resolve("//e/a", "b", grammar=grammar)


def test_an_error_names_the_start_rules_of_references() -> None:
    grammar = Grammar.from_text("list = URI *( SP URI )\n", extends="rfc3986")
    with pytest.raises(GrammarError, match=r"for those of references, give start=\('URI-reference', 'URI'\)"):
        irigrammar.normalize("a:b", grammar=grammar)
    named = Grammar.from_text("list = URI *( SP URI )\n", extends="rfc3986", start=("URI-reference", "URI"))
    assert irigrammar.normalize("A:b", grammar=named) == "a:b"


def test_the_kind_of_a_string_is_that_of_the_rule_that_is_asked() -> None:
    grammar = Grammar.from_text("word = 1*ALPHA\n", extends="rfc3987")
    assert grammar["IRI-reference"].kind("//h/a") == "irelative-ref"
    fault = grammar["IRI"].check("http://h/a b").fault
    assert fault is not None
    assert [fix.text for fix in fault.fixes] == ["http://h/a%20b"]
