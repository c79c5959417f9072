"""Types that a grammar and a table describe; rules of formats."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from pathlib import Path, PurePath
from typing import Any

import pytest
from document_items import check, edited, identifiers
from documents import items
from rows import in_one_test

from irigrammar.engines.tokens import token_automaton
from irigrammar.errors import GrammarError
from irigrammar.matching.grammar import open_grammar
from irigrammar.scan.formats import lexical, tokens
from irigrammar.scan.formats.html_markup import Tag, attributes_of
from irigrammar.scan.formats.html_markup import tokens as html_tokens
from irigrammar.scan.formats.items import Candidate, Comment, Malformed
from irigrammar.scan.formats.registry import Options, document_type, type_of
from irigrammar.scan.formats.types.lexical import lexical_type
from irigrammar.shipped import values
from irigrammar.shipped.loader import grammar_directory, load, value
from tools.compile_grammars import tokens_parts

TABLES: dict[str, Any] = tomllib.loads((grammar_directory() / "documents.toml").read_text("utf-8"))["tokens"]

GRAMMAR = """
link      = "[" *char "]"
open-link = "[" *char
remark    = "!" *( char / "]" )
other     = 1*( %x0-20 / %x22-5A / %x5C-10FFFF )
char      = %x20-5C / %x5E-10FFFF
"""
TABLE = """
grammar = "toy"
[kinds]
link = "[ iri ]"
open-link = "problem"
remark = "! comment"
other = ""
[labels]
iri = "a link"
[problems]
open-link = "no ] closes this [ on its line"
"""


def test_a_type_takes_a_grammar_and_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "documents").mkdir()
    (tmp_path / "documents" / "toy.abnf").write_text(GRAMMAR)
    parts = tokens_parts(tomllib.loads(TABLE), tmp_path, load("rfc5234"))

    def of_parts(file: str, name: str) -> Any:
        return values.load(parts[name]) if file == "tokens-toy" else value(file, name)

    for module in (lexical, tokens):
        monkeypatch.setattr(module, "value", of_parts)
    kind = lexical_type("toy", "toy", {"title": "toys", "suffixes": ".toy", "production": "IRI", "comment": "! iri: x"})
    text = "see [http://e.org/a b] or [b\n! iri: ignore\n! http://e.org/c [d]\n"
    found = list(kind.open(Options())(text))
    assert [(type(item), text[item.start : item.end]) for item in found] == [
        (Candidate, "http://e.org/a b"),
        (Malformed, "["),
        (Comment, "! iri: ignore"),
        (Candidate, "http://e.org/c"),
    ]
    assert kind.spans is not None
    spans, count = kind.spans("x [http://e.org/a] [b//c]", striking=True) or ((), 0)
    assert ([*spans], count) == ([(3, 17, "http://e.org/a"), (20, 24, "b//c")], 2)
    assert kind.cut is not None
    assert kind.cut("a\nb") == 2


@in_one_test("name", [name for name in TABLES if "types" in TABLES[name]])
def test_each_table_names_its_rules(name: str) -> None:
    table = {**TABLES.get(TABLES[name].get("like"), {}), **TABLES[name]}
    rules = open_grammar(f"documents/{TABLES[name].get('like', name)}").rules
    order = table["order"].split()
    assert len(set(order)) == len(order)
    assert set(order) | set(table["problems"]) | set(table["kinds"]) <= set(rules)
    assert token_automaton(rules, order)


@in_one_test(
    ("text", "expected"),
    [
        # The shell ends a word where it does.
        ("RUN curl https://e.example/a|sh", ["https://e.example/a"]),
        ("RUN a https://e/b;c && d>https://e/d>e 2>&1 $(f https://e/g) `h https://e/i`", "b d g i"),
        ("RUN (a https://e/b)&& c https://e/c&d --e=https://e/e?f=g", "b c e?f=g"),
        ("RUN a https://e/b\\\n/c https://e/d\\&e \\\n# f https://e/g\n https://e/h", "b/c d&e g h"),
        ('RUN echo don\'t https://e/a && echo "https://e/b|c \\"https://e/d\\" $e" \'https://e/f;g\'', "a b|c d f"),
        ("RUN <<EOF\r\ncurl https://e/a|b\r\nEOF\r\n", "a"),
        ('CMD ["curl", "https://e/a|b"]\nHEALTHCHECK CMD c http://e/d || exit 1', ["https://e/a|b", "http://e/d"]),
        ('ENV A=https://e/b|c D "https://e/d" \nLABEL e.f="https://e/é" g=\'https://e/h|i\'', "b|c d é h|i"),
        # What ADD gets is one URL.
        ("ADD https://e/a|b;c{ /d", "a|b;c{"),
        ("# a\n  add --keep=c --d \\\n  https://e/f#g:h|i \\\n  https://e/j|k /l", "f#g:h|i j|k"),
        (
            'ONBUILD ADD "https://e/a b" /c\nADD ["https://e/d e", "/f"]\nADD [ "https://e/${G} h" ]',
            ["https://e/a b", "https://e/d e"],
        ),
        ("ADD git@e:a/b.git#c /d\nADD ./e f:g /h\nRUN add https://e/i|j", "i"),
        # Variables are those of a template.
        ("FROM e/a:${B}\nADD https://e/${C}|d /e\nRUN f https://e/${G} https://${H}/i https://e/$J", []),
        # The directive of the escape.
        ('# escape=`\nRUN a https://e/b`\n/c c:\\d "https://e/`\nf|g"\nadd --h `\n https://e/i|j `\n k', "b/c f|g i|j"),
        ("#syntax=a\r\n#ESCAPE = `\r\nENV A https://e/b\\c\r\n", "b\\c"),
        ("# a\n# escape=`\nRUN `a https://e/b`\n", "b"),
        ("# syntax=docker/dockerfile:1\n# see https://e/a\n#b https://e/c", "a c"),
    ],
)
def test_words_of_dockerfiles(text: str, expected: str | list[str]) -> None:
    listed = [f"https://e/{path}" for path in expected.split()] if isinstance(expected, str) else expected
    assert identifiers("dockerfile", text) == listed
    assert identifiers("dockerfile", f"{text}\n") == listed
    changed = edited("dockerfile", text, lambda _: "https://f/g&h")
    assert identifiers("dockerfile", changed) == ["https://f/g&h"] * len(listed)


# As CPython 3.11.7, Node.js 20.20.2, gcc 12.2.0, Go 1.19.8, OpenJDK 17.0.15, Emacs 28.2, rustc 1.95.0, Perl 5.36.0 and
# SQLite 3.40.1 read the strings; others by their documentation.
@in_one_test(
    ("kind", "text", "expected"),
    [
        # What escapes stand for: characters, bytes of UTF-8, units of UTF-16, nothing.
        ("javascript", r"'https:\/\/e\/a', `https:\/\/e\/${b}`, `https://e/\u00e9\u{e9}\xe9`", "a ééé"),
        (
            "javascript",
            "\"https://e/a\\\nb\", 'it\\'s https://e/it\\'s', /\"/, 'https://e/\\ud83d\\ude00'",
            "ab it's \U0001f600",
        ),
        ("c", r"""'"', "https://e/\xc3\xa9\303\251", "https://e/\u00e9" "\"https://e/a\"", 'x'""", "éé é a"),
        ("c", '"https:\\57\\x2fe/a\\\nb" // "https://e/c\n', "ab c"),
        ("java", '"https://e/\\u00e9", """https://e/a\\n"""', "é a"),
        ("kotlin", '"https://e/\\u00e9", """https://e/a\\u0041"""', "é a"),
        ("go", r'`https://e/a\u0041`, "https://e/\xc3\xa9\U0001f600"', "a é😀"),
        ("rust", 'let a: &\'a str = "https://e/\\u{e9}\\\n   b"; r#"https://e/a"\\u{e9}"#', "éb a"),
        ("csharp", r'"https://e/\xe9z", @"<a href=""https://e/a"">", @"c:\", "https://e/\U0001f600"', "éz a 😀"),
        ("dart", r"'https://e/\u{e9}\xe9', r'https://e/a\u0041b', 'https://e/it\'s'", "éé a it's"),
        ("php", r"""'https://e/it\'s', "https://e/\u{e9}\xc3\xa9" # 'https://e/b""", "it's éé b"),
        ("python", r"""b'https://e/\xc3\xa9', B"https://e/a\xff", f'https://e/\xe9', r'https://e/a\n'""", "é a é a"),
        ("python", "'https://e/a\\\nb', '''\"https://e/it\\'s''', \"https://e/\\u00e9\\N{COMET}\"", "ab it's é"),
        ("ruby", r"""'https://e/it\'s', "https:\/\/e\/a\u{e9}", 'https://e/a\u00e9'""", "it's aé a"),
        ("perl", r'"https:\/\/e\/a\xc3\xa9", $#a, q{https://e/b}', "aé b"),
        (
            "sql",
            "'https://e/it''s' -- it's https://e/a\n, E'https://e/it\\'s', 'c:\\', $$ 'https://e/b' $$",
            "it's a it's b",
        ),
        ("lisp", '(a #\\" ?" "https:\\/\\/e/a" ; "\n #| " |# "https://e/\\u00e9")', "a é"),
        ("sql", "SELECT $$it's 'https://e/a' https://e/b$$, E'\\u00e9 https://e/\\u00e9'", "a b é"),
        # What is put in makes a template.
        ("rust", r'"https://e/\(a)\n", R"(https://e/b\u0041)"', "b"),
        ("perl", r"""'https://e/it\'s$a', "https://e/a/$b\n", "https://e/\$c" """, "it's$a $c"),
        ("kotlin", r'"https://e/a/$b\n", "https://e/\$c"', "$c"),
        # A string goes on in the next one, or ends with an escaped line end.
        ("c", r'"\thttps://e/%" "41", "\thttps://e/a b\n", "https://e/a b\n"', ["https://e/a", "https://e/a b"]),
        # What is no string, or stands for nothing.
        ("javascript", "/'/; it's https://e/a \\' 'https://e/b", "a b"),
        ("python", 'don\'t """ https://e/a \\" \n https://e/b "', "a b"),
        ("c", '"https://e/a\\xff", "https://e/b\\ud800", "\\', "a b"),
    ],
)
def test_strings_of_source_code(kind: str, text: str, expected: str | list[str]) -> None:
    listed = [f"https://e/{path}" for path in expected.split()] if isinstance(expected, str) else expected
    assert identifiers(kind, text) == listed


