"""iri grammar show, export, extract, railroad."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import click
import command as railroad_command
import pytest
from click.testing import CliRunner, Result
from command import iri, run
from examples import some
from rows import in_one_test

import irigrammar
from irigrammar.cli.grammar import show_command as command
from irigrammar.cli.main import cli
from irigrammar.errors import UnknownRule
from irigrammar.exports.registry import DIALECTS
from irigrammar.shipped.loader import generic_names
from irigrammar.text.names import column

PRODUCTIONS = [(name, rule) for name in generic_names() for rule in irigrammar.grammar(name)][::12]


def lines(*arguments: str, cwd: Path | None = None) -> list[str]:
    status, out, err = iri("grammar", "show", *arguments, cwd=cwd)
    assert (status, err) == (0, "")
    return out.splitlines()


def test_a_segment() -> None:
    assert lines("-r", "isegment") == [
        "isegment       = *ipchar",
        "RFC 3987, section 2.2 (grammar/rfc3987.abnf:41)",
        "",
        "used by       ipath-abempty, ipath-absolute, ipath-noscheme, ipath-rootless",
        "reached from  IRI-reference, IRI, absolute-IRI, irelative-ref, ipath",
        "uses          ipchar",
        'begins with   iunreserved / sub-delims / "%" / ":" / "@"; may be empty',
        "length        0 or more characters",
        'samples       ""',
        '              "abc"',
        '              "a%a1!À"',
        'near misses   "a%ag!À"  "%" must be followed by two hexadecimal digits (column 4)',
        '              "a/bc"    "/" is a delimiter (column 2)',
        "automaton     4 states, the refusing one included",
    ]


def test_a_production_that_reads_the_childs_rules() -> None:
    shown = lines("-g", "web-address", "-r", "ipath-abempty")
    assert shown[3:5] == [
        "inherited     from iri-bis; here it reads href-path-sep for path-sep, href-pct-form for pct-form,",
        "              href-ucschar for ucschar",
    ]
    assert shown[7] == "uses          href-path-sep (written path-sep), isegment"


def test_rules_that_stand_for_others() -> None:
    assert lines("-g", "web-address", "-r", "path-sep")[:5] == [
        'href-path-sep  = "/" / "\\"',
        "draft-ietf-iri-3987bis-04, section 7.2 (grammar/web-address.abnf:8)",
        "",
        "stands for    path-sep of draft-ietf-iri-3987bis-04, section 2.2 (grammar/iri-bis.abnf:43), since",
        "              web-address replaces it",
    ]
    assert lines("-g", "leiri", "-r", "ucschar")[5:8] == [
        "stands for    ucschar of RFC 3987, section 2.2 (grammar/rfc3987.abnf:56), since leiri defines it",
        "              anew",
        "erratum       '\"' as published, DQUOTE as used",
    ]


def test_comments_errata_and_a_language_of_one_string() -> None:
    assert lines("-r", "isegment-nz-nc")[:4] == [
        "isegment-nz-nc = 1*( iunreserved / pct-encoded / sub-delims",
        '                     / "@" )',
        '               ; non-zero-length segment without any colon ":"',
        "RFC 3987, section 2.2 (grammar/rfc3987.abnf:43)",
    ]
    shown = lines("-r", "ipath-empty")
    assert shown[3:5] == [
        "erratum       0<ipchar> as published, 0ipchar as used",
        "              as path-empty in RFC 3986: prose for the rule ipchar",
    ]
    assert shown[8] == "begins with   nothing: only the empty string matches"
    assert shown[-1] == "same strings  path-empty"


OWN = (
    "; A list of names\n"
    'names = "(" *( name [ "," ] ) ")"\n'
    "name = 1*ALPHA   ; \x1b[31mcomment\n"
    'list = "(" *list ")"\n'
    "any = *( %x0-D7FF / %xE000-10FFFF )\n"
    'long = 1000"ab"\n'
    "prose = <some words>\n"
    "open = prose nothing\n"
    "CR2 = CR\n"
)


@pytest.fixture
def own(tmp_path: Path) -> Path:
    (tmp_path / "own.abnf").write_text(OWN, encoding="utf-8")
    return tmp_path


def test_a_users_file(own: Path) -> None:
    assert lines("-g", "own.abnf", "-r", "names", cwd=own)[:6] == [
        "; A list of names",
        'names = "(" *( name [ "," ] ) ")"',
        "own.abnf:2",
        "",
        "used by       no rule",
        "reached from  itself (a start rule)",
    ]


def test_a_recursive_rule_and_prose(own: Path) -> None:
    shown = lines("-g", "./own.abnf", "-r", "list", cwd=own)
    assert (shown[4], shown[-1]) == ("reached from  no start rule", "no automaton  recursive: list -> list")
    assert lines("-g", "./own.abnf", "-r", "prose", cwd=own)[-3:] == [
        "no automaton  <some words> is prose, which nothing can match; write a rule in its place, or define",
        "              it",
        "              so first characters, lengths, samples and near misses cannot be computed",
    ]
    assert lines("-g", "./own.abnf", "-r", "open", cwd=own)[5] == "uses          prose, nothing (no rule defines it)"


def test_unprintable_characters_are_escaped_and_long_text_is_cut(own: Path) -> None:
    assert lines("-g", "./own.abnf", "-r", "name", cwd=own)[0] == r"name = 1*ALPHA   ; \u{1B}[31mcomment"
    result = lines("-g", "./own.abnf", "-r", "long", cwd=own)
    assert f'samples       "{"ab" * 15}"..."{"ab" * 15}" (2,000 characters)' in result
    result = lines("-g", "./own.abnf", "-r", "CR2", cwd=own)
    assert result[6:] == [
        "matches       one character",
        r'samples       "\u{D}"',
        r'near misses   "\u{D}\u{D}"  a line break at the end is not part of the identifier (column 2)',
        '              "("           "(" is not allowed at the start of CR2 (column 1)',
        "automaton     3 states, the refusing one included",
        "same strings  CR",
    ]


def test_every_string(own: Path) -> None:
    assert lines("-g", "./own.abnf", "-r", "any", cwd=own)[-2] == "near misses   none: every string is any"


def test_a_grammar() -> None:
    assert lines("-g", "web-address") == [
        "web-address: Web Address (draft-ietf-iri-3987bis-04, section 7.2)",
        "",
        "extends       iri-bis",
        "replaces      ucschar by href-ucschar, pct-form by href-pct-form, path-sep by href-path-sep",
        "prefers       href-path-sep",
        "start rules   IRI-reference, IRI, absolute-IRI, irelative-ref",
        "components    scheme: scheme",
        "              authority: iauthority",
        "              userinfo: iuserinfo",
        "              host: ihost",
        "              port: port",
        "              path: ipath-abempty, ipath-absolute, ipath-noscheme, ipath-rootless, ipath-empty",
        "              query: iquery",
        "              fragment: ifragment",
        "              host_kind: IPv6address, IPvFuture, IPv4address, ireg-name",
        "erratum       href-strip: <to be done> as published",
        "              the draft leaves the set open and no production refers to it; what is stripped belongs",
        "              to the conversion, not to the syntax",
        "",
        'grammar/web-address.abnf:4  href-ucschar  = " " / "<" / ">" / DQUOTE / "{" / "}" / "|" / "\\" / "^"',
        '                                            / "`" / %x00-1F / %x7F-D7FF / %xE000-FFFD',
        "                                            / %x10000-10FFFF",
        'grammar/web-address.abnf:7  href-pct-form = pct-encoded / "%"',
        'grammar/web-address.abnf:8  href-path-sep = "/" / "\\"',
        "grammar/web-address.abnf:9  href-strip    = <to be done>",
    ]


def test_an_unknown_rule_and_an_unknown_grammar() -> None:
    assert iri("grammar", "show", "-r", "isegmet") == (
        2,
        "",
        "iri: rfc3987 has no rule 'isegmet'; did you mean isegment, segment or isegment-nz?\n",
    )
    status, out, err = iri("grammar", "show", "-g", "rfc3978")
    assert (status, out) == (2, "")
    assert err.startswith("iri: unknown grammar 'rfc3978'; did you mean")
    assert iri("grammar", "show", "-r", "")[0] == 2
    assert iri("grammar", "show", "--extends", "rfc3986")[0] == 2


@pytest.mark.parametrize(("name", "rule"), some(PRODUCTIONS, 2))
def test_every_production_of_the_catalog_can_be_shown(name: str, rule: str) -> None:
    text = CliRunner().invoke(command, ["-g", name, "-r", rule])
    assert text.exit_code == 0
    assert text.stdout.splitlines()[-1].strip()
    assert all(len(line) <= 130 for line in text.stdout.splitlines())
    result = CliRunner().invoke(command, ["-g", name, "-r", rule, "--format", "json"])
    assert result.exit_code == 0
    document = json.loads(result.stdout)
    assert (document["grammar"], document["rule"]) == (name, rule)
    assert str(document["place"]["line"]) in text.stdout
    assert (document["facts"] is None) is (rule == "href-strip")
    for near in document["facts"]["near_misses"] if document["facts"] else []:
        assert f"{near['message']} ({column(near['text'], near['start'])})" in text.stdout


@in_one_test("name", generic_names())
def test_every_grammar_of_the_catalog_can_be_shown(name: str) -> None:
    text = CliRunner().invoke(command, ["-g", name])
    data = json.loads(CliRunner().invoke(command, ["-g", name, "--format", "json"]).stdout)
    assert text.exit_code == 0
    assert [rule["name"] for rule in data["rules"]] == list(irigrammar.grammar(name))
    assert data["start"] == list(irigrammar.grammar(name).entry.start)
    assert all(len(line) <= 100 for line in text.stdout.splitlines())


def test_json_has_everything_as_data() -> None:
    document = json.loads(iri("grammar", "show", "-g", "rfc3986", "-r", "h16", "--format", "json")[1])
    assert document == {
        "grammar": "rfc3986",
        "rule": "h16",
        "asked": None,
        "text": "h16           = 1*4HEXDIG",
        "verbatim": True,
        "place": {
            "grammar": "rfc3986",
            "document": "RFC 3986",
            "section": "3.2.2",
            "source": "grammar/rfc3986.abnf",
            "line": 42,
        },
        "errata": [],
        "hides": [],
        "reads": [],
        "used_by": ["IPv6address", "ls32"],
        "start": False,
        "start_rules": ["URI-reference", "URI", "absolute-URI", "relative-ref"],
        "uses": [{"name": "HEXDIG", "rule": "HEXDIG"}],
        "facts": {
            "begins": "HEXDIG",
            "characters": None,
            "empty": False,
            "shortest": 1,
            "longest": 4,
            "samples": ["a", "abc", "a1b2"],
            "near_misses": [
                {"text": "a1b2a", "offset": 4, "start": 4, "message": "extra characters after a complete h16"},
                {
                    "text": "a:bc",
                    "offset": 1,
                    "start": 1,
                    "message": '":" is not allowed in the group of the IPv6 address',
                },
            ],
            "everything": False,
            "states": 6,
            "equal": [],
        },
        "reason": None,
    }


@pytest.mark.parametrize("plain", [True, False])
def test_colour_on_a_terminal_only_and_not_with_no_color(plain: bool) -> None:
    here, there = pty.openpty()
    env = {**os.environ, "PYTHONIOENCODING": "utf-8", "TERM": "xterm"} | ({"NO_COLOR": "1"} if plain else {})
    if not plain:
        env.pop("NO_COLOR", None)
    arguments = ["grammar", "show", "-g", "rfc3986", "-r", "h16"]
    program = "from irigrammar.cli.main import main; main()"
    with subprocess.Popen([sys.executable, "-c", program, *arguments], stdout=there, env=env) as done:
        os.close(there)
        written = b""
        while True:
            try:
                more = os.read(here, 65536)
            except OSError:  # the other end is closed
                break
            if not more:
                break
            written += more
    os.close(here)
    assert done.returncode == 0
    assert (b"\x1b[" in written) is not plain
    assert b"h16" in written


def export(*arguments: str, cwd: Path | None = None) -> tuple[int, str, str]:
    return iri("grammar", "export", *arguments, cwd=cwd)


def test_a_dialect_is_written_with_a_line_end() -> None:
    assert export("-g", "rfc3986", "-r", "port", "--to", "re2") == (0, "\\A[0-9]*\\z\n", "")
    assert export("-g", "rfc3986", "-r", "PORT", "--to", "ebnf") == (
        0,
        "/* port of rfc3986 */\nport  ::= DIGIT*\nDIGIT ::= [0-9]\n",
        "",
    )


def test_the_dialects_are_listed() -> None:
    status, out, _ = export("--list")
    assert status == 0
    assert [line.split()[0] for line in out.splitlines()] == list(DIALECTS)


def test_the_output_goes_to_a_file(tmp_path: Path) -> None:
    assert export("-g", "rfc3986", "-r", "port", "--to", "java", "--output", "p.txt", cwd=tmp_path) == (0, "", "")
    assert (tmp_path / "p.txt").read_bytes() == b"\\A[0-9]*+\\z\n"
    status, out, err = export("-r", "port", "--to", "java", "--output", "no/p.txt", cwd=tmp_path)
    assert (status, out) == (2, "")
    assert "no/p.txt" in err
    assert "No such file or directory" in err


def generate(*arguments: str, cwd: Path) -> tuple[int, str, str]:
    return iri("grammar", "generate", "-g", "rfc3986", *arguments, cwd=cwd)


def test_declarations_are_written_beside_a_module(tmp_path: Path) -> None:
    assert generate("--to", "javascript", "--output", "uri.mjs", cwd=tmp_path) == (0, "", "")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["uri.d.mts", "uri.mjs"]
    assert "export declare function split" in (tmp_path / "uri.d.mts").read_text(encoding="utf-8")
    assert generate("--to", "javascript", "--no-split", "--output", "uri.js", cwd=tmp_path) == (0, "", "")
    assert "split(" not in (tmp_path / "uri.js").read_text(encoding="utf-8")
    assert "split(" not in (tmp_path / "uri.d.ts").read_text(encoding="utf-8")


def test_a_prefix_is_a_name(tmp_path: Path) -> None:
    status, out, _ = generate("-r", "port", "--to", "c", "--prefix", "p", cwd=tmp_path)
    assert status == 0
    assert "int p_matches(const char *utf8, size_t length)\n" in out
    assert "--to c --prefix p\n" in out
    status, out, err = generate("-r", "port", "--to", "c", "--prefix", "1", cwd=tmp_path)
    assert (status, out) == (2, "")
    assert "'1' is not a prefix" in err


def test_a_pattern_is_proved_or_distinguished(tmp_path: Path) -> None:
    rule = ("-g", "rfc3986", "-r", "port", "--to", "python")
    assert export(*rule, "--verify") == (0, "the pattern matches exactly port of rfc3986\n", "")
    assert export(*rule, "--output", "p.txt", cwd=tmp_path)[0] == 0
    assert export(*rule, "--verify", "p.txt", cwd=tmp_path) == (0, "p.txt matches exactly port of rfc3986\n", "")
    (tmp_path / "p.txt").write_text("[0-9]*$\n")
    expected = (1, "p.txt matches \\u{A}, and port of rfc3986 does not\n", "")
    assert export(*rule, "--verify", "p.txt", cwd=tmp_path) == expected
    (tmp_path / "p.txt").write_text("[0-9]+\\Z\n")
    expected = (1, "p.txt does not match the empty string, and port of rfc3986 does\n", "")
    assert export(*rule, "--verify", "p.txt", cwd=tmp_path) == expected


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "choose a dialect with --to (--list lists them)"),
        (("--to", "pcre"), "unknown dialect 'pcre'; did you mean pcre2, re2 or re2c?"),
        (
            ("--to", "java", "--verify"),
            "--verify works with python, re2, rust, ecmascript, ecmascript-utf16, not",
        ),
        (("--to", "python", "--verify", "none.txt"), "none.txt cannot be read"),
        (
            ("-g", "web-address", "--to", "python"),
            "iri: IRI-reference of web-address cannot be written for python: its",
        ),
        (
            ("-g", "rfc5234", "-r", "CTL", "--to", "xsd"),
            "iri: CTL of rfc5234 cannot be written for xsd: it matches U+0000",
        ),
        (("-r", "nothing", "--to", "java"), "iri: rfc3987 has no rule 'nothing'"),
    ],
)
def test_status_2_with_the_reason(arguments: tuple[str, ...], message: str) -> None:
    status, out, err = export(*arguments)
    assert (status, out) == (2, "")
    assert message in err


TEXT = """\
Internet-Draft              Greetings                      January 2020

