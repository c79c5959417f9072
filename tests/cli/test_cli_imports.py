"""`--import`: a grammar takes the rules that it lacks from others."""

from __future__ import annotations

from pathlib import Path

import pytest
from command import run

OWN = """\
header  = "Reply-To:" SP address CRLF
address = addr-spec / "<" URI ">"
"""
IMPORTS = ("--import", "abnf:rfc5322", "--import", "rfc3986")
DRAFT = """\
Internet-Draft              Greetings                      January 2020

3.  Syntax

   greeting = 1*letter *( "," name )
   letter = %x61-7A
   name = letter *letter
"""


@pytest.fixture
def own(tmp_path: Path) -> str:
    path = tmp_path / "own.abnf"
    path.write_text(OWN, encoding="utf-8")
    return str(path)


def test_rules_come_from_the_catalog_and_from_the_abnf_package(own: str) -> None:
    done = run("check", "-g", own, *IMPORTS, "-r", "address", "ada@example.org", "<http://[::1]/>", "ada@@x")
    assert done.out.splitlines() == [
        "ada@example.org: valid address",
        "<http://[::1]/>: valid address",
        'ada@@x: F104 an e-mail address has only one "@" (column 5)',
        f"2 valid, 1 invalid ({own} address)",
    ]


def test_rules_come_from_a_document(tmp_path: Path) -> None:
    draft = tmp_path / "draft-greetings-00.txt"
    draft.write_text(DRAFT, encoding="utf-8")
    path = tmp_path / "mine.abnf"
    path.write_text('letters = "To " greeting "."\n', encoding="utf-8")
    done = run("check", "-g", str(path), "--import", str(draft), "To ada,bob.")
    assert (done.status, done.out.splitlines()[0]) == (0, "To ada,bob.: valid letters")
    tree = run("tree", "-g", str(path), "--import", str(draft), "To a,b.").out
    assert '│   └── name  "b"\n│       └── letter  "b"\n' in tree


@pytest.mark.parametrize(
    "command",
    [
        ["explain", "[::1]!"],
        ["derive", "[::1]!"],
        ["trace", "[::1]!"],
        ["split", "--components", "place=IP-literal", "[::1]!"],
        ["quiz", "-n", "1", "--format", "md"],
        ["sample", "-n", "1"],
        ["grammar", "show"],
        ["grammar", "railroad"],
        ["grammar", "export", "--to", "re2"],
        ["grammar", "generate", "--to", "c"],
    ],
)
def test_every_command_that_takes_a_grammar_takes_imports(tmp_path: Path, command: list[str]) -> None:
    path = tmp_path / "loud.abnf"
    path.write_text('loud = IP-literal 1*"!"\n', encoding="utf-8")
    done = run(*command, "-g", str(path), "--import", "rfc3986")
    assert done.status == 0, done.err


def test_lint_knows_what_imports_define(own: str) -> None:
    assert "L002" in run("grammar", "lint", own).out
    done = run("grammar", "lint", *IMPORTS, own)
    assert (done.status, done.out) == (
        0,
        f"{own}:2:1: L028 address is another rule in abnf:rfc5322: what refers to it here means this one\n",
    )


def test_a_clash_is_reported_with_what_to_write(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / f"{name}.abnf").write_text(f'word = "{name}"\n', encoding="utf-8")
    path = tmp_path / "mine.abnf"
    path.write_text('both = "a"\n     / word\n', encoding="utf-8")
    both = [part for name in ("one", "two") for part in ("--import", str(tmp_path / f"{name}.abnf"))]
    said = f"word is a rule of {both[1]}, and another of {both[3]}: write <word, see {both[1]}> for the first of them"
    done = run("check", "-g", str(path), *both, "one")
    assert (done.status, done.err) == (2, f"iri: {path}:2:8: {said}\n")
    assert run("grammar", "lint", *both, str(path)).out == f"{path}:2:8: L027 {said}\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--import", "nope"], "iri: unknown grammar 'nope'; did you mean pop, npm or news?\n"),
        (["--import", "./nope.abnf"], "iri: ./nope.abnf: cannot be read (No such file or directory)\n"),
        (["-g", "rfc3987", "--import", "rfc5322"], "iri: --import goes with a file of ABNF, and rfc3987 is not one\n"),
    ],
)
def test_missing_imports(own: str, arguments: list[str], said: str) -> None:
    done = run("check", "-g", own, *arguments, "x")
    assert (done.status, done.err) == (2, said)


def test_definitions_of_a_configuration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    define = '"any OCTET" = "%x00-7F", "<text>" = \'"t"\', word = "1*ALPHA"'
    (tmp_path / "pyproject.toml").write_text(
        f'[tool.irigrammar.grammar]\nimport = ["rfc3986"]\ndefine = {{ {define} }}\n', encoding="utf-8"
    )
    path = tmp_path / "a.abnf"
    path.write_text('a = "1" <any OCTET> / "2" word / "3" <text> / "4" port\n', encoding="utf-8")
    own = tmp_path / "own.abnf"
    own.write_text('a = "2" word\nword = "w"\n', encoding="utf-8")
    (tmp_path / "in").mkdir()
    monkeypatch.chdir(tmp_path / "in")
    assert run("check", "-g", str(path), "1-", "2abc", "3t", "480").status == 0
    assert run("check", "-g", str(path), "--define", 'word="-"', "2-").status == 0
    assert run("check", "-g", str(own), "2w").status == 0  # it defines the name itself
    assert run("grammar", "lint", str(path)).out == ""


def test_lint_knows_definitions(tmp_path: Path) -> None:
    path = tmp_path / "a.abnf"
    path.write_text("a = <any OCTET> / word\n", encoding="utf-8")
    assert [line.split()[1] for line in run("grammar", "lint", str(path)).out.splitlines()] == ["L006", "L002"]
    assert run("grammar", "lint", "--define", "<any OCTET>=%x00-FF", "--define", "word=2ALPHA", str(path)).out == ""


@pytest.mark.parametrize(
    ("abnf", "text"),
    [
        ("a = <URI, see [RFC3986]>", "a:b"),
        ("a = <URI As Defined in Section 3 of RFC 3986>", "a:b"),
        ("a = <addr-spec in [RFC5322], Section 3.4.1>", "a@b"),
        ("Language-Tag = <Text that names a language, as defined in RFC 5646>", "de-AT"),
        ("a = DIGIT\nDIGIT = <0-9 as per [RFC5234]>", "7"),
        ('a = DQ DIGIT DQ\nDQ = <">\nDIGIT = <Defined in RFC 4234>', '"7"'),
    ],
)
def test_prose_that_cites_a_known_document(tmp_path: Path, abnf: str, text: str) -> None:
    path = tmp_path / "a.abnf"
    path.write_text(f"{abnf}\n", encoding="utf-8")
    done = run("check", "-g", str(path), text)
    assert (done.status, done.err) == (0, "")
    assert run("grammar", "lint", str(path)).out == ""


def test_only_prose_takes_rules_of_what_it_cites(tmp_path: Path) -> None:
    path = tmp_path / "a.abnf"
    path.write_text("a = <host, see RFC 3986> / port / <path of RFC 3986>\n", encoding="utf-8")
    found = run("grammar", "lint", str(path)).out.splitlines()
    assert [line.split(": ", 1)[1] for line in found] == [
        "L002 a refers to port, which no rule defines",
        "L006 <path of RFC 3986> is prose, which nothing matches",
    ]