def test_source_code_is_running_text_but_for_strings_with_escapes() -> None:
    text = "see <http://e/\n a>, 'http://e/b', http://e/c. // iri: ignore\n'http:\\/\\/e/it\\'s' # iri: ignore\n"
    items = [*document_type("javascript").open(Options())(text)]
    assert items[:4] == [*document_type("text").open(Options())(text)][:4]
    assert [getattr(item, "fixes", type(item)) for item in items[4:]] == ["faults", Comment]
    assert edited("javascript", text, lambda old: f"{old}'").count("\\'") == 2


# Shells end a word as rows of readers.toml say (test_otherwise.py), PowerShell and cmd by their documentation.
@in_one_test(
    ("kind", "text", "expected"),
    [
        ("shell", "curl https://e/a|sh; wget https://e/?b=1&c https://e/d>e # see (https://e/f|g).", "a ?b=1 d f|g"),
        (
            "shell",
            "a 'https://e/b?c&d' https://e/e\\&f https://e/g#h `i https://e/j` \"see https://e/k.\"",
            "b?c&d e&f g#h j k",
        ),
        (
            "shell",
            'a "https://e/b c" "https://e/d is the home page." \'https://e/$e\' "f https://e/\\$g"',
            ["https://e/b c", *(f"https://e/{path}" for path in ("d", "$e", "$g"))],
        ),
        ("shell", 'a https://e/$b https://e/$(c)/d "https://e/${f}" https://$g/ "$h https://e/i"', "i"),
        ("shell", "printf \"https://e/a\\nb\\n\"; echo -e 'https://e/c\\td'", "a c"),
        ("powershell", 'x "https://e:8080`n" https://e/a`tb', ["https://e:8080", "https://e/a"]),
        ("shell", "cat <<EOF\nit's at https://e/a (https://e/b)\nEOF\nc='https://e/d' e", "a b d"),
        (
            "powershell",
            "iwr https://e/a|iex; iwr 'https://e/it''s', \"https://e/b`\"c\" (https://e/d) {https://e/e}",
            "a it's b\"c d e",
        ),
        (
            "powershell",
            '<# https://e/a\n#> # https://e/b\n"https://e/$c" \'https://e/$d\' https://e/`$e "https://e/f g"',
            ["https://e/a", "https://e/b", "https://e/$d", "https://e/$e", "https://e/f g"],
        ),
        (
            "batch",
            'rem https://e/a|b\r\n@curl https://e/c%%20d^&e|f & g "https://e/h&i=1|j" > https://e/%k%',
            "a|b c%20d&e h&i=1|j",
        ),
        ("batch", ':: see https://e/a.\nfor %%b in (https://e/c) do d https://e/%%b "https://e/%1"', "a c"),
        (
            "css",
            "@import 'a'; b { c: url( https://e/d ), URL(\"e\\66 \"), xurl(f) } /* https://e/g */ h { i: 'https://e/j'",
            ["a", "https://e/d", "ef", "https://e/g", "https://e/j"],
        ),
        ("css", "a { b: url(c d), url(), url({{ e }}), url('data:image/svg+xml,<svg/>'), url(f", ["c d"]),
        ("css", 'a { b: url("c" + "d") url(\'e\\\nf\') }', ["ef"]),
        (
            "css",
            "a { b: image-set('c d' 1x, url(e) 2x, \"f\" type('image/png')) } g { h: -webkit-image-set(\"i\" 1x) 'j' }",
            ["c d", "e", "f", "i"],
        ),
        # Here-documents: quotes and bars are text, dollar signs only where the word is quoted; commands, and no end
        ("shell", 'a <<B\nit\'s "https://e/c|d" (https://e/e) https://f/g$h\nB\ni https://e/j|k', "c|d e j"),
        (
            "shell",
            "a <<'B' <<-C >d\n\"https://e/$f'\nB\n\t<https://e/g>\n\tC\nh https://e/i|j 'https://e/k'",
            "$f g i k",
        ),
        (
            "shell",
            "a | ssh b <<C\nd https://e/e|f\nC\ng <<< https://e/h|i; j $((1<<2)); k <<L\nm https://e/n|o",
            "e h n",
        ),
        # fish 3.6.0
        (
            "fish",
            "a https://e/?b=1&c|d; e (f https://e/g) 'https://e/it\\'s$h' \"https://e/$i\" https://e/j\\&k\\\nl # https://e/m",
            "?b=1&c g it's$h j&kl m",
        ),
        ("shell", "a 'https://e/b$c&d=$(e)' \"https://e/f$g\"", "b$c&d=$(e)"),
        ("powershell", "a 'https://e/b$c' \"https://e/f$g\"", "b$c"),
        ("batch", "a ^\r\n  https://e/b^\r\nc^\r\n d https://e/f^", "bc f"),
    ],
)
def test_words_of_shells_and_urls_of_styles(kind: str, text: str, expected: str | list[str]) -> None:
    listed = [f"https://e/{path}" for path in expected.split()] if isinstance(expected, str) else expected
    assert identifiers(kind, text) == listed