3.  Syntax

   greeting = hello "," name
   hello = "hello" / 'hi'
   name = 1*ALPHA
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "draft-greetings-00.txt"
    path.write_text(TEXT.replace(" / 'hi'", ""), encoding="utf-8")
    return path


def test_the_rules_with_their_places(path: Path) -> None:
    done = run("grammar", "extract", str(path))
    assert (done.status, done.err) == (0, "")
    assert done.out == ('; section 3, lines 5 to 7\ngreeting = hello "," name\nhello = "hello"\nname = 1*ALPHA\n')
    assert run("grammar", "extract", "--no-line-numbers", str(path)).out == done.out.partition("\n")[2]


def test_json(path: Path) -> None:
    rows = json.loads(run("grammar", "extract", "--format", "json", str(path)).out)
    assert rows[1] == {"rule": "hello", "line": 6, "end_line": 6, "section": "3", "abnf": 'hello = "hello"'}


def test_unreadable_grammars_are_reported(path: Path) -> None:
    path.write_text(TEXT, encoding="utf-8")
    done = run("grammar", "extract", str(path))
    assert done.status == 1
    assert done.err == f"iri: {path}:6:22: 'hi' is not ABNF: a string is written in double quotation marks\n"
    assert "hello = " not in done.out


def test_json_has_what_is_left_out(path: Path) -> None:
    path.write_text(TEXT, encoding="utf-8")
    rows = json.loads(run("grammar", "extract", "--format", "json", str(path)).out)
    reason = "'hi' is not ABNF: a string is written in double quotation marks"
    assert [row["rule"] for row in rows] == ["greeting", "name", None]
    assert rows[2] == {"rule": None, "line": 6, "end_line": 6, "section": "3", "abnf": None, "problem": reason}


