"""`iri bidi` as a user runs it: output, exit status, records."""

from __future__ import annotations

import json

import places
import pytest
from bidi_examples import EXAMPLES
from command import iri

from irigrammar.bidi import from_notation

# What `iri bidi --notation BN` writes for the examples, in order.
GOLDEN = places.GOLDEN / "bidi" / "examples.txt"


def test_the_documents_examples() -> None:
    result = iri("bidi", "--notation", "BN", *(row["logical"] for row in EXAMPLES))
    assert result == (1, GOLDEN.read_text(encoding="utf-8"), "")


def test_valid_and_invalid_text_without_findings() -> None:
    assert iri("bidi", "http://example.org/a", "") == (
        0,
        "  logical    http://example.org/a\n"
        "  visual     http://example.org/a\n"
        "                    └─────┘ └─┘ ┴\n"
        "\n"
        "  logical    (empty)\n"
        "  visual     (empty)\n",
        "",
    )
    status, out, err = iri("bidi", "a b", "א")
    assert (status, out.count("visual")) == (1, 1)
    assert err == "iri: a b: not IRI-reference (RFC 3987): a reference cannot contain a space (column 2)\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ["--components", "grammar", "//א.a"],
            "B003 ireg-name has right-to-left and left-to-right characters (columns",
        ),
        (["--edition", "rfc3987", "\u0788\u07ac"], "ends with U+07AC THAANA EBEFILI"),
        (["--can-show", "ascii", "a/א"], "  visual     a/%D7%90\n             ┴ └────┘\n"),
        (["--notation", "BN", "--script", "arabic", "A%31/%32B"], "  visual     B32%/31%A\n"),
        (["-g", "leiri", "א b/"], "visual"),
        (["--escaped", r"a/\u{202E}b"], "  try        a/%E2%80%AEb   for B001\n"),
        (["a/\u202eb"], "\\u{202E}b"),
    ],
)
def test_options(arguments: list[str], said: str) -> None:
    assert said in iri("bidi", *arguments)[1]


def test_embed() -> None:
    assert iri("bidi", "--embed", "html", "א?b&c") == (0, '<span dir="ltr">א?b&amp;c</span>\n', "")
    assert iri("bidi", "--embed", "controls", "--format", "jsonl", "א")[1] == (
        '{"text": "\\u05d0", "result": "\\u202a\\u05d0\\u202c", "error": null, "offset": null}\n'
    )
    assert iri("bidi", "--embed", "html", "--notation", "BN", "a/B")[1] == '<span dir="ltr">a/B</span>\n'
    status, out, err = iri("bidi", "--embed", "html", "--escaped", r"a/\u{202C}")
    assert (status, out) == (1, "")
    assert "U+202C POP DIRECTIONAL FORMATTING at offset 2 could end an embedding" in err


def test_alike() -> None:
    assert iri("bidi", "--alike", "a/1.א", "a/א.1", "a/b", "a/1.א") == (
        1,
        "displayed alike: a/א.1\ndisplayed differently: a/b\nthe same string: a/1.א\n",
        "",
    )
    assert iri("bidi", "--alike", "a/1.B", "--notation", "BN", "a/B.1")[0] == 1
    assert iri("bidi", "--alike", "a", "b")[0] == 0
    row = json.loads(iri("bidi", "--format", "json", "--alike", "a/1.א", "a/א.1")[1])
    assert (row["alike"], row["other"], row["error"]) == (True, "a/1.א", None)
    row = json.loads(iri("bidi", "--format", "json", "--alike", "a", "a b")[1])
    assert (row["alike"], row["offset"]) == (None, 1)


def test_symbols() -> None:
    status, out, _ = iri("bidi", "--symbols")
    lines = out.splitlines()
    assert status == 0
    assert lines[0].split() == ["char", "code", "point", "bidi", "class", "name", "syntax"]
    assert lines[1] == '"#"   U+0023      ET          NUMBER SIGN           gen-delims'
    assert "'\"'   U+0022      ON          QUOTATION MARK        excluded, delimiter" in lines
    assert len(lines) == 34
    rows = [json.loads(line) for line in iri("bidi", "--symbols", "--format", "jsonl")[1].splitlines()]
    assert rows == json.loads(iri("bidi", "--symbols", "--format", "json")[1])
    assert rows[0] == {"char": "#", "name": "NUMBER SIGN", "bidi_class": "ET", "syntax": "gen-delims"}


def test_json() -> None:
    status, out, err = iri("bidi", "--format", "jsonl", "//אa", "a b")
    first, second = map(json.loads, out.splitlines())
    assert (status, err) == (1, "")
    assert first == {
        "text": "//אa",
        "visual": "//אa",
        "components": [{"rule": "ireg-name", "start": 2, "end": 4, "text": "אa"}],
        "findings": [
            {
                "code": "B003",
                "name": "mixed-directions",
                "severity": "warning",
                "start": 2,
                "end": 4,
                "message": "ireg-name has right-to-left and left-to-right characters",
                "section": "RFC 3987, 4.2",
                "fix": None,
            }
        ],
        "error": None,
        "offset": None,
    }
    assert (second["visual"], second["findings"], second["offset"]) == (None, [], 1)
    assert json.loads(iri("bidi", "--format", "json", "a")[1])["visual"] == "a"
    assert [row["visual"] for row in json.loads(iri("bidi", "--format", "json", stdin="אב\n".encode())[1])] == ["בא"]


def test_lines_of_standard_input() -> None:
    hebrew = from_notation("a/B")
    assert iri("bidi", "--embed", "html", "--encoding", "iso8859-8", stdin=f"{hebrew}\n".encode("iso8859-8")) == (
        0,
        f'<span dir="ltr">{hebrew}</span>\n',
        "",
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--symbols", "a"], "--symbols cannot be combined with a TEXT"),
        (["--symbols", "--alike", "a"], "cannot be combined"),
        (["--embed", "html", "--alike", "a", "b"], "cannot be combined"),
        (["--can-show", "nope", "a"], 'unknown charset "nope"'),
        (["--notation", "XN", "a"], "'XN' is not"),
        (["-g", "rfc3896", "a"], "iri: unknown grammar 'rfc3896'; did you mean rfc3986"),
        (["-g", "rfc5234", "a"], "declares no components"),
    ],
)
def test_usage_errors_have_status_2(arguments: list[str], said: str) -> None:
    status, out, err = iri("bidi", *arguments)
    assert (status, out) == (2, "")
    assert said in err
    assert "Traceback" not in err


def test_need_of_an_embedding() -> None:
    asked = ("bidi", "--needs-embedding", "see ", " \u05d1")
    assert iri(*asked, "http://e/\u05d0") == (1, "needs an embedding: http://e/\u05d0\n", "")
    assert iri(*asked, "http://e/a") == (0, "needs no embedding: http://e/a\n", "")
    assert json.loads(iri(*asked, "--format", "json", "http://e/\u05d0")[1])["needs_embedding"] is True
    assert iri(*asked, "--embed", "html", "a")[0] == 2