@in_one_test(
    ("name", "text"),
    [
        ("package.json", '{"scripts": {"a": "b https://e/c|d", "e": "f \\"https://e/c\\""}}'),
        ("composer.json", '{"scripts": {"a": ["b https://e/c;d", "https://e/c>f"]}}'),
        (
            ".github/workflows/a.yml",
            "jobs: {a: {steps: [{run: \"b https://e/c|d ${{ e }}\"}, {run: 'f https://e/c&'}]}}",
        ),
        (
            ".github/workflows/a.yml",
            "a:\n- shell: pwsh\n  run: b 'https://e/c'`\n   #d\n- run: |\n    https://e/c ^& e\n  shell: cmd\n",
        ),
        (
            "action.yml",
            "defaults:\n  run:\n    shell: pwsh\na:\n  - run: b https://e/c`\n\n   {https://e/c}\n",
        ),
        (".gitlab-ci.yml", "a:\n  script:\n  - b https://e/c|d\n  - |\n    # it's\n    e https://e/c;f\n"),
        (".circleci/config.yml", "jobs: {a: {steps: [{run: b https://e/c|d}, {run: {command: 'e https://e/c&f'}}]}}"),
        (
            "compose.yaml",
            "services: {a: {command: b https://e/c|d, entrypoint: 'https://e/c;d'}}",
        ),
    ],
)
def test_commands_in_strings(name: str, text: str) -> None:
    kind = type_of(PurePath(name))
    assert kind is not None
    found = check(kind.name, text, Options(path=name))
    assert [item.text for item in found if isinstance(item, Candidate)] == ["https://e/c"] * 2


