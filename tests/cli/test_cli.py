"""The commands as a user runs them: output, exit status, records."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command import iri, process
from rows import in_one_test


def test_check_arguments() -> None:
    assert iri("check", "http://é/", "//h", "urn:x#y", "", "a b") == (
        1,
        "http://é/: valid absolute-IRI\n"
        "//h: valid relative reference\n"
        "urn:x#y: valid IRI, but the URN has no namespace-specific string (NSS); write urn:NID:NSS (X002)\n"
        "(empty): valid relative reference\n"
        "a b: F094 a reference cannot contain a space (column 2)\n"
        "4 valid, 1 invalid (RFC 3987 IRI-reference)\n",
        "",
    )


def test_one_argument_has_no_summary() -> None:
    assert iri("check", "-r", "IRI", "x") == (1, "x: F068 this is a relative reference (column 2)\n", "")
    assert iri("check", "-g", "rfc3986", "-r", "IPv4address", "127.0.0.1")[0] == 0


def test_check_a_file_and_standard_input(tmp_path: Path) -> None:
    (tmp_path / "urls.txt").write_bytes(b"http://a/\r\n\nhttp://b c/\nx\xff\n")
    expected = (
        "urls.txt:3:9: F081 a space is not allowed in a host name: http://b c/\n"
        "urls.txt:4:2: F001 byte 0xFF is not UTF-8 (byte offset 1): x\\xff\n"
        "1 valid, 2 invalid (RFC 3987 IRI-reference)\n"
    )
    assert iri("check", "--file", "urls.txt", cwd=tmp_path) == (1, expected, "")
    data = (tmp_path / "urls.txt").read_bytes()
    assert iri("check", "--file", "-", stdin=data) == (1, expected.replace("urls.txt", "<stdin>"), "")
    status, out, _ = iri("check", "--all", "--file", "urls.txt", cwd=tmp_path)
    assert (status, out.splitlines()[0]) == (1, "urls.txt:1: valid absolute-IRI: http://a/")


def test_check_of_a_table_by_lines_is_noted(tmp_path: Path) -> None:
    (tmp_path / "links.csv").write_text("id,link\n1,http://b c/\n")
    _, _, err = iri("check", "--file", "links.csv", cwd=tmp_path)
    assert err == "iri: links.csv: checked by lines; to check a column, use --column NAME\n"


def test_a_file_is_one_text_with_whole(tmp_path: Path) -> None:
    (tmp_path / "list.abnf").write_text('list = 1*( 1*DIGIT ( "," / LF ) )\n')
    (tmp_path / "right.txt").write_bytes(b"\xef\xbb\xbf1,2\n")
    (tmp_path / "wrong.txt").write_bytes(b"1,2\n3,x\n")
    (tmp_path / "bytes.txt").write_bytes(b"1,\xff\n")
    grammar = ("-g", "./list.abnf", "-r", "list", "--whole")
    assert iri("check", *grammar, "right.txt", "none.txt", "wrong.txt", "bytes.txt", cwd=tmp_path) == (
        2,
        "right.txt: valid list\n"
        'wrong.txt:2:3: F000 "x" is not allowed in list: 3,x\n'
        "bytes.txt:1:3: F001 byte 0xFF is not UTF-8 (byte offset 2): 1,\\xff\n"
        "1 valid, 2 invalid (./list.abnf list)\n",
        "iri: right.txt: skipped the byte order mark at its start\n"
        "iri: none.txt: cannot be read (No such file or directory)\n",
    )
    assert iri("check", *grammar, cwd=tmp_path, stdin=b"1,2\n3")[1].startswith("<stdin>:2:2: F000 unexpected end")
    row = json.loads(iri("check", *grammar, "--format", "jsonl", "wrong.txt", cwd=tmp_path)[1])
    assert [row[name] for name in ("line", "column", "end_column", "offset", "text")] == [2, 3, 4, 6, "1,2\n3,x\n"]
    assert iri("explain", *grammar, "right.txt", cwd=tmp_path)[0] == 0
    assert iri("split", *grammar, "--components", "all=list", "right.txt", cwd=tmp_path)[1] == "all        1,2\\u{A}\n"
    assert iri("tree", *grammar, "--depth", "0", "-", cwd=tmp_path, stdin=b"1,")[1] == 'list  "1,"\n'
    assert "none.txt: cannot be read (No such file" in iri("explain", *grammar, "none.txt", cwd=tmp_path)[2]


@in_one_test(
    ("arguments", "status", "said"),
    [
        (("check", "--fetch"), 1, '<stdin>:1:1: R030 the host "127.0.0.1" is not public'),
        (("split", "--hostport"), 0, "127.0.0.1\n"),
        (("split", "-"), 0, "scheme     http\n"),
        (("check", "--max-line", "9"), 2, "iri: <stdin>: cannot be read (more than 9 bytes)"),
        (("check", "--encoding", "latin1"), 0, "<stdin>: valid absolute-IRI, but"),
        (("split", "--encoding", "latin1", "--format", "json"), 0, "127.0.0.1"),
        (("check", "--escaped", "-"), 2, "--whole cannot be combined with --file, --files, --comments or --escaped"),
        (("check", "--comments", "-"), 2, "--whole cannot be combined with --file, --files, --comments or --escaped"),
        (("split", "--escaped", "-"), 2, "--whole and --escaped cannot be combined"),
    ],
)
def test_whole_with_other_options(arguments: tuple[str, ...], status: int, said: str) -> None:
    result = iri(*arguments, "--whole", stdin=b"http://127.0.0.1")
    assert result[0] == status
    assert said in result[1] + result[2]


def test_a_message_escapes_what_it_repeats_once() -> None:
    for arguments in [("resolve", "a\nb", "x"), ("link-target", "a\nb", "x"), ("compare", "a\nb", "x")]:
        assert "a\\u{A}b" in iri(*arguments)[2]
    assert iri("split", "--scheme", stdin=b"http://a/\xff\n")[2] == "iri: http://a/\\xff: it is not UTF-8\n"


def test_a_masked_password_leaves_the_verdict_by_scheme(tmp_path: Path) -> None:
    (tmp_path / "urls.txt").write_text("mongodb://u:sesam@h1:1,h2:2/db?w=1&w=2\n")
    status, out, _ = iri("check", "--scheme", "--file", "urls.txt", cwd=tmp_path)
    assert (status, "sesam" in out) == (1, False)
    assert "; it matches mongodb-URI" in out
    assert 'warning[X040]: the option "w" is there twice' in out


@pytest.mark.parametrize("form", [(), ("--explain",), ("--all",), ("--format", "json"), ("--scheme",)], ids=" ".join)
def test_passwords_of_files_are_masked_to_their_ends(tmp_path: Path, form: tuple[str, ...]) -> None:
    lines = ['http://alice:sesam<sesam"sesam@host/', "http://bob:sesam sesam@host/", "http://carol:sesam@host/|"]
    (tmp_path / "urls.txt").write_text("\n".join(lines))
    status, out, err = iri("check", *form, "--file", "urls.txt", cwd=tmp_path)
    assert (status, out.count(":***@host/"), err) == (1, 3, "")
    assert "sesam" not in out


@pytest.mark.slow
def test_engines_write_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bad = b"b c\xff\n"
    lines = [b"http://example.org/%d\r\n\n" % number + bad * (number % 1000 == 7) for number in range(60_000)]
    (tmp_path / "urls.txt").write_bytes(b"\xef\xbb\xbf" + b"".join(lines) + b"last \0")
    said = {}
    for pure in ("", "1"):
        monkeypatch.setenv("IRIGRAMMAR_PURE", pure)
        said[pure] = [
            process("check", "--file", "urls.txt", *form, cwd=tmp_path)
            for form in ([], ["--format", "jsonl"], ["--summary"], ["--quiet"])
        ]
    first = said[""]
    assert said["1"] == first
    rows = first[0][1].splitlines()
    assert first[0][2] == "iri: urls.txt: skipped the byte order mark at its start\n"
    assert rows[0] == "urls.txt:17:2: F094 a reference cannot contain a space: b c\\xff"
    assert rows[-2].startswith("urls.txt:120061:5: F094 a reference")
    assert rows[-1] == "60,000 valid, 61 invalid (RFC 3987 IRI-reference)"
    assert first[2][1].splitlines() == [
        *("61  F094 a reference cannot contain a space", "    the first fix repairs 2 % (0 % safely)"),
        *("      b c\\xff", "      last \\u{0}", rows[-1]),
    ]
    assert first[3] == (1, "", "")


def test_standard_input_as_argument_or_by_default() -> None:
    said = "<stdin>:1:2: F094 a reference cannot contain a space: a b\n0 valid, 1 invalid (RFC 3987 IRI-reference)\n"
    assert iri("check", stdin=b"a b\n") == iri("check", "-", stdin=b"a b\n") == (1, said, "")
    assert iri("check", "a", "-", "b", stdin=b"c\n")[1].endswith("3 valid, 0 invalid (RFC 3987 IRI-reference)\n")
    assert iri("check", "-", stdin=b"")[0] == 0
    for empty in (b"", b"\n\r\n"):
        status, out, err = iri("check", stdin=empty)
        assert (status, out) == (2, "")
        assert "nothing to check" in err


def test_a_text_that_may_be_meant_as_a_file_or_a_host_is_noted(tmp_path: Path) -> None:
    (tmp_path / "urls.txt").write_bytes(b"http://a/\n")
    status, out, err = iri("check", "urls.txt", cwd=tmp_path)
    assert (status, out) == (0, "urls.txt: valid relative reference\n")
    assert err == "iri: urls.txt is also a file here; use --files to check its lines\n"
    assert iri("check", "--quiet", "urls.txt", cwd=tmp_path) == (0, "", "")
    assert iri("check", "--files", "urls.txt", cwd=tmp_path)[2] == ""
    assert iri("check", ".", "", "x" * 5_000, cwd=tmp_path)[2] == ""
    status, _, err = iri("check", "--summary", "example.com")
    assert (status, err[:30]) == (0, 'iri: "example.com" looks like ')
    assert "localhost" in iri("check", "localhost:8080")[2]
    assert iri("check", "http://example.com/")[2] == ""


def test_a_byte_order_mark_is_skipped_and_comments_if_asked(tmp_path: Path) -> None:
    (tmp_path / "u.txt").write_bytes(b"\xef\xbb\xbfhttp://a/\n# b c\n\n#" + b"x" * 300_000 + b"\nd e\n# f")
    said = "iri: u.txt: skipped the byte order mark at its start\n"
    assert iri("check", "--comments", "--file", "u.txt", cwd=tmp_path) == (
        1,
        "u.txt:5:2: F094 a reference cannot contain a space: d e\n1 valid, 1 invalid (RFC 3987 IRI-reference)\n",
        said,
    )
    _, out, err = iri("check", "--summary", "--file", "u.txt", cwd=tmp_path)
    assert out.endswith("\n2 valid, 3 invalid (RFC 3987 IRI-reference)\n")
    assert err == said
    assert iri("check", "--summary", "-", stdin=b"a\xef\xbb\xbf\n")[2] == ""


def test_files_and_standard_input_in_another_charset() -> None:
    assert iri("check", "--encoding", "latin-1", "--all", "-", stdin=b"http://h/\xe9\n")[1].startswith(
        "<stdin>:1: valid absolute-IRI: http://h/é\n"
    )
    assert iri("check", "--encoding", "utf-16", "-", stdin="http://h/\nb\n".encode("utf-16"))[0] == 0
    status, _, err = iri("check", "--encoding", "ascii", "-", stdin=b"\xff")
    assert (status, err) == (2, "iri: <stdin>: cannot be read (not in ascii: byte 0xFF at offset 0 is not ascii)\n")
    assert iri("check", "--encoding", "no", "a")[0] == 2


def test_absolute_is_the_second_start_rule() -> None:
    assert iri("check", "--absolute", "--summary", "a:b", "//h")[1].endswith("\n1 valid, 1 invalid (RFC 3987 IRI)\n")
    assert iri("check", "--absolute", "-g", "rfc3986", "--summary", "a:b")[1] == "1 valid, 0 invalid (RFC 3986 URI)\n"
    assert iri("check", "--absolute", "-r", "IRI", "a")[0] == 2
    assert iri("check", "--absolute", "-g", "rfc5234", "a")[0] == 2


def test_quiet_and_summary() -> None:
    assert iri("check", "--quiet", "a b") == (1, "", "")
    assert iri("check", "--quiet", "a") == (0, "", "")
    status, out, err = iri("check", "--summary", "a", "b c")
    assert (status, out.splitlines()[-1], err) == (1, "1 valid, 1 invalid (RFC 3987 IRI-reference)", "")
    assert iri("check", "--quiet", "--summary", "a")[0] == 2


EDIT = {"start": 1, "end": 2, "text": "%20"}


def test_records_have_every_field_in_order() -> None:
    status, out, _ = iri("check", "--format", "jsonl", "--file", "-", stdin=b"a\nb c\n")
    (record,) = map(json.loads, out.splitlines())
    assert status == 1
    assert list(record.items()) == [
        ("path", "<stdin>"),
        ("line", 2),
        ("column", 2),
        ("end_line", 2),
        ("end_column", 3),
        ("code", "F094"),
        ("severity", "error"),
        ("message", "a reference cannot contain a space"),
        ("text", "b c"),
        ("grammar", "rfc3987"),
        ("rule", "IRI-reference"),
        ("section", "RFC 3987, section 2.2"),
        ("offset", 1),
        ("help", "write %20"),
        ("url", None),
        ("labels", [{"start": 1, "end": 2, "text": "a space", "role": "primary"}]),
        ("fixes", [{"text": "b%20c", "how": 'percent-encode " "', "applicability": "unsafe", "edits": [EDIT]}]),
    ]
    _, out, _ = iri("check", "--format", "jsonl", "--all", "--file", "-", stdin=b"a\nb c\n")
    assert [json.loads(line)["code"] for line in out.splitlines()] == [None, "F094"]


@pytest.mark.parametrize("lines", [b"", b"a\n", b"b c\n", b"b c\nd e\n"])
def test_json_is_one_document(lines: bytes) -> None:
    _, out, _ = iri("check", "--format", "json", "--file", "-", stdin=lines)
    document = json.loads(out)
    assert len(document["findings"]) == document["invalid"] == lines.count(b" ")
    assert document["valid"] == lines.count(b"\n") - lines.count(b" ")


def test_unreadable_input_is_reported_and_the_rest_is_done(tmp_path: Path) -> None:
    (tmp_path / "good.txt").write_bytes(b"a\n")
    status, out, err = iri("check", "--file", "missing.txt", "--file", "good.txt", "--file", ".", cwd=tmp_path)
    assert status == 2
    assert out == "1 valid, 0 invalid (RFC 3987 IRI-reference)\n"
    assert err.splitlines() == [
        "iri: missing.txt: cannot be read (No such file or directory)",
        "iri: .: cannot be read (Is a directory)",
    ]


@in_one_test(
    ("arguments", "said"),
    [
        (["check"], "nothing to check"),
        (["normalize", "--jobs", "0", "--file", "a"], "0 is not in the range x>=1"),
        (["check", "-g", "rfc3896", "a"], "iri: unknown grammar 'rfc3896'; did you mean rfc3986"),
        (["check", "-r", "IRL", "a"], "iri: rfc3987 has no rule 'IRL'; did you mean IRI"),
        (["check", "-g", "./missing.abnf", "a"], "iri: ./missing.abnf: cannot be read (No such file or directory)"),
        (["check", "--escaped", r"\u{110000}"], "names no code point"),
        (["check", "--format", "yaml", "a"], "'yaml' is not one of"),
        (["split", "-r", "isegment", "a"], "isegment has no unique components"),
        (["grammar", "lint", "missing.abnf"], "iri: missing.abnf: cannot be read"),
        (["nonsense"], "No such command 'nonsense'"),
    ],
)
def test_usage_errors_have_status_2_and_one_line_that_says_why(arguments: list[str], said: str) -> None:
    status, out, err = iri(*arguments)
    assert (status, out) == (2, "")
    assert said in err
    assert "Traceback" not in err


def test_escapes_in_and_out() -> None:
    assert iri("check", "--escaped", r"\u{D800}", r"a\u{202E}b", r"C:\u")[1].splitlines()[:3] == [
        r"\u{D800}: F005 a lone surrogate is half of a UTF-16 pair, not a character (column 1)",
        r"a\u{202E}b: valid relative reference, but U+202E RIGHT-TO-LEFT OVERRIDE is a bidi control: "
        "it changes the order in which text is shown (C005)",
        r"C:\u: F022 this is a Windows path, not a URI (column 3)",
    ]


def test_arguments_that_are_not_utf_8() -> None:
    status, out, _ = iri("check", b"x\xff")
    assert (status, out) == (1, "x\\xff: F001 byte 0xFF is not UTF-8 (byte offset 1) (column 2)\n")


def test_split() -> None:
    assert iri("split", "http://u@[::1]:80/p?#f")[:2] == (
        0,
        "scheme     http\nauthority  u@[::1]:80\nuserinfo   u\nhost       [::1]\nport       80\npath       /p\n"
        "query      (empty)\nfragment   f\nhost kind  IPv6address\n",
    )
    assert json.loads(iri("split", "--format", "json", "a")[1])["scheme"] is None
    surrogate = "%\ud800".encode("utf-8", "surrogatepass")
    status, out, _ = iri("split", "-g", "web-address", "--format", "jsonl", "http://h\\a:b@c/d", surrogate)
    assert status == 1
    assert {json.loads(line).get("host", "fault") for line in out.splitlines()} == {"h", "fault"}


def test_tree() -> None:
    assert iri("tree", "-r", "port", "8")[:2] == (0, 'port  "8"\n└── DIGIT  "8"\n    └── "8"\n')
    assert json.loads(iri("tree", "--format", "json", "--depth", "components", "a:b")[1])["children"][0]["value"] == "a"
    assert iri("tree", "--format", "dot", "a")[1].startswith("digraph tree {\n")
    assert iri("tree", "a b")[:2] == (1, "a b: F094 a reference cannot contain a space (column 2)\n")


def test_custom_grammar(tmp_path: Path) -> None:
    (tmp_path / "list.abnf").write_bytes(b'list = item *( "," item )\r\nitem = 1*( unreserved / pct-encoded )\r\n')
    assert iri("check", "-g", "./list.abnf", "--extends", "rfc3986", "a,%41", "a,", cwd=tmp_path)[:2] == (
        1,
        "a,%41: valid list\n"
        "a,: F000 unexpected end of string: item is incomplete (column 3)\n"
        "1 valid, 1 invalid (./list.abnf list)\n",
    )
    assert iri("grammar", "lint", "list.abnf", "--extends", "rfc3986", cwd=tmp_path) == (0, "", "")
    status, out, _ = iri("grammar", "lint", "list.abnf", cwd=tmp_path)
    assert (status, out) == (
        1,
        "list.abnf:2:12: L002 item refers to unreserved, which no rule defines\n"
        "list.abnf:2:25: L002 item refers to pct-encoded, which no rule defines\n",
    )


def test_grammar_list_and_lint_of_the_catalog() -> None:
    status, out, _ = iri("grammar", "list")
    assert status == 0
    assert "  rfc3987          IRI: RFC 3987, section 2.2 (25 rules, on rfc3986)\n" in out
    rows = json.loads(iri("grammar", "list", "--format", "json")[1])
    names = [row["name"] for row in rows]
    status, out, _ = iri("grammar", "lint", *names)
    assert status == 0
    assert all("recorded erratum" in line for line in out.splitlines())
    assert {line.partition(":")[0].removeprefix("grammar/") for line in out.splitlines()} == {
        *("web-address.abnf", "schemes/dns.abnf", "schemes/json-pointer.abnf", "schemes/urn.abnf")
    }


def test_grammar_diff() -> None:
    status, out, _ = iri("grammar", "diff", "rfc3987", "iri-bis")
    assert status == 0
    assert out.splitlines()[:2] == [
        "rule            rfc3987 : iri-bis  only in rfc3987  only in iri-bis",
        "IRI             incomparable       a://%aa          a:##",
    ]
    assert iri("grammar", "diff", "rfc3986", "rfc3987", "--fail-on", "wider")[0] == 0
    assert iri("grammar", "diff", "rfc3986", "rfc3987", "--fail-on", "wider,narrower")[0] == 1
    assert iri("grammar", "diff", "rfc3986", "rfc3987", "--fail-on", "bigger")[0] == 2
    document = json.loads(iri("grammar", "diff", "rfc3986", "iri-bis", "-r", "URI:IRI", "--format", "json")[1])
    assert document["rules"][0]["only_a"] == "a://%aa"
    assert iri("grammar", "diff", "rfc3986", "rfc3986")[1] == "36 of 36 rules are equal\n"


def test_all_rules_of_files_are_compared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.abnf").write_text('a = "x"\nb = 1*DIGIT\nc = nowhere\n', encoding="utf-8")
    Path("b.abnf").write_text('b = *DIGIT\na = "x"\nc = nowhere\nd = a\n', encoding="utf-8")
    status, out, err = iri("grammar", "diff", "./a.abnf", "./b.abnf", "--fail-on", "narrower")
    assert (status, [line.split() for line in out.splitlines()][1:]) == (
        1,
        [["b", "narrower", "(empty)"], ["1", "of", "3", "rules", "are", "equal"], ["only", "./b.abnf", "has", "d"]],
    )
    assert err == "iri: c is not compared: ./a.abnf:3: c refers to nowhere, which no rule defines\n"


def test_grammar_diff_up_to_a_length(tmp_path: Path) -> None:
    (tmp_path / "a.abnf").write_text('s = s "+" s / "1"\n')
    (tmp_path / "b.abnf").write_text('s = "1" *( "+" "1" ) / "1+"\n')
    arguments = ("grammar", "diff", "./a.abnf", "./b.abnf")
    assert iri(*arguments, "--up-to", "1", cwd=tmp_path)[:2] == (0, "s  equal up to length 1 (3 strings)\n")
    found = "s  different up to length 6 (127 strings); only in B: 1+\n"
    assert iri(*arguments, "--up-to", "6", cwd=tmp_path)[:2] == (1, found)
    document = json.loads(iri(*arguments, "--up-to", "2", "--format", "json", cwd=tmp_path)[1])
    assert document["rules"] == [
        {"a": "s", "b": "s", "equal": False, "length": 2, "strings": 7, "only_a": None, "only_b": "1+"}
    ]


def test_grammar_audit() -> None:
    status, out, _ = iri("grammar", "audit", "-g", "rfc3986")
    assert status == 1
    assert out.splitlines()[0] == (
        "grammar/rfc3986.abnf:25: host: 0.0.0.0 matches IPv4address and reg-name; first match wins"
    )


def test_grammar_audit_of_recursive_rules(tmp_path: Path) -> None:
    (tmp_path / "a.abnf").write_text('a = b / "[" [ a ] "]"\nb = b "+" b / "1"\n')
    assert iri("grammar", "audit", "-g", "./a.abnf", cwd=tmp_path)[:2] == (
        1,
        "./a.abnf:1: a: automaton with a stack; b is recursive; 1+1+1 has two derivations (iri tree --all)\n"
        "./a.abnf:2: b: automaton with a stack; b is recursive; 1+1+1 has two derivations (iri tree --all)\n",
    )
    (tmp_path / "b.abnf").write_text('a = "1" / "[" [ a ] "]"\n')
    assert iri("grammar", "audit", "-g", "./b.abnf", cwd=tmp_path)[:2] == (
        0,
        "./b.abnf:1: a: automaton with a stack; a is recursive\n"
        "no ambiguity found: no two alternatives, and no two divisions, match the same string\n",
    )


def test_grammar_coverage(tmp_path: Path) -> None:
    (tmp_path / "hosts").write_bytes(b"a\n127.0.0.1\n[\n\xff\n")
    status, out, _ = iri("grammar", "coverage", "-r", "ihost", "--file", "hosts", cwd=tmp_path)
    assert status == 0
    assert out.splitlines()[0] == "2 strings matched, 2 did not"
    assert "  never: alternative 1: IP-literal (grammar/rfc3987.abnf:25)" in out


def test_suite_generate() -> None:
    status, out, err = iri("suite", "generate", "-g", "rfc3986", "-r", "h16", "--letters", "classes")
    assert status == 0
    assert err.startswith("An implementation that behaves as an automaton with at most 6 states")
    cases = [json.loads(line) for line in out.splitlines()]
    assert {"text": "", "valid": False, "offset": 0} in cases
    assert {"text": "0000", "valid": True, "offset": None} in cases or {
        "text": "aaaa",
        "valid": True,
        "offset": None,
    } in cases
    small = [json.loads(line) for line in iri("suite", "generate", "-r", "h16", "--cover", "rules")[1].splitlines()]
    assert small[0] == {"text": "a", "valid": True, "offset": None, "rule": "h16", "site": "1 times: 1*4HEXDIG"}


FAULT = """error[F081]: a space is not allowed in a host name

  http://b c/
          ^ not in a host

