"""`iri grammar show` as a user runs it, to the letter."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from command import iri
from examples import some

import irigrammar
from irigrammar.cli.grammar import show_command as command
from irigrammar.shipped.loader import generic_names

PRODUCTIONS = [(name, rule) for name in generic_names() for rule in irigrammar.grammar(name)]


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
        'near misses   "a%ag!À"  "%" must be followed by two hexadecimal digits (offset 3)',
        '              "a/bc"    "/" is a delimiter (offset 1)',
        "automaton     4 states, the refusing one included",
    ]


def test_an_ipv6_address() -> None:
    assert lines("-g", "rfc3986", "-r", "ipv6ADDRESS") == [
        'IPv6address   =                            6( h16 ":" ) ls32',
        '              /                       "::" 5( h16 ":" ) ls32',
        '              / [               h16 ] "::" 4( h16 ":" ) ls32',
        '              / [ *1( h16 ":" ) h16 ] "::" 3( h16 ":" ) ls32',
        '              / [ *2( h16 ":" ) h16 ] "::" 2( h16 ":" ) ls32',
        '              / [ *3( h16 ":" ) h16 ] "::"    h16 ":"   ls32',
        '              / [ *4( h16 ":" ) h16 ] "::"              ls32',
        '              / [ *5( h16 ":" ) h16 ] "::"              h16',
        '              / [ *6( h16 ":" ) h16 ] "::"',
        "RFC 3986, section 3.2.2 (grammar/rfc3986.abnf:32)",
        "",
        "used by       IP-literal",
        "reached from  URI-reference, URI, absolute-URI, relative-ref",
        "uses          h16, ls32",
        'begins with   HEXDIG / ":"',
        "length        2 to 45 characters",
        'samples       "::"',
        '              "abc:def:abc:def:abc:def:abc:def"',
        '              "a1b2:c3d4:e5f6:a7b8:c9d0:e1f2:251.213.145.6"',
        'near misses   "abc:def:abc:def:abc:def:abc.def"',
        '                "abc" is not a decimal number (offset 27)',
        '              "abc:def:abc:def:abc:def:abc::def"',
        '                8 groups and "::"; an IPv6 address has 8 groups (offset 29)',
        "automaton     152 states, the refusing one included",
    ]


def test_a_production_that_reads_the_childs_rules() -> None:
    assert lines("-g", "web-address", "-r", "ipath-abempty") == [
        "ipath-abempty  = *( path-sep isegment )",
        "draft-ietf-iri-3987bis-04, section 2.2 (grammar/iri-bis.abnf:38)",
        "",
        "inherited     from iri-bis; here it reads href-path-sep for path-sep, href-pct-form for pct-form,",
        "              href-ucschar for ucschar",
        "used by       ihier-part, irelative-part, ipath",
        "reached from  IRI-reference, IRI, absolute-IRI, irelative-ref",
        "uses          href-path-sep (written path-sep), isegment",
        "begins with   href-path-sep; may be empty",
        "length        0 or more characters",
        'samples       ""',
        '              "/abc\\def"',
        '              "/a%a1!À\\%b2$3%c4"',
        'near misses   "/abc?\\def"  "?" is a delimiter (offset 4)',
        '              "#abc\\def"   "#" is a delimiter (offset 0)',
        "automaton     3 states, the refusing one included",
    ]


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
    assert lines("-r", "ipath-empty")[3:] == [
        "erratum       0<ipchar> as published, 0ipchar as used",
        "              as path-empty in RFC 3986: prose for the rule ipchar",
        "used by       ihier-part, irelative-part, ipath",
        "reached from  IRI-reference, IRI, absolute-IRI, irelative-ref, ipath",
        "uses          ipchar",
        "begins with   nothing: only the empty string matches",
        "length        0 characters",
        'samples       ""',
        'near misses   "/"  "/" is a delimiter (offset 0)',
        '              ":"  ":" is a delimiter (offset 0)',
        "automaton     2 states, the refusing one included",
        "same strings  path-empty",
    ]


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
    assert lines("-g", "own.abnf", "-r", "names", cwd=own) == [
        "; A list of names",
        'names = "(" *( name [ "," ] ) ")"',
        "own.abnf:2",
        "",
        "used by       no rule",
        "reached from  itself (a start rule)",
        "uses          name",
        'begins with   "("',
        "length        2 or more characters",
        'samples       "()"',
        '              "(abc,def)"',
        '              "(abc,def,)"',
        'near misses   "(abc,def("  "(" is not allowed in name (offset 8)',
        '              "(abc,def"   unexpected end of string: names is incomplete (offset 8)',
        "automaton     5 states, the refusing one included",
    ]


def test_a_users_file_that_extends_a_grammar(own: Path) -> None:
    result = lines("-g", "./own.abnf", "--extends", "rfc3986", "-r", "port", cwd=own)
    assert result[1:7] == [
        "RFC 3986, section 3.2.3 (grammar/rfc3986.abnf:26)",
        "",
        "inherited     from rfc3986",
        "used by       authority",
        "reached from  no start rule",
        "uses          DIGIT",
    ]


def test_a_recursive_rule_and_prose(own: Path) -> None:
    assert lines("-g", "./own.abnf", "-r", "list", cwd=own) == [
        'list = "(" *list ")"',
        "./own.abnf:4",
        "",
        "used by       list",
        "reached from  no start rule",
        "uses          list",
        'begins with   "("',
        "length        2 or more characters",
        'samples       "()"',
        '              "((()())(()()))"',
        '              "((()())(()()())()(())()())"',
        'near misses   "((()()),(()()))"  "," is not allowed in list (offset 7)',
        '              "(((())(()()))"    unexpected end of string: list is incomplete (offset 13)',
        "no automaton  recursive: list -> list",
    ]
    assert lines("-g", "./own.abnf", "-r", "prose", cwd=own)[-2:] == [
        "no automaton  <some words> is prose, which nothing can match",
        "              so first characters, lengths, samples and near misses cannot be computed",
    ]
    assert lines("-g", "./own.abnf", "-r", "open", cwd=own)[5] == "uses          prose, nothing (no rule defines it)"


def test_what_cannot_be_shown_is_escaped_and_what_is_long_is_cut(own: Path) -> None:
    assert lines("-g", "./own.abnf", "-r", "name", cwd=own)[0] == r"name = 1*ALPHA   ; \u{1B}[31mcomment"
    result = lines("-g", "./own.abnf", "-r", "long", cwd=own)
    assert f'samples       "{"ab" * 15}"..."{"ab" * 15}" (2,000 characters)' in result
    result = lines("-g", "./own.abnf", "-r", "CR2", cwd=own)
    assert result[6:] == [
        "matches       one character",
        r'samples       "\u{D}"',
        r'near misses   "\u{D}\u{D}"  a line break at the end is not part of the identifier (offset 1)',
        '              "("           "(" is not allowed at the start of CR2 (offset 0)',
        "automaton     3 states, the refusing one included",
        "same strings  CR",
    ]


def test_every_string(own: Path) -> None:
    assert lines("-g", "./own.abnf", "-r", "any", cwd=own)[6:] == [
        "begins with   %x00-D7FF / %xE000-10FFFF; may be empty",
        "length        0 or more characters",
        'samples       ""',
        '              "abc"',
        '              "aÀ1"',
        "near misses   none: every string is any",
        "automaton     2 states, the refusing one included",
    ]


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


def test_a_users_grammar(own: Path) -> None:
    result = lines("-g", "./own.abnf", cwd=own)
    assert result[:4] == ["./own.abnf", "", "extends       rfc5234", "start rules   names"]
    assert result[5] == './own.abnf:2  names = "(" *( name [ "," ] ) ")"'


def test_an_unknown_rule_and_an_unknown_grammar() -> None:
    assert iri("grammar", "show", "-r", "isegmet") == (
        2,
        "",
        "iri: rfc3987 has no rule 'isegmet'; did you mean isegment, segment or isegment-nz?\n",
    )
    status, out, err = iri("grammar", "show", "-g", "rfc3978")
    assert (status, out) == (2, "")
    assert err.startswith("iri: no grammar is called 'rfc3978'; did you mean")
    assert iri("grammar", "show", "-r", "")[0] == 2
    assert iri("grammar", "show", "--extends", "rfc3986")[0] == 2


@pytest.mark.parametrize(("name", "rule"), some(PRODUCTIONS, 12))
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
        assert f"{near['message']} (offset {near['offset']})" in text.stdout


@pytest.mark.parametrize("name", generic_names())
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
                {"text": "a1b2a", "offset": 4, "message": "extra characters after a complete h16"},
                {"text": "a:bc", "offset": 1, "message": '":" is not allowed in the group of the IPv6 address'},
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