@in_one_test(
    ("kind", "text", "expected"),
    [
        # docutils 0.22.4: escapes, what is no target, options
        ("rst", "`x <http://e/d\\_x>`__ <http://e/a> ``http://e/b``", "d_x a b"),
        ("rst", ".. _x: http://e/a\n   b\\ c\n.. _y\\: z: http://e/d\n.. __: x_", ["http://e/ab c", "http://e/d"]),
        ("rst", ".. image:: http://e/a\n   b.png\n   :target: http://e/c\\_d\n   :alt: http://e/e f", "ab.png c_d e"),
        ("rst", ":url: http://e/a b\n:target: http://e/c d", "a c"),
        ("rst", ".. image:: data:image/png;base64,aa\n  aa", ["data:image/png;base64,aaaa"]),
        ("rst", "- a < b and\n  `c <http://e/a>`_ 1 < 2\n\n.. _x: http://e/b c", "a bc"),
        (
            "rst",
            ".. |x| image:: http://e/a\n.. note:: `x <http://e/b c>`__\n.. _x: y_\n.. _z: see http://e/d",
            "a bc d",
        ),
        ("rst", ":ref:`x <a b>` http://e/a\\_b_ http://e/c\\*, `x <https://{y}/z>`_", "a_b_ c"),
        # @asciidoctor/core 4.1.0: macros end at "["; what is no macro
        ("asciidoc", "http://e/a[b http://e/c] <http://e/d[e]> (http://e/?f=1[g^]) |http://e/h[]", "a c d ?f=1 h"),
        ("asciidoc", "http://e/?a[]=1[b] link:++http://e/?a[]=1++[b] link:pass:[http://e/c;d][d]", "?a ?a[]=1 c;d"),
        (
            "asciidoc",
            "mailto:a@e.example[b,c] http://[::1]/a[b] \\http://e/d[e] link:f[g]",
            ["mailto:a@e.example", "http://[::1]/a", "http://e/d"],
        ),
        ("asciidoc", "+http://e/a+, `+http://e/b_+` +http://e/c+d+ +http://e/f", "a b_ c+d f"),
        ("asciidoc", ":a: http://e/b\n\n{a}/c[d] http://{e}/f[g] link:{h}/i[j] see http://e/k. http://e/l", "b k l"),
        # pdfTeX 1.40.24 with hyperref of TeX Live 2022
        (
            "tex",
            "\\href{http://e/a\\%20\\#\\_\\&\\~b%20c}{http://e/d} \\footnote{\\url{http://e/e\\_f}}",
            "a%20#_&~b%20c d e_f",
        ),
        (
            "tex",
            "\\href{http://e/\\textasciitilde b}{c} \\url{http://e/a%\n  b} \\url{http://e/\\string_c}",
            "~b ab _c",
        ),
        (
            "tex",
            "% \\url{http://e/a b}\n\\verb|http://e/c%20d| \\\\% http://e/e\nhttp://e/f%20g\\% h",
            "a c%20d e f%20g%",
        ),
        (
            "tex",
            "http://e/a\\_b http://e/c\\-d http://e/\\textasciitilde{}e, \\path{http://e/f} \\url{www.e.example}",
            "a_b cd ~e f",
        ),
        ("tex", r"\verb+http://e/a+b \verb|http://e/b_|c \verb*!http://e/d!e", "a b_ d"),
        ("tex", "\\url{http://e/a\n\nb} \\href{http://e/c\\d{e}}{f} \\url{http://e/g", "a g"),
        # Parameters and commands: templates
        (
            "tex",
            "\\href{http://e/\\@a}{http://e/b} \\url{http://e/\\c d} \\url{http://#1.e} \\url{http://e/#1/#2} \\url{http://e/#1}",
            "b #1",
        ),
        # Fields of BibTeX
        (
            "bibtex",
            '@a{b, url = {http://e/a\\_b\\%20}, DOI = "http://e/c|d", doi = {10.1/x}, file = {http://e/e%20f}}',
            "a_b%20 c|d e%20f",
        ),
        ("bibtex", 'note = {http://e/a, accessed}, url = {\\url{http://e/b}}, url = "http://e/" # c', "a b "),
        ("bibtex", "url={http://e/a{\\_}b}, url={http://e/{\\textasciitilde}c}, url = {http://e/\\d}", "a_b ~c"),
        # Org 9.5.5
        ("org", "[[http://e/a\\[b\\]][http://e/c]] [[file:d e.org]] [[http://e/f[g]h]]", "a[b] c f[g]h"),
        ("org", "=http://e/a= ~http://e/b~ http://e/?c=d&e=f [fn:1] http://e/g[fn:1]", "a b ?c=d&e=f g"),
    ],
)
def test_places_of_prose(kind: str, text: str, expected: str | list[str]) -> None:
    listed = [f"http://e/{path}" for path in expected.split(" ")] if isinstance(expected, str) else expected
    for ended in (text, f"{text}\n", f"x\r\n\r\n{text}"):
        assert identifiers(kind, ended) == listed
    # What is written in a place reads back.
    assert identifiers(kind, edited(kind, text, lambda _: "http://f/g_h%20")) == ["http://f/g_h%20"] * len(listed)


