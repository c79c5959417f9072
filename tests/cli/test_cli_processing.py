"""The commands that convert, compare and resolve, as a user runs them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from command import iri
from examples import FULL, some
from rows import in_one_test

from irigrammar.processing.trace import Step
from irigrammar.views.results import as_table

BIDI = "http://xn--rsum-bpad.example.org/ros%C3%A9/%E2%80%AE%fc"


@in_one_test(
    ("arguments", "out"),
    [
        (
            ["to-uri", "http://résumé.example.org/rosé?é#é"],
            "http://xn--rsum-bpad.example.org/ros%C3%A9?%C3%A9#%C3%A9\n",
        ),
        (["to-uri", "http://my_host.résumé.org/"], "http://my_host.xn--rsum-bpad.org/\n"),
        (["to-uri", "--host", "percent", "http://é.org/"], "http://%C3%A9.org/\n"),
        (["to-uri", "--query-charset", "shift_jis", "http://e/?表"], "http://e/?%95%5C\n"),
        (["to-uri", "--escaped", r"\u{E9}"], "%C3%A9\n"),
        (["to-uri", ""], "\n"),
        (["to-iri", "http://e/%2f%c3%bc%fc", BIDI], "http://e/%2fü%FC\nhttp://résumé.example.org/rosé/%E2%80%AE%FC\n"),
        (["to-iri", "http://e/%E2%A0%80?%EE%80%80"], "http://e/%E2%A0%80?%EE%80%80\n"),
        (["to-iri", "--keep", "é", "http://e/%C3%A9%C3%BC?%EE%80%80"], "http://e/%C3%A9ü?\ue000\n"),
        (["to-iri", "--keep", r"\u{FC}", "--escaped", "http://e/%C3%A9%C3%BC"], "http://e/é%C3%BC\n"),
        (["to-iri", "--host", "keep", "http://xn--rsum-bpad.org/"], "http://xn--rsum-bpad.org/\n"),
        (["from-leiri", "http://e/a b/<c>"], "http://e/a%20b/%3Cc%3E\n"),
        (["from-leiri", "--no-check", "a%zz[ "], "a%zz[%20\n"),
        (["from-web-address", "--authority", "grammar", r" http:\\h\p "], "http:/%5Ch/p\n"),
        (["from-web-address", "--authority", "browser", r"/\h\p"], "//h/p\n"),
        (["from-web-address", "--charset", "cp1258", "http://e/?q=Vi\u1ec7t"], "http://e/?q=Vi%EA%F2t\n"),
        (
            ["to-uri", "--query-charset", "us-ascii", "--errors", "reference", "http://e/?\u2126"],
            "http://e/?%26%238486%3B\n",
        ),
        (["from-web-address", r"http://h\a:b@c/d"], "http://h/a:b@c/d\n"),
        (["prepare", "--references", "html", "ros&eacute; "], "rosé\n"),
        (["prepare", "--spaces", "split", "http://a/ http://b/"], "http://a/\nhttp://b/\n"),
        (["encode", "-r", "segment", "100% of a/b?", "résumé.html"], "100%25%20of%20a%2Fb%3F\nr%C3%A9sum%C3%A9.html\n"),
        (["encode", "-r", "isegment", "résumé.html"], "résumé.html\n"),
        (["normalize", "eXAMPLE://a/./b/../b/%63/%7bfoo%7d/ros%C3%A9"], "example://a/b/c/%7Bfoo%7D/rosé\n"),
        (["normalize", "--level", "scheme", "file://localhost/x"], "file:///x\n"),
        (["resolve", "foo:a/b", "../c", ".//c"], "foo:/c\nfoo:a//c\n"),
        (["resolve", "--not-strict", "http://a/b/c/d;p?q", "http:g"], "http://a/b/c/g\n"),
        (["relativize", "http://a/b/c/d;p?q", "http://a/b/g?y"], "../g?y\n"),
        (["link-target", "--charset", "latin1", "http://a/b", "?é€", r"\\h"], "http://a/b?%E9%80\nhttp://h/\n"),
        (["link-target", "http://a/?x[]=b|c", "#d", "?e[]"], "http://a/?x%5B%5D=b%7Cc#d\nhttp://a/?e%5B%5D\n"),
        (["split", "--liberal", ""], "path       (empty)\n"),
        (["split", "--hostport", "http://u@h:8080/a", "https://h:443"], "h:8080\nh\n"),
        (["encode", "--general", "a/b c#d%41%"], "a/b%20c#d%41%25\n"),
        (["to-uri", "--typed", "re\u0301"], "r%C3%A9\n"),
        (["to-uri", "re\u0301"], "re%CC%81\n"),
    ],
)
def test_results_as_text_and_json(arguments: list[str], out: str) -> None:
    assert iri(*arguments) == (0, out, "")


@in_one_test(
    ("arguments", "status", "out"),
    [
        (
            ["HTTP://EXAMPLE.com:80", "http://example.com/"],
            0,
            "equivalent by scheme rules (RFC 3987, 5.3.3); different as strings and by syntax\n",
        ),
        (["--rung", "syntax", "http://h:80/", "http://h/"], 1, "different as strings and by syntax\n"),
        (["--rung", "identical", "a:%7e", "a:~"], 1, "different as strings\n"),
        (["--rung", "syntax", "a:%7e", "a:~"], 0, "equivalent by syntax (RFC 3987, 5.3.2); different as strings\n"),
        (
            ["--host", "idna2003", "http://faß.de/", "http://fass.de/"],
            0,
            "equivalent by scheme rules (RFC 3987, 5.3.3); different as strings and by syntax\n",
        ),
        (["a", "a"], 0, "equivalent as strings (RFC 3987, 5.3.1)\n"),
        (["a:~", "a:%7E"], 0, "equivalent by syntax (RFC 3987, 5.3.2); different as strings\n"),
        (["a:b", "a:c"], 1, "different as strings, by syntax and by scheme rules\n"),
        (["--base", "http://x/", "urn:a/./b", "urn:a/b"], 1, "different as strings, by syntax and by scheme rules\n"),
        (["--ignore-fragment", "a:b#c", "a:b"], 0, "equivalent as strings (RFC 3987, 5.3.1)\n"),
        (
            ["--base", "http://e/", "--redirect", "http://e/a", "http://e/b", "a", "b"],
            0,
            "equivalent by observed redirects (RFC 3987, 5.3.4); different as strings, by syntax and by scheme rules\n",
        ),
    ],
)
def test_compare_says_it_in_one_line(arguments: list[str], status: int, out: str) -> None:
    assert iri("compare", *arguments) == (status, out, "")


@pytest.mark.parametrize(
    ("arguments", "status", "out", "err"),
    [
        ([" //h/\ta "], 0, "authority  h\nhost       h\npath       /a\nhost kind  ireg-name\n", ""),
        ([r"/\h"], 1, "", 'iri: /\\h: browsers read the authority "h" in "/\\h", but the grammar reads a path; '),
        (["--authority", "grammar", r"/\h"], 0, "path       /\\h\n", ""),
    ],
)
def test_web_addresses_are_split_and_converted_alike(arguments: list[str], status: int, out: str, err: str) -> None:
    done = iri("split", "-g", "web-address", *arguments)
    assert done[:2] == (status, out)
    assert done[2].startswith(err)
    rows = json.loads(iri("split", "-g", "web-address", "--format", "json", *arguments)[1])
    assert ("error" in rows) == bool(err)


def test_steps_are_a_numbered_table() -> None:
    assert iri("resolve", "http://a/b/c/d;p?q", "../g", "--steps") == (
        0,
        "http://a/b/g\n"
        "  #  section          before     after         why\n"
        "  1  RFC 3986, 5.2.2  ../g       (unchanged)   the reference's path is relative: take the scheme and\n"
        "                                               any authority from the base\n"
        '  2  RFC 3986, 5.2.3  ../g       /b/c/../g     merged with "/b/c/d;p"\n'
        "  3  RFC 3986, 5.2.4  /b/c/../g  /b/g          remove dot segments\n"
        "  4  RFC 3986, 5.3    ../g       http://a/b/g  put the components together\n",
        "",
    )


def test_a_table_shows_spaces_and_empty_texts_and_cuts_long_ones() -> None:
    table = as_table([Step("S 1", " a ", ""), Step("S 2", "x" * 300 + "y", "x" * 300 + "z")])
    assert '" a "' in table
    assert "(empty)" in table
    assert "xy" in table
    assert table.endswith("z\n")
    assert "section" in table
    assert "…" in table
    assert max(map(len, table.splitlines())) <= 100
    assert as_table([]) == ""
    assert as_table([Step("S", "a", "b")] * 502).endswith("\n  … and 2 more steps\n")


def test_split_liberal_lists_its_fixes() -> None:
    assert iri("split", "--liberal", "http://a@b@[c]:80x/d e#f#g") == (
        0,
        "scheme     http\nauthority  a@b%40%5Bc%5D\nuserinfo   a\nhost       b%40%5Bc%5D\npath       /d%20e\n"
        "fragment   f%23g\nhost kind  ireg-name\n"
        "changes:\n"
        '  host      offset 10  "@[" percent-encoded (draft-weber-iri-guidelines-00, 5.2.2)\n'
        '  host      offset 13  "]" percent-encoded (draft-weber-iri-guidelines-00, 5.2.2)\n'
        '  port      offset 15  "80x" removed: a port has only digits (draft-weber-iri-guidelines-00, 5.2.3)\n'
        '  path      offset 20  " " percent-encoded (draft-weber-iri-guidelines-00, 5.3)\n'
        '  fragment  offset 24  "#" percent-encoded (draft-weber-iri-guidelines-00, 5.5)\n',
        "",
    )
    status, out, _ = iri(
        "split", "--liberal", "--form", "uri", "--steps", "--format", "jsonl", "http://é.org/é", b"\xff"
    )
    first, second = map(json.loads, out.splitlines())
    assert status == 0
    assert (first["components"]["host"], first["components"]["path"], first["changes"]) == (
        "xn--9ca.org",
        "/%C3%A9",
        [],
    )
    assert first["steps"][0]["section"] == "draft-weber-iri-guidelines-00, 5.1"
    assert second["components"]["path"] == "%FF"
    assert [fix["what"] for fix in second["changes"]] == ["a byte percent-encoded (not UTF-8): 0xFF"]
    assert "\nsteps:\n  #  section" in iri("split", "--liberal", "--steps", "a b")[1]


def test_json() -> None:
    status, out, err = iri("to-uri", "--format", "jsonl", "--steps", "a b", "é")
    failed, converted = map(json.loads, out.splitlines())
    assert (status, err) == (1, "")
    assert (failed["text"], failed["result"], failed["offset"], failed["steps"]) == ("a b", None, 1, [])
    assert failed["error"] == "not IRI-reference (RFC 3987), offset 1: a reference cannot contain a space"
    assert (converted["result"], converted["error"]) == ("%C3%A9", None)
    assert converted["steps"][-1]["after"] == "%C3%A9"
    assert json.loads(iri("to-uri", "--format", "json", "é")[1])["result"] == "%C3%A9"
    assert [row["result"] for row in json.loads(iri("to-uri", "--format", "json", stdin=b"a\n")[1])] == ["a"]
    assert json.loads(iri("to-uri", "--format", "json")[1]) == []
    compared = json.loads(iri("compare", "--format", "json", "--steps", "a:b", "a:%62")[1])
    assert (compared["rung"], [rung["equal"] for rung in compared["rungs"]]) == ("syntax", [False, True])
    assert compared["steps"]


def test_lines_of_standard_input() -> None:
    assert iri("resolve", "http://e/x", stdin=b"\n\na\r\n") == (0, "http://e/x\nhttp://e/x\nhttp://e/a\n", "")
    assert iri("to-uri", "é", "-", "b", stdin=b"x") == (0, "%C3%A9\nx\nb\n", "")
    assert iri("to-uri") == (0, "", "")
    vietnamese = b"http://e/Vi\xea\xf2t\n"
    assert iri("to-uri", "--encoding", "windows-1258", stdin=vietnamese) == (0, "http://e/Vi%E1%BB%87t\n", "")


@pytest.mark.parametrize(
    "arguments",
    [
        *("to-uri", "to-iri", "from-leiri", "from-web-address", "normalize --level scheme"),
        *("prepare", "to-uri --steps"),
        *("resolve http://e/x/", "relativize http://e/x/", "link-target http://e/", "encode -r segment"),
        *("to-uri --steps", "normalize --host percent", "to-iri --format jsonl"),
    ],
)
def test_lines_of_files_are_those_of_standard_input(arguments: str, tmp_path: Path) -> None:
    lines = "HTTP://R\xe9.org/%7e\r\nhttp://h/\xe9\n\nhttp:/a\nurn:A:b".encode()
    (tmp_path / "first").write_bytes(b"\xef\xbb\xbf" + lines)
    (tmp_path / "empty").write_bytes(b"")
    files = [f"--file={tmp_path / name}" for name in ("first", "empty")]
    read = iri(*arguments.split(), *files)[:2]
    assert (
        read == iri(*arguments.split(), stdin=lines)[:2] == iri(*arguments.split(), stdin=b"\xef\xbb\xbf" + lines)[:2]
    )


def test_a_file_in_another_charset_is_read(tmp_path: Path) -> None:
    (tmp_path / "lines").write_bytes(b"/\xe9\n/a\n")
    assert iri("to-uri", "--encoding", "latin-1", "--file", str(tmp_path / "lines"))[:2] == (0, "/%C3%A9\n/a\n")


def test_lines_of_files_without_a_result_are_named(tmp_path: Path) -> None:
    (tmp_path / "lines").write_bytes(b"a\nb c\n\xff\n" * 2 + b"d\n")
    status, out, err = iri("normalize", "x y", "--file", str(tmp_path / "lines"), "--jobs", "2")
    assert (status, out) == (1, "a\na\nd\n")
    said = [line.partition(f"{tmp_path}/")[2][:13] for line in err.splitlines()]
    assert said == ["", "lines:2: b c:", "lines:3: \\xff", "lines:5: b c:", "lines:6: \\xff"]
    assert "lines:3: \\xff: it is not UTF-8: byte 0 is 0xFF" in err


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    assert iri("to-uri", "--file", str(tmp_path / "nope")) == (
        2,
        "",
        f"Error: {tmp_path / 'nope'}: cannot be read (No such file or directory)\n",
    )


def test_lines_without_result_are_reported_and_the_rest_is_done() -> None:
    assert iri("to-uri", "http://☃.com/", "http://é/", "a b") == (
        1,
        "http://xn--9ca/\n",
        'iri: http://☃.com/: the host label "☃" has no form in ASCII by idna: '
        "IDNA2008 does not allow U+2603 SNOWMAN (RFC 5892)\n"
        "iri: a b: not IRI-reference (RFC 3987): a reference cannot contain a space (column 2)\n",
    )
    status, out, err = iri("to-uri", "--steps", "a b")
    assert (status, out) == (1, "")
    assert err.splitlines()[1:5] == ["error[F094]: a reference cannot contain a space", "", "  a b", "   ^ a space"]


@in_one_test(
    ("arguments", "said"),
    [
        (["to-uri", "-g", "rfc3896", "a"], "iri: unknown grammar 'rfc3896'; did you mean rfc3986"),
        (["to-uri", "--encoding", "nope"], 'unknown charset "nope"'),
        (["to-uri", "--query-charset", "nope", "a"], 'unknown charset "nope"'),
        (["from-web-address", "--charset", "nope", "a"], 'unknown charset "nope"'),
        (["encode", "-r", "segment", "--charset", "nope", "a"], 'unknown charset "nope"'),
        (["encode", "a"], "Missing option '-r'"),
        (["to-uri", b"x\xff"], r"an argument is not UTF-8: x\xff"),
        (["to-uri"], "line 1 of standard input cannot be read: byte 0xFF at offset 1 is not utf-8"),
        (["resolve", "rel", "x"], "the base rel is not IRI (RFC 3987): "),
        (["relativize", "rel", "x"], "the base rel is not IRI (RFC 3987): "),
        (["compare", "--base", "rel", "a", "b"], "the base rel is not IRI (RFC 3987): "),
        (["link-target", "rel", "x"], "browsers refuse the base rel: it has no scheme"),
        (["link-target", "--authority", "grammar", "http://a/?[", "x"], "the base http://a/?[ is not IRI"),
        (["compare", "a b", "b"], "iri: a b: not IRI-reference (RFC 3987): a reference"),
        (["compare", "a", "b"], 'iri: a and b: "a" is relative: to compare its target, give a base'),
        (["compare", "a"], "give both FIRST and SECOND, or neither to read pairs from standard input"),
        (["compare", "a", "b", "c"], "give both FIRST and SECOND, or neither"),
        (
            ["compare", "--redirect", "a:b", "c", "--redirect", "a:b", "d", "a:b", "a:c"],
            "a:b is redirected to c and elsewhere",
        ),
        (["compare", "--redirect", "a:b", "a b", "a:b", "a:c"], "iri: a b: not IRI-reference (RFC 3987): a reference"),
        (["compare", "--encoding", "utf-32"], "standard input cannot be read: byte 0x78 at offset 0 is not utf-32"),
        (["split", "--encoding", "utf-32"], "standard input cannot be read: byte 0x78 at offset 0 is not utf-32"),
        (["split", "--liberal", "-g", "rfc3986", "a"], "--grammar cannot be combined with --liberal"),
        (["split", "--steps", "a"], "--steps needs --liberal"),
        (["split", "--form", "uri", "a"], "--form needs --liberal"),
    ],
)
def test_usage_errors_have_status_2(arguments: list[str | bytes], said: str) -> None:
    status, out, err = iri(*arguments, stdin=b"x\xff")
    assert (status, out) == (2, "")
    assert said in err
    assert "Traceback" not in err


def test_pairs_of_references_on_standard_input() -> None:
    pairs = b"HTTP://EXAMPLE.com:80\thttp://example.com/\na:b\ta:c\r\n\t\n"
    out = (
        "HTTP://EXAMPLE.com:80 and http://example.com/: "
        "equivalent by scheme rules (RFC 3987, 5.3.3); different as strings and by syntax\n"
        "a:b and a:c: different as strings, by syntax and by scheme rules\n"
        "(empty) and (empty): equivalent as strings (RFC 3987, 5.3.1)\n"
    )
    assert iri("compare", stdin=pairs) == iri("compare", "-", stdin=pairs) == (1, out, "")
    assert iri("compare", stdin=b"a\ta") == (0, "a and a: equivalent as strings (RFC 3987, 5.3.1)\n", "")
    assert iri("compare") == (0, "", "")
    assert iri("compare", "-", "-") == (0, "equivalent as strings (RFC 3987, 5.3.1)\n", "")
    vietnamese = b"http://e/Vi\xea\xf2t\thttp://e/Vi%E1%BB%87t\n"
    assert iri("compare", "--encoding", "windows-1258", stdin=vietnamese)[0] == 0
    assert iri("compare", "--encoding", "UCS-2", stdin="a\ta\nb\tb\n".encode("utf-16-be"))[0] == 0


def test_pairs_that_cannot_be_compared_are_reported_and_the_rest_is_done() -> None:
    pairs = b"a:b\n\na b\tc\na\tb\na:b\tc:d\te:f\na:%7e\ta:~\n"
    assert iri("compare", stdin=pairs) == (
        2,
        "a:%7e and a:~: equivalent by syntax (RFC 3987, 5.3.2); different as strings\n",
        "iri: line 1: a:b: the line has no tab; write two references with one tab between them\n"
        "iri: line 2: (empty): the line has no tab; write two references with one tab between them\n"
        "iri: line 3: a b: not IRI-reference (RFC 3987): a reference cannot contain a space (column 2)\n"
        'iri: line 4: a and b: "a" is relative: to compare its target, give a base (RFC 3987, 5.1)\n'
        "iri: line 5: a:b\\u{9}c:d\\u{9}e:f: the line has 2 tabs; "
        "write two references with one tab between them\n",
    )
    assert iri("compare", stdin=b"a:b\ta:c\na:b\n")[0] == iri("compare", stdin=b"a:b\na:b\ta:c\n")[0] == 2
    status, out, err = iri("compare", "--format", "jsonl", stdin=pairs)
    rows = [json.loads(line) for line in out.splitlines()]
    assert (status, err, [row["line"] for row in rows]) == (2, "", [1, 2, 3, 4, 5, 6])
    assert [(row["rung"], row["first"], row["second"], row["offset"]) for row in rows] == [
        (None, "a:b", None, None),
        (None, "", None, None),
        (None, "a b", "c", 1),
        (None, "a", "b", None),
        (None, "a:b\tc:d\te:f", None, None),
        ("syntax", "a:%7e", "a:~", None),
    ]
    assert len({tuple(row) for row in map(sorted, rows)}) == 1
    assert json.loads(iri("compare", "--format", "json", stdin=pairs)[1]) == rows
    alone = json.loads(iri("compare", "--format", "json", "a b", "c")[1])
    assert (alone["line"], alone["error"].partition(":")[0]) == (None, "not IRI-reference (RFC 3987), offset 1")
    assert rows[0]["error"].startswith("the line has no tab")


def test_steps_of_a_comparison_say_of_which_reference_they_are() -> None:
    arguments = ["--base", "http://h/x#y", "--redirect", r"\u{E9}", "/z", "--escaped", r"\u{E9}", "/y"]
    status, out, err = iri("compare", "--steps", *arguments)
    assert (status, err) == (1, "")
    assert out.splitlines()[10].split()[:3] == ["#", "section", "of"]
    status, out, _ = iri("compare", "--steps", "--format", "json", *arguments)
    steps = json.loads(out)["steps"]
    assert {step["of"] for step in steps} == {"base", "first", "second", "redirect"}
    assert steps[0]["of"] == "base"
    assert all(step["note"] for step in steps)
    assert {step["of"] for step in steps if step["after"] == "http://h/z"} == {"redirect", "first"}
    status, out, _ = iri("compare", "--steps", stdin=b"a:b\ta:c\na:b\ta:b\n")
    assert out.startswith("a:b and a:c: different as strings")
    assert "\nsteps:\n  #  section" in out
    assert "\na:b and a:b: equivalent as strings (RFC 3987, 5.3.1)\n  identical  a:b\n             a:b\n" in out


def test_redirects_are_resolved_against_the_base_and_may_be_escaped() -> None:
    for source, to in (("a", "b"), (r"\u{61}", r"\u{62}")):
        arguments = ["--escaped", "--base", "http://e/", "--redirect", source, to]
        assert iri("compare", *arguments, "http://e/a", "http://e/b")[0] == 0
    assert iri("compare", "--redirect", r"a:\u{61}", "a:b", "a:a", "a:b")[0] == 2


@pytest.mark.slow
@pytest.mark.parametrize("command", ["compare", "split", "to-uri -g leiri", "compare --format jsonl"])
def test_lines_are_answered_before_the_input_ends(command: str) -> None:
    """Standard input has no end here, but for the reader who goes away."""
    iri_command = f"{sys.executable} -c 'from irigrammar.cli.main import main; main()' {command}"
    done = subprocess.run(
        ["bash", "-c", rf"yes $'a:b\ta:b' | {iri_command} | head -n 1"],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (len(done.stdout.splitlines()), done.stderr) == (1, "")


def test_split_reads_lines() -> None:
    lines = "a:é\n\n//h/x\r\n".encode()
    out = "scheme     a\npath       é\n\npath       (empty)\n\nauthority  h\nhost       h\npath       /x\n"
    out += "host kind  ireg-name\n"
    assert iri("split", stdin=lines) == iri("split", "-", stdin=lines) == (0, out, "")
    assert iri("split", "--liberal", stdin=lines) == (0, out, "")
    assert iri("split", "--escaped", r"\u{2D}", stdin=lines) == (0, "path       -\n", "")
    assert iri("normalize", "--escaped", r"\u{2D}", stdin=lines) == (0, "-\n", "")
    assert iri("split", "--encoding", "latin-1", stdin=b"\xe9") == (0, "path       é\n", "")
    assert iri("split", "--liberal", "--encoding", "latin-1", stdin=b"\xe9") == (0, "path       é\n", "")
    status, out, _ = iri("split", "--format", "jsonl", stdin=b"a\n\xff\nb b\nc")
    rows = [json.loads(line) for line in out.splitlines()]
    assert (status, [row.get("path") or row["message"][:5] for row in rows]) == (1, ["a", "byte ", "a ref", "c"])
    assert json.loads(iri("split", "--format", "json", stdin=b"a\n\xff\nb b\nc")[1]) == rows
    assert json.loads(iri("split", "--format", "json", stdin=b"a")[1]) == rows[:1]
    assert json.loads(iri("split", "--format", "json", "a")[1]) == rows[0]
    assert json.loads(iri("split", "--format", "json", "b b")[1])["code"] == "F094"
    assert json.loads(iri("split", "--format", "json")[1]) == []


def test_unprintable_characters_are_escaped_once() -> None:
    arguments = ["split", "--liberal", "--escaped", r"\u{202E}\u{D800}\u{1}"]
    status, out, _ = iri(*arguments, "--steps")
    assert status == 0
    assert r'"\u{202E}" percent-encoded (draft' in out
    assert r'"\u{D800}" percent-encoded as U+FFFD' in out
    assert "5C" not in out
    fixes = json.loads(iri(*arguments, "--format", "json")[1])["changes"]
    assert [fix["what"] for fix in fixes] == [
        '"\u202e" percent-encoded', '"\ud800" percent-encoded as U+FFFD', '"\1" percent-encoded'
    ]  # fmt: skip
    failed = iri("to-uri", "--steps", "--escaped", r"http://é\u{202E}\u{F}/")
    assert (failed[0], failed[1], "5C" in failed[2]) == (1, "", False)
    failed = iri("to-uri", "--host", "idna2008", "--escaped", r"http://é\u{202E}/")
    assert failed[2].startswith(r'iri: http://é\u{202E}/: the host label "é\u{202E}" has no form in ASCII')
    noted = iri("normalize", "--level", "scheme", "--steps", "--escaped", r"http://é\u{202E}/")[1].replace("\n", "")
    assert "stays: the host label" in " ".join(noted.split())
    assert "5C" not in noted


LONG = "x" * (1_000_000 if FULL else 100_000)


@pytest.mark.parametrize(
    ("arguments", "line", "status"),
    some(
        [
            (["split", "--liberal", "--steps"], f"http://{LONG}@{LONG}/{LONG}?{LONG}#{LONG}", 0),
            (["split", "--liberal"], f"http://h:{LONG}", 0),
            (["split"], f"a:{LONG} ", 1),
            (["compare", "--steps"], f"a:{LONG}y\ta:{LONG}z", 1),
            (["compare", "--steps"], f"a:{LONG} \ta:{LONG}z", 2),
            (["compare"], f"{LONG}\ta:{LONG}z", 2),
            (["compare"], LONG, 2),
            (["resolve", "http://h/", "--steps"], f"{LONG}/../ ", 1),
            (["relativize", "http://h/", "--steps"], f"a:{LONG}/../b", 1),
            (["normalize", "--steps", "-g", "web-address"], f"//u:{LONG}\\@e/", 1),
            (["from-web-address", "--steps"], f"//u:{LONG}\\@e/", 1),
            (["to-uri", "--steps"], f"http://{LONG}é/", 1),
        ],
        3,
    ),
)
def test_a_long_line_is_named_by_its_ends(arguments: list[str], line: str, status: int) -> None:
    exit_status, out, err = iri(*arguments, stdin=line.encode())
    assert (exit_status, "Traceback" in err) == (status, False)
    assert len(err) < 6_000
    if not (arguments[0] == "split" and exit_status == 0):  # whose output are the components
        assert len(out) < 6_000
        assert "…" in out + err or "characters)" in out + err


def test_schemes_of_a_file_and_every_host_a_domain_name(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("[gemini]\ndomain_name = true\ndefault_port = 1965\n", encoding="utf-8")
    mine = ("--schemes", str(file))
    assert iri("to-uri", "gemini://é/", "foo://é/") == (0, "gemini://%C3%A9/\nfoo://%C3%A9/\n", "")
    assert iri("to-uri", *mine, "gemini://é/", "foo://é/") == (0, "gemini://xn--9ca/\nfoo://%C3%A9/\n", "")
    assert iri("to-uri", "--host", "idna-always", "foo://é/") == (0, "foo://xn--9ca/\n", "")
    assert iri("compare", *mine, "gemini://h:1965/", "gemini://h/")[0] == 0
    assert iri("split", "--hostport", *mine, "gemini://h:1965/") == (0, "h\n", "")
    file.write_text("[gemini]\nport = 1965\n", encoding="utf-8")
    status, _, err = iri("to-uri", *mine, "a")
    assert (status, "the scheme gemini has an unknown rule: port" in err) == (2, True)
    assert iri("to-uri", "--host", "idna2003", "http://é_x/")[0] == 1
    assert iri("to-uri", "--host", "idna2003", "--no-std3", "http://é_x/") == (0, "http://xn--_x-9ia/\n", "")


def test_schemes_without_check_are_named() -> None:
    for name, why in (("foo", "its scheme is not known"), ("sftp", "its scheme is known, its syntax is not checked")):
        said = f"iri: {name}:é: not checked: {why}\n"
        assert iri("to-uri", "--scheme-rules", f"{name}:é") == (0, f"{name}:%C3%A9\n", said)
        assert iri("to-uri", "--scheme-rules", "--strict", f"{name}:é") == (1, "", said)
        assert f"; {why}" in iri("check", "--scheme", f"{name}:a")[1]
        assert iri("check", "--scheme", "--strict", f"{name}:a")[0] == 1
    assert '"checked": false' in iri("to-uri", "--scheme-rules", "--format", "json", "foo:é")[1]
    assert '"checked": true' in iri("check", "--scheme", "--format", "json", "http://e/")[1]
    assert iri("check", "--scheme", "--strict", "http://e/", "a/b")[0] == 0


def test_documents_in_other_charsets() -> None:
    assert iri("for-charset", "latin1", "http://e/é/Ж?é") == (0, "http://e/é/&#x416;?%C3%A9\n", "")
    assert iri("for-charset", "--escape", "percent", "us-ascii", "é") == (0, "%C3%A9\n", "")
    assert iri("for-charset", "nothing", "a")[0] == 2
    assert iri("interpret", "--charset", "shift_jis", "%95%5C", "%C3%A9") == (
        0,
        "表\tshift_jis\né\tutf-8\nﾃｩ\tshift_jis\n",
        "",
    )
    assert iri("interpret", "--name", "résumé", "--ignore", "case", "R%C3%89SUM%C3%89") == (
        0,
        "résumé\tutf-8 case\n",
        "",
    )
    assert iri("interpret", "%FF")[0] == 1


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("urn:example:a?+b?=c#d", "nid example nss a r b q c f d"),
        ("mailto:a@b,c@d?subject=x", "to a@b to c@d fields subject=x"),
        ("tel:+1-2;ext=3", "number +1-2 parameters ext=3"),
        ("data:text/plain;a=b;base64,aGk=", "type text/plain parameters a=b encoding base64 data aGk="),
        ("sip:u:p@h:1;lr?s=x", "user u password p host h port 1 parameters lr headers s=x"),
    ],
)
def test_parts_by_scheme(text: str, rows: str) -> None:
    assert " ".join(iri("split", "--scheme", text)[1].partition("clients:")[0].split()) == rows
    assert iri("split", "--scheme", "--format", "json", text)[0] == 0


def test_parts_of_other_schemes_are_generic() -> None:
    assert iri("split", "--scheme", "foo://h/a") == iri("split", "foo://h/a")
    assert iri("split", "--scheme", "urn:a")[0] == 1


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("redis://h/1/2", ("redis", "redis-URI", "F217", 11)),
        ("rediss://h/01", ("redis", "rediss-URI", "F217", 12)),
        ("mongodb+srv://h1,h2:3/", ("mongodb", "srv-URI", "F218", 21)),
        ("mysqlx://u@h1,h2", ("mysql", "mysql-URI", "F218", 13)),
        ("doi: 10.1000/182", ("doi", "doi-URI", "F177", 4)),
        ("foo: a", ("rfc3987", "IRI-reference", "F094", 4)),
    ],
)
def test_parts_name_the_grammar_that_refuses(text: str, refused: tuple[str, str, str, int]) -> None:
    record = json.loads(iri("split", "--scheme", "--format", "json", text)[1])
    assert (record["grammar"], record["rule"], record["code"], record["offset"]) == refused
    assert record["text"] == text


def test_strict_paths() -> None:
    for command in (["normalize", "--strict-paths"], ["resolve", "--strict-paths", "http://h/a"]):
        status, out, err = iri(*command, "http://h/../b", "http://h/a/../b")
        assert (status, out) == (1, "http://h/b\n")
        assert 'http://h/../b: the path "/../b" climbs above the root: ".." at offset 1' in err
    assert iri("normalize", "http://h/../b") == (0, "http://h/b\n", "")


def test_labels_of_charsets() -> None:
    assert iri("for-charset", "iso-8859-1", "/\u20ac&") == (0, "/\u20ac&amp;\n", "")
    assert iri("for-charset", "--labels", "iana", "iso-8859-1", "/\u20ac&") == (0, "/&#x20AC;&amp;\n", "")
    assert iri("interpret", "--labels", "iana", "--charset", "koi8-r", "%C1")[:2] == (0, "\u0430\tkoi8-r\n")
    assert iri("for-charset", "--labels", "x", "iso-8859-1", "/")[0] == 2


@in_one_test(
    ("arguments", "first", "words"),
    [
        (["resolve", "http://a/b#f", ""], "http://a/b", '"http://a/b#f" in '),
        (["normalize", "http://h/a%2Fb"], "http://h/a%2Fb", '"http://h/a/b" in '),
        (["to-uri", "http://h/é"], "http://h/%C3%A9", "refused by "),
        (["split", "http://[V1.A]/"], "scheme     http", "refused by "),
    ],
)
def test_libraries_that_do_otherwise_are_named(arguments: list[str], first: str, words: str) -> None:
    status, out, err = iri(*arguments, "--portable")
    assert (status, out.splitlines()[0], err) == (0, first, "")
    assert "\nnot portable  " in out
    assert words in out
    rows = json.loads(iri(*arguments, "--portable", "--format", "json")[1])
    assert {library["ecosystem"] for row in rows["departures"] for of in row["results"] for library in of["libraries"]}
    assert iri(*arguments, "--portable", "--format", "text")[1].startswith(iri(*arguments)[1])


def test_what_is_portable_has_no_lines() -> None:
    assert iri("resolve", "http://h.example/a/b", "c", "--portable") == (0, "http://h.example/a/c\n", "")
    assert json.loads(iri("split", "http://h.example/a", "--portable", "--format", "json")[1])["departures"] == []
    assert iri("resolve", "http://h.example/a/b", "[", "--portable")[0] == 1
    assert iri("split", "--liberal", "--portable", "a")[0] == 2


def test_what_clients_read_is_shown() -> None:
    uri = "redis://h/1/2"
    status, out, _ = iri("check", "--scheme", "--clients", uri)
    assert status == 1
    row = json.loads(iri("check", "--scheme", "--clients", "--format", "jsonl", uri)[1])
    assert out.count("\n  clients: ") == len(row["clients"]) > 0
    assert iri("check", "--clients", uri)[0] == 2
    assert iri("check", "--scheme", "--clients", "--summary", uri)[0] == 2
    assert "clients: a plus in the password: " in iri("split", "--scheme", "mongodb://a:b+c@h/")[1]