def test_comments_between_rules_stay(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text('~~~ abnf\n; one\na = "b"\n\n; two\nc = "d"\n; three\n~~~\n')
    done = run("grammar", "extract", "--no-line-numbers", str(path))
    assert (done.status, done.out) == (0, '; one\na = "b"\n; two\nc = "d"\n  ; three\n')


def test_rules_that_are_there_again(path: Path) -> None:
    path.write_text(f"{path.read_text(encoding='utf-8')}\n4. Collected\n\n   name = 1*ALPHA\n", encoding="utf-8")
    done = run("grammar", "extract", str(path))
    assert (done.status, done.err) == (0, "")
    assert done.out.endswith("name = 1*ALPHA\n\n; the same again: section 4, lines 11 to 11\n")
    assert "again" not in run("grammar", "extract", "--no-line-numbers", str(path)).out
    rows = json.loads(run("grammar", "extract", "--format", "json", str(path)).out)
    assert rows[3] == {"rule": None, "line": 11, "end_line": 11, "section": "4", "abnf": None, "repeats": "name"}


def test_nothing_to_take(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("nothing\n")
    done = run("grammar", "extract", str(path))
    assert (done.status, done.out) == (2, "")
    assert run("grammar", "extract", str(tmp_path / "missing")).status == 2
    assert run("grammar", "extract", "-", stdin=TEXT.encode()).status == 1


def test_lint_reports_lines_and_columns_of_the_document(path: Path) -> None:
    path.write_text(TEXT.replace(" / 'hi'", " / hi"), encoding="utf-8")
    done = run("grammar", "lint", "--format", "concise", str(path))
    assert done.status == 1
    assert done.out.splitlines()[0] == f"{path}:6:22: error L002 hello refers to hi, which no rule defines"


def railroad_run(name: str, *arguments: str) -> Result:
    return CliRunner().invoke(cli, [*name.split(), *arguments])


def test_text_is_the_default_and_shows_the_own_rules() -> None:
    done = railroad_run("grammar railroad", "-g", "web-address")
    assert done.exit_code == 0
    assert re.findall(r"^([\w-]+)  ", done.stdout, re.MULTILINE) == list(irigrammar.grammar("web-address"))
    assert railroad_run("grammar railroad", "-g", "rfc3986", "-r", "h16", "-r", "LS32", "-r", "h16").stdout == (
        "h16  RFC 3986, section 3.2.2 (grammar/rfc3986.abnf:42)\n"
        "●─┬─ HEXDIG ─────────┬─●\n"
        "  └◀ (1 to 4 times) ─┘\n"
        "\n"
        "ls32  RFC 3986, section 3.2.2 (grammar/rfc3986.abnf:43)\n"
        '●─┬─ h16 ── ":" ── h16 ─┬─●\n'
        "  └─ IPv4address ───────┘\n"
    )


def test_output_in_ascii() -> None:
    done = railroad_run("grammar railroad", "-r", "ucschar", "-r", "port", "--ascii")
    assert done.stdout.isascii()
    assert "o-+- U+00A0 to U+D7FF" in done.stdout


def test_files_have_the_form_of_their_suffix(tmp_path: Path) -> None:
    for suffix, begins in ((".svg", "<svg "), (".html", "<!DOCTYPE html>"), (".htm", "<!DOCTYPE"), (".txt", "port  ")):
        file = tmp_path / f"a{suffix}"
        done = railroad_run("grammar railroad", "-r", "port", "--output", str(file))
        assert (done.exit_code, done.output) == (0, "")
        assert file.read_text(encoding="utf-8").startswith(begins)
    file = tmp_path / "b.svg"
    railroad_run("grammar railroad", "-r", "port", "--output", str(file), "--format", "text")
    assert file.read_text(encoding="utf-8").startswith("port  ")


def test_markup_on_standard_output_has_references_for_what_it_lacks() -> None:
    escaped = ["tree", "--format", "svg", "--escaped", r"\u{E9}"]
    for arguments in (["grammar", "railroad", "-r", "ucschar", "--format", "svg"], escaped):
        out = railroad_command.run(*arguments, encoding="ascii").out
        assert "&#" in out
        ET.fromstring(out)


def test_a_user_s_own_grammar_recursive_with_prose(tmp_path: Path) -> None:
    file = tmp_path / "own.abnf"
    file.write_text('a = "(" [ a ] ")" / missing / <words> ; said\n', encoding="utf-8")
    assert railroad_run("grammar railroad", "-g", str(file)).stdout == (
        f"a  {file}:1\n"
        "; said\n"
        '●─┬─ "(" ──┬─────┬── ")" ─┬─●\n'
        "  │        └─ a ─┘        │\n"
        "  ├─ missing? ────────────┤\n"
        "  └─ <words> ─────────────┘\n"
    )


def test_unknown_names_are_reported(tmp_path: Path) -> None:
    done = railroad_run("grammar railroad", "-r", "prt")
    assert isinstance(done.exception, UnknownRule)
    done = railroad_run("grammar railroad", "-r", "port", "--output", str(tmp_path / "none" / "a.txt"))
    assert done.exit_code == 2
    assert "cannot be written" in done.output


def test_a_tree_in_each_form(tmp_path: Path) -> None:
    assert (
        railroad_run("tree", "-r", "port", "80", "--format", "boxes").stdout
        == "┌─── port ───┐\n┌DIGIT┐┌DIGIT┐\n   8      0\n"
    )
    assert (
        railroad_run("tree", "-r", "port", "80", "--format", "boxes", "--ascii", "--depth", "0").stdout
        == "[port]\n  80\n"
    )
    file = tmp_path / "tree.svg"
    assert railroad_run("tree", "-r", "port", "80", "--format", "svg", "--output", str(file)).output == ""
    assert ET.fromstring(file.read_text(encoding="utf-8")).tag.endswith("svg")
    bad = railroad_run("tree", "-r", "port", "8x", "--format", "boxes")
    assert (bad.exit_code, bad.stdout.startswith('8x: F061 "x"')) == (1, True)


@pytest.mark.parametrize(("depth", "lines"), [("0", 1), ("1", 3), ("2", 5), ("99", 5), ("full", 5), ("components", 1)])
def test_depth(depth: str, lines: int) -> None:
    assert len(railroad_run("tree", "-r", "port", "80", "--depth", depth).stdout.splitlines()) == lines
    assert railroad_run("tree", "-r", "port", "80", "--depth", depth, "--format", "dot").stdout.count("label=") == lines
    assert (
        railroad_run("tree", "-r", "port", "80", "--depth", depth, "--format", "json").stdout.count('"rule"') == lines
    )


def test_a_tree_in_colour_is_the_tree() -> None:
    coloured = railroad_run("tree", "http://h:8/é", "--color", "always").stdout
    assert coloured != (plain := railroad_run("tree", "http://h:8/é").stdout)
    assert click.unstyle(coloured) == plain


@pytest.mark.parametrize("depth", ["-1", "two", "", "1.5", "²"])
def test_a_depth_that_is_none(depth: str) -> None:
    done = railroad_run("tree", "-r", "port", "80", f"--depth={depth}")
    assert done.exit_code == 2
    assert "not full, components or a number of levels" in done.output


def test_a_tree_in_ascii_has_guides_of_ascii() -> None:
    out = railroad_command.run("tree", "-r", "port", "80", encoding="ascii").out
    assert out.splitlines()[:3] == ['port  "80"', '|-- DIGIT  "8"', '|   `-- "8"']


def test_a_validator_for_each_rule_with_its_test(tmp_path: Path) -> None:
    status, out, err = generate("-r", "h16", "-r", "port", "--to", "c", "--with-tests", "-o", "a", cwd=tmp_path)
    assert (status, out) == (0, "")
    assert err.splitlines()[2:] == [
        "test:  cc -o port_test port_test.c && ./port_test",
        "prove: iri suite run -g rfc3986 -r port --batch 100000 --exec './port_test --suite'",
    ]
    names = ["h16.h", "h16_test.c", "port.h", "port_test.c"]
    assert sorted(path.name for path in (tmp_path / "a").iterdir()) == names
    head = (tmp_path / "a" / "h16.h").read_text(encoding="utf-8").splitlines()[1]
    assert head == "// iri grammar generate -g rfc3986 -r h16 --to c --prefix h16"
    arguments = ("-r", "h16", "-r", "port", "--prefix", "v", "--form", "code", "--to", "java", "-o", "b")
    assert generate(*arguments, cwd=tmp_path) == (0, "", "")
    assert sorted(path.name for path in (tmp_path / "b").iterdir()) == ["VH16Validator.java", "VPortValidator.java"]
    for line in ("--with-tests", "-r h16 -r port", "--with-tests -o -"):
        status, _, err = generate("--to", "c", *line.split(), cwd=tmp_path)
        assert status == 2
        assert "--with-tests and several rules need a file or a folder" in err


@pytest.mark.parametrize(
    ("arguments", "mine"),
    [
        ("--to c --with-tests -o p.h", "p_test.c"),
        ("--to javascript -o p.mjs", "p.d.mts"),
        ("-r h16 --to c -o .", "port.h"),
    ],
)
def test_no_file_beside_is_lost(tmp_path: Path, arguments: str, mine: str) -> None:
    (tmp_path / mine).write_text("mine", encoding="utf-8")
    status, _, err = generate("-r", "port", *arguments.split(), cwd=tmp_path)
    assert (status, [path.name for path in tmp_path.iterdir()]) == (2, [mine])
    assert f"{mine}: it is there, and no file of iri grammar generate" in err
    assert (tmp_path / mine).read_text(encoding="utf-8") == "mine"
    (tmp_path / mine).unlink()
    for _ in range(2):  # what was generated is replaced
        assert generate("-r", "port", *arguments.split(), cwd=tmp_path)[0] == 0


@pytest.mark.parametrize("name", ["a b.h", "a;x.h", "-x.h", 'a".h'])
def test_a_name_that_commands_would_take_for_more_is_refused(tmp_path: Path, name: str) -> None:
    status, _, err = generate("-r", "port", "--to", "c", "--with-tests", f"--output={name}", cwd=tmp_path)
    assert (status, [*tmp_path.iterdir()]) == (2, [])
    assert "make the name of a file" in err