@in_one_test(
    ("text", "expected"),
    [
        ("a\nb\n\nc\nd", 5),
        ("a\r\n\r\nb\r\n", 5),
        ("a\nb\n", 0),
        ("a\n" * 10_000, 20_000),
        ("a" * 20_000, 0),
        ("a" * 20_000 + "\n\nb", 20_002),
    ],
)
def test_prose_is_cut_between_paragraphs(text: str, expected: int) -> None:
    cut = document_type("rst").cut
    assert cut is not None
    assert cut(text) == expected


def test_names_of_grammars_of_documents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert open_grammar("documents/json")["string"].matches('"a"')
    with pytest.raises(GrammarError, match="cannot be read"):
        open_grammar("documents/nothing")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "documents").mkdir()
    (tmp_path / "documents" / "json").write_text('string = "x"\n')
    assert open_grammar("documents/json")["string"].matches("x")


@in_one_test(
    ("rule", "valid", "invalid"),
    [
        (
            "IRIREF",
            ["<>", "<http://e/\u00e9>", "<\\u00e9\\U0001F600>"],
            ["<a b>", "<\\n>", "<\\u00>", "<{>", "<a", '<">'],
        ),
        ("PNAME-NS", [":", "a:", "a.b-c:", "\u00e9\u0301:"], ["_:", "-a:", "a.:", "1:", "a"]),
        (
            "PNAME-LN",
            [":a", "a:1", "a:b:c", "a:%41", "a:\\~", "a:b.c", ":\\.", "a::"],
            ["a:", "a:b.", "a:-", "a:%4"],
        ),
        ("BLANK-NODE-LABEL", ["_:a", "_:1", "_:a.b", "_:a-"], ["_:", "_:a.", "_:-a", "_:a:b"]),
        ("LANG-DIR", ["@en", "@en-US-x1", "@ar--rtl"], ["@", "@1", "@en-", "@en--", "@en_US"]),
        ("INTEGER", ["0", "-5", "+01"], ["", "1.", "--1"]),
        ("DECIMAL", ["1.0", ".5", "-.5"], ["1.", ".", "1"]),
        ("DOUBLE", ["1e5", "1.E-5", ".5e+1"], [".e1", "1.5", "e1"]),
        ("STRING-LITERAL-QUOTE", ['""', '"a\'"', '"\\t\\"\\u00e9"'], ['"a\n"', '"\\x"', '"', '"""']),
        ("STRING-LITERAL-SINGLE-QUOTE", ["''", "'a\"'", "'\\''"], ["'a\r'", "'\\z'", "'''"]),
        ("STRING-LITERAL-LONG-QUOTE", ['""""""', '"""a"b""c\n"""', '"""\\""""'], ['"""a""""', '"""\\x"""', '"""']),
        ("STRING-LITERAL-LONG-SINGLE-QUOTE", ["''''''", "'''a'b''c\n'''"], ["'''a''''", "'''"]),
        ("ANON", ["[]", "[ \t\n]"], ["[", "[a]"]),
        ("PN-LOCAL-ESC", ["\\_", "\\%", "\\#"], ["\\a", "\\:", "\\"]),
        ("REGEXP", ["/a/", "/\\//i", "/[a-z]+\\.\\d?/".replace("\\d", "d")], ["//", "/a", "/a\n/", "/\\q/"]),
    ],
)
def test_rules_of_the_turtle_family(rule: str, valid: Iterable[str], invalid: Iterable[str]) -> None:
    matcher = open_grammar("documents/turtle")[rule]
    assert [text for text in valid if not matcher.matches(text)] == []
    assert [text for text in invalid if matcher.matches(text)] == []