"""


def test_explain_says_why() -> None:
    status, out, _ = iri("explain", "http://b c/")
    assert (status, out[: len(FAULT)]) == (1, FAULT)
    assert out.splitlines()[5:] == [
        "  rule       ireg-name = *( iunreserved / pct-encoded / sub-delims )   RFC 3987, section 2.2"
    ]
    assert '  fix        http://b/c%20d   percent-encode " "' in iri("explain", "http://b/c d")[1].splitlines()


def test_explain_says_what_a_valid_string_is() -> None:
    status, out, _ = iri("explain", "http://256.1.1.1:99999999/")
    assert status == 0
    assert out.startswith(
        'valid absolute-IRI (RFC 3987, section 2.2), but "99999999" is not a port; the highest is 65535'
        " (X004; RFC 9293, 3.1)\n\n  http://256.1.1.1:99999999/\n\n  scheme     http\n"
    )
    assert '\n  warning    browsers refuse this host as an IPv4 address: "256" is greater than 255 (H005; URL' in out
    assert "(rfc3986)" not in out
    listed = "\n  *          absolute-URI (rfc3986)\n  *          URI (rfc3986)\n"
    assert listed in iri("explain", "--all", "http://256.1.1.1:99999999/")[1]


def test_check_and_explain_note_what_is_suspicious(tmp_path: Path) -> None:
    note = 'the host "127.0.0.1" is in 127.0.0.0/8: loopback (RFC 1122, 3.2.1.3)'
    assert iri("check", "http://127.0.0.1/") == (0, f"http://127.0.0.1/: valid absolute-IRI, but {note} (H008)\n", "")
    assert iri("check", "--summary", "http://127.0.0.1/")[1].count("\n") == 1
    assert iri("check", "--quiet", "http://127.0.0.1/") == (0, "", "")
    (tmp_path / "urls.txt").write_bytes(b"http://127.0.0.1/\nhttp://u:p@127.0.0.1:80/\n")
    out = iri("check", "--all", "--file", "urls.txt", cwd=tmp_path)[1]
    assert out.startswith(f"urls.txt:1: valid absolute-IRI, but {note} (H008): http://127.0.0.1/\n")
    assert "u:p" not in out
    first, second = map(
        json.loads, iri("check", "--all", "--format", "jsonl", "--file", "urls.txt", cwd=tmp_path)[1].splitlines()
    )
    keys = ["code", "severity", "text", "start", "end", "section", "fix"]
    assert first["notes"] == [dict(zip(keys, ["H008", "warning", note, 7, 16, "RFC 6890, 2.2.1", None], strict=True))]
    assert [(note["code"], note["fix"]) for note in second["notes"]] == [("R007", None), ("H008", None), ("R004", None)]
    assert json.loads(iri("explain", "--format", "json", "http://127.0.0.1/")[1])["notes"] == first["notes"]


def test_a_profile_forbids_what_the_prose_of_the_document_does(tmp_path: Path) -> None:
    text = "http://e/a\u202eb"
    assert iri("check", text)[0] == 0
    for name in ("check", "explain"):
        status, out, _ = iri(name, "--profile", "rfc3987-4.1", text)
        assert status == 1
        assert "U+202E RIGHT-TO-LEFT OVERRIDE is not allowed in the segment" in out
        assert iri(name, "--profile", "rfc3987-4.1", "http://e/\u05d0")[0] == 0
    file = tmp_path / "lines.txt"
    file.write_text(f"a:\n{text}\n", encoding="utf-8")
    status, out, _ = iri("check", "--profile", "rfc3987-4.1", "--absolute", "--file", str(file))
    assert (status, "lines.txt:2:11: " in out) == (1, True)


def test_one_fault_by_grammar_and_by_scheme_is_said_once() -> None:
    for text in ("mailto:a@b.example?subject=x y", "file:///C:/a%b", "tel:+0;a=["):
        out = iri("check", "--scheme", text)[1]
        assert out.count("\n") == 1, out
    assert iri("check", "--scheme", "mailto:a@b@c?subject=x y")[1].count("\n") == 2