@in_one_test(
    ("rule", "valid", "invalid"),
    [
        (
            "STag",
            ["<a>", "<a:b c='d'\n e=\"&amp;&#x41;\" >", "<\u00e9>"],
            ["<a", "<a b>", "<a b='c'd='e'>", "<1>", "<a b='<'>"],
        ),
        ("EmptyElemTag", ["<a/>", "<a b='' />"], ["<a>", "< a/>", "</a>"]),
        ("ETag", ["</a>", "</a:b\t>"], ["</ a>", "</a", "</a b='c'>"]),
        ("AttValue", ["''", '"\'"', "'&#65;>'", '"a\nb"'], ["'&'", "'<'", "a", "'\"", "'&#xg;'"]),
        ("SystemLiteral", ["'&<'", '""'], ["'a'b'", "a"]),
        ("Reference", ["&a;", "&#1;", "&#xAf;"], ["&;", "&#;", "&a", "&#X1;", "&1;"]),
        (
            "comment",
            ["<!---->", "<!-- a - b -->", "<!--->-->", "<!-- --->"],
            ["<!-->", "<!--->", "<!-- --> -->", "<!--"],
        ),
        ("section", ["<![CDATA[]]>", "<![CDATA[]]]>", "<![CDATA[<a>]]>"], ["<![CDATA[]]>]]>", "<![cdata[]]>"]),
        ("instruction", ["<?a?>", "<??>", "<?a ? > b"], ["<?a?>b", "<a?>"]),
        (
            "doctype",
            [
                "<!DOCTYPE a>",
                "<!DOCTYPE a SYSTEM 'b>'>",
                "<!DOCTYPE a SYSTEM '<b'>",
                "<!DOCTYPE a [<!ENTITY b ']>'> <!-- ]> -->]>",
            ],
            ["<!DOCTYPE a", "<!DOCTYPE a [>"],
        ),
    ],
)
def test_rules_of_xml(rule: str, valid: Iterable[str], invalid: Iterable[str]) -> None:
    matcher = open_grammar("documents/xml")[rule]
    assert [text for text in valid if not matcher.matches(text)] == []
    assert [text for text in invalid if matcher.matches(text)] == []


@in_one_test(
    ("rule", "valid", "invalid"),
    [
        (
            "comment",
            ["<!-->", "<!--->", "<!---->", "<!-- a --!>", "<!--a->-->", "<!----!-->"],
            ["<!--", "<!--> -->", "<!-- --!> -->", "<!--a-->b"],
        ),
        ("bogus", ["<!a>", "<?a", "</ a>", "<!>"], ["</>", "</a>", "<!a>b"]),
        ("text", ["a", "< a", "a<1", "</>b"], ["<a", "a</b", "<!a", ""]),
        (
            "plain-value",
            ["a.css", "#b", "http://e.org/?a=b"],
            ["a b", "a&amp;b", "{a}", "javascript:a", "%41", ""],
        ),
    ],
)
def test_rules_of_html(rule: str, valid: Iterable[str], invalid: Iterable[str]) -> None:
    matcher = open_grammar("documents/html")[rule]
    assert [text for text in valid if not matcher.matches(text)] == []
    assert [text for text in invalid if matcher.matches(text)] == []


@in_one_test(
    ("text", "expected"),
    [
        ('<!DOCTYPE a SYSTEM "http://e.org/<b"><a/>', ["http://e.org/<b"]),
        ('<!DOCTYPE a SYSTEM "x>y" [<!ENTITY b "c">]><a/>', ["x>y"]),
        ("<!DOCTYPE a [<!ENTITY b SYSTEM '<>'>]><a/>", ["<>"]),
        ('<!DOCTYPE a PUBLIC "b\n<a xmlns="http://e.org/"/>', ["http://e.org/"]),  # a quote is missing
    ],
)
def test_system_identifiers(text: str, expected: list[str]) -> None:
    assert [item.text for item in items("xml", text) if isinstance(item, Candidate)] == expected


@in_one_test(
    ("text", "attributes"),
    [
        ("<a b=c d='e' f=\"g\" h>", ["b=c", "d=e", "f=g", "h="]),
        ("<a =b=c =d>", ["=b=c", "=d="]),
        ("<a b= 'c>d' e/f=/g/>", ["b=c>d", "e=", "f=/g/"]),
        ("<a <b=c <d>", ["<b=c", "<d="]),
        ('<a\'b="c" d \n=\te>', ["d=e"]),
        ("<a b=c\"d e='f'g=h>", ['b=c"d', "e=f", "g=h"]),
        ("<a b='c' B=d \u00c9=e>", ["b=c", "\u00c9=e"]),
        ("<a b=>", ["b="]),
    ],
)
def test_attributes_of_html(text: str, attributes: list[str]) -> None:
    (tag,) = html_tokens(text)
    assert isinstance(tag, Tag)
    found = attributes_of(text, tag)
    assert [f"{name}={text[value.start : value.end]}" for name, value in found.items()] == attributes


@in_one_test(
    ("rule", "valid", "invalid"),
    [
        (
            "contentline",
            ["A:b\r\n", 'A;B=c,d;E="f:g":\u00e9\r\n', "X-A:\r\n"],
            ["A\r\n", "A:b", "A B:c\r\n", "A;B:c\r\n", "A:\x01\r\n"],
        ),
        ("line", ["A:b", "A:b\r\n c", "A\n\tb"], ["A:b\r\nc", "A\n"]),
    ],
)
def test_rules_of_content_lines(rule: str, valid: Iterable[str], invalid: Iterable[str]) -> None:
    matcher = open_grammar("documents/content-lines")[rule]
    assert [text for text in valid if not matcher.matches(text)] == []
    assert [text for text in invalid if matcher.matches(text)] == []


@in_one_test(
    ("text", "expected"),
    [
        ('URL:a b\r\nURL;VALUE=TEXT:c\r\nURL:\r\nX;VALUE="uri":d\n', ["a b", "d"]),
        ("item1.url;TYPE=home:http://e.org/a\r\n  b\r\n\tc", ["http://e.org/a bc"]),
        ("NOTE:see http://e.org/a\\, and\\nhttp://e.org/b\\;c", ["http://e.org/a", "http://e.org/b;c"]),
        ("URL;ENCODING=b:aHR0cDovLw==\nLOGO;ENCODING=BASE64:http://e.org/", []),
        ('SOURCE;X="a:b;c":d\nno line http://e.org/', ["d"]),
    ],
)
def test_content_lines(text: str, expected: list[str]) -> None:
    assert [item.text for item in items("icalendar", text) if isinstance(item, Candidate)] == expected


@in_one_test(
    ("rule", "valid", "invalid"),
    [
        ("escaped", ['""', '"a,b"', '"a""b"', '"\r\n"'], ['"', '"""', '"a"b"', "a"]),
        ("non-escaped", ["", "a b"], ["a,b", 'a"', "a\n"]),
        ("record", ["", "a,b", ',"x",'], ["a\nb"]),
        ("file", ["a,b\r\n1,2", "a\r\n1\r\n", '"a\r\nb",c'], ["a\nb", 'a,"b']),
    ],
)
def test_rules_of_tables(rule: str, valid: Iterable[str], invalid: Iterable[str]) -> None:
    matcher = open_grammar("documents/csv")[rule]
    assert [text for text in valid if not matcher.matches(text)] == []
    assert [text for text in invalid if matcher.matches(text)] == []


@in_one_test(
    ("text", "expected"),
    [
        ("SELECT * { ?s <http://e.org/p> <a\\u0062> }", ["http://e.org/p", "ab"]),
        ("FILTER ( ?a < 5 && ?b > 3 || ?c<?d )", []),
        ("FILTER(?a<5||?b>3) # <c>", []),
        ("{ << ?s <p> ?o >> ?q ?r }", ["p"]),
        ("<http://e.org/{id}>", ["http://e.org/{id}"]),
        ('"<a>" \'<b>\' """<c>""" <d>', ["d"]),
        ("BASE <http://b/> PREFIX ex: <x#> INSERT DATA { ex:a%zz a <y> }", ["http://b/", "x#", "http://b/x#a%zz", "y"]),
    ],
)
def test_queries_and_updates(text: str, expected: list[str]) -> None:
    found = items("sparql", text)
    assert [item.text for item in found if isinstance(item, Candidate)] == expected
    assert not any(isinstance(item, Malformed) for item in found)


SHACL = "@prefix sh: <http://www.w3.org/ns/shacl#> ."


@in_one_test(
    ("name", "text", "expected"),
    [
        (
            "turtle",
            f"{SHACL} [] sh:select '''SELECT * {{ ?a <b:|c> ?d FILTER(?d < 3) }}''', 'ASK {{<d>}}'",
            ["b:|c", "d"],
        ),
        ("turtle", f"{SHACL} [] sh:ask 'ASK {{ ?a <b\\\\u0041> 1 }}'; sh:message '<c>'", ["bA"]),
        ("trig", f'{SHACL.replace("sh:", "x:")} {{ [] x:construct # <c>\n "PREFIX a: <b://b c>" }}', ["b://b c"]),
        ("n-triples", '_:a <http://www.w3.org/ns/shacl#update> "INSERT DATA { <a://b c> a <c> }" .', ["a://b c", "c"]),
        ("turtle", "@prefix sh: <http://e/> . [] sh:select 'ASK { <a> a <b> }'", []),
    ],
)
def test_queries_in_shapes(name: str, text: str, expected: list[str]) -> None:
    """SHACL, 5.2.1: the literal of a query is SPARQL."""
    found = [item.text for item in items(name, text) if isinstance(item, Candidate)]
    assert [text for text in found if not text.startswith("http://")] == expected


@in_one_test(
    ("name", "text", "expected"),
    [
        ("n3", "{ <a> => <b> } <= { <c> <- <d> }. <=e> <-f>", ["a", "b", "c", "d", "=e", "-f"]),
        ("shex", "<S> { <p> /^<[a-z]>$/ ; ex:q @ex:S%zz } // rdfs:c '<d>' <e>", ["S", "p", "e"]),
        ("shex", "/[<>]\n<a>", ["a"]),
    ],
)
def test_what_looks_like_an_iri(name: str, text: str, expected: list[str]) -> None:
    found = items(name, text)
    assert [item.text for item in found if isinstance(item, Candidate)] == expected
    assert not any(isinstance(item, Malformed) for item in found)


def test_endings() -> None:
    assert document_type("sparql").suffixes == (".rq", ".ru", ".sparql")
