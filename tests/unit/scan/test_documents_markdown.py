"""Markdown: destinations, autolinks, HTML and text of CommonMark."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from document_items import any_text, check, comments, identifiers, items, malformed, problems
from hypothesis import example, given
from hypothesis import strategies as st
from rows import in_one_test

pytest.importorskip("pyromark")

from irigrammar.scan.formats import markdown_reader as reader
from irigrammar.scan.formats.items import Candidate
from irigrammar.scan.formats.markdown_reader import MARKDOWN, parts
from irigrammar.scan.formats.registry import Options
from irigrammar.scan.formats.types.markdown import TYPES


@in_one_test(
    ("text", "expected"),
    [
        ("[a](http://e/x) ![b](y.png 'title') [c](<d e>) [f]( g )", ["http://e/x", "y.png", "d e", "g"]),
        ("[a](b(c)d) [e](\\(f) [g](h\\_i) [j](k&amp;l&#x6d;)", ["b(c)d", "(f", "h_i", "k&lm"]),
        ("[a](b c) [d]( ) [e]() [f](<>)", []),
        ("[![a](b)](c)", ["b", "c"]),
        ("![a [b](c) <http://e/x> `](d)", ["d"]),
        ("[a](b&#11;c)", ["b\vc"]),
        ("[a [b](c) d](e)", ["c"]),
        ("[a]\n\n[a]: b 'title'\n[c]:\n  <d e>\n[unused]: f\n[a]: g", ["b", "d e", "f", "g"]),
        ('[^1] x\n\n[^1]: http://e/x. "quoted"\n', ["http://e/x"]),
        ("<http://e/x> <mailto:a@b> <a@b.org> <ab:c>", ["http://e/x", "mailto:a@b", "ab:c"]),
        ("http://e/x, **http://e/y** (http://e/z)", ["http://e/x", "http://e/y", "http://e/z"]),
        ("[http://e/x](http://e/y)", ["http://e/y"]),
        # Code has none.
        ("`http://e/x` ``[a](b)`` `<http://e/>`", []),
        ("    http://e/x\n\n```\n[a](b)\n```\n~~~ sh\nhttp://e/y\n~~~\n", []),
        ("`a [b](c) http://e/x", ["c", "http://e/x"]),
        # In blocks.
        ("> [a](b\n> 'c')\n> - [d](e)\nlazy [f](g)", ["b", "e", "g"]),
        ("1. a\n\n   [b](c)\n\n       [code](d)\n\t- [e](f)", ["c", "f"]),
        ("# [a](b) #\n## [a](b) \\#\n[c](d) #\n===\n", ["b", "b", "d"]),
        ("# # [a](# 'b') # #", ["#"]),
        ("|a|b|\n|-|:-:|\n|[c](d)|`x` [e](f)|\n| [g](h\\|i) | http://e/x |\n", ["d", "f", "h|i", "http://e/x"]),
        ("> |[a](b)|c|\n> |-|-|\n> |b|[d](b)|", ["b", "b"]),
        # HTML.
        ("<div>\n<a href='b'>\n</div>\n\nx <img src=c srcset='d 1x'> <b>", ["b", "c", "d"]),
        ("> <div\n> class=x><a href='b&amp;c'>\n", ["b&c"]),
        ("use <textarea> or <script> and [a](b) <a href=c>", ["b", "c"]),
        ("<script>\n<a href=b>\n</script>\n\n[c](d)", ["d"]),
        ("[<img src=a>](b)", ["a", "b"]),
        # What is to be replaced, and scripts.
        ("[a]({{b}}) [c](${d}) [e](javascript:f()) [g]({filename}h.md) [i](|filename|/j.md)", []),
        # Front matter.
        ("---\nurl: http://e/x # y\n---\n[a](b)", ["http://e/x", "b"]),
        ("+++\r\nurl = 'http://e/x'\r\n+++\r\n[a](b)", ["http://e/x", "b"]),
        ("---\n[a](b)\n---\n", ["b"]),
        (
            '<script type=application/ld+json>\n{"@id": "a b", "c": "http://e/\\u00e9"}\n</script>\n',
            ["a b", "http://e/é"],
        ),
        ("<http://e/x `y`\nz>\n<http://e/v\nw>\n", ["http://e/x", "http://e/vw"]),
        ("> <p about='a b'\n> prefix='c: http://e/'>\n", ["a b", "http://e/"]),
    ],
)
def test_links_of_commonmark(text: str, expected: list[str]) -> None:
    assert identifiers("markdown", text) == expected
    crlf = text.replace("\r", "").replace("\n", "\r\n")
    assert identifiers("markdown", crlf) == expected
    check("markdown", crlf)


@pytest.mark.parametrize(
    ("text", "expected", "wrong"),
    [
        ("[a](http://e.org/a b)", ["http://e.org/a b"], []),
        ("[a](http://e.org/a and `b` c", ["http://e.org/a"], [("S005", "(http://e.org/a")]),
        (
            "see [a](http://e.org/a\nb) and [c](http://e.org/c)",
            ["http://e.org/a", "http://e.org/c"],
            [("S005", "(http://e.org/a")],
        ),
        ("[a]: http://e.org/a b\n", ["http://e.org/a"], [("S005", "http://e.org/a")]),
        ("a](http://e.org/a) \\[b](http://e.org/b) [^1]: http://e.org/c d", [f"http://e.org/{c}" for c in "abc"], []),
        ("[a](docs/a b.md) [b]({{ site.url }}/a.b) [c]({% url 'a/b' %})", [], [("S005", "docs/a b.md")]),
        ("[a](htp://e.org) [b](http//e.org) [c](www.e.org)", ["htp://e.org", "http//e.org", "www.e.org"], []),
    ],
)
def test_text_that_should_be_a_link(text: str, expected: list[str], wrong: list[tuple[str, str]]) -> None:
    assert identifiers("markdown", text) == expected
    assert problems("markdown", text) == wrong


def test_cells_that_are_alike_have_distinct_places() -> None:
    text = "|[a](b)|[a](b)|\n|-|-|\n| [a](b) | x [a](b) |\n"
    starts = [item.start for item in items("markdown", text)]
    assert starts == [index for index in range(len(text)) if text.startswith("b)", index)]


def test_kinds_of_links() -> None:
    result = items("markdown", "[a](b) ![c](d) <ef:g> http://e/\n\n[h]: i\n\n<a href=j>\n")
    assert [item.label for item in result if isinstance(item, Candidate)] == [
        "link",
        "image",
        "autolink",
        "",
        "definition",
        "href of a",
    ]


def test_ignores_are_comments_of_html_and_of_front_matter() -> None:
    text = "---\na: b # iri: ignore\n---\n<!-- iri: ignore[S001] -->\n\n"
    text += "`iri: ignore` x <!-- iri: ignore -->\n> <!-- iri:\n> x -->\n"
    assert comments("markdown", text) == [
        ("# iri: ignore", "iri: ignore"),
        ("<!-- iri: ignore[S001] -->", "iri: ignore[S001]"),
        ("<!-- iri: ignore -->", "iri: ignore"),
        ("<!-- iri:\n> x -->", "iri:\n  x"),
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[a](b&#0;c)", [("S006", "&#0;")]),
        ("<a href='&#xD800;'>", [("S006", "&#xD800;")]),
        ("[a](b&#xD800c) <a href='x", []),
        ("[a](b <textarea> x", []),
    ],
)
def test_problems(text: str, expected: list[tuple[str, str]]) -> None:
    assert problems("markdown", text) == expected


@example(")(")
@example("(" * 33 + ")" * 33)
@given(st.text(st.characters(exclude_categories=("Cc", "Cn", "Cs"), include_characters="\t\n\r"), min_size=1))
def test_what_is_written_is_read(text: str) -> None:
    written = MARKDOWN.write(text)
    assert MARKDOWN.read(written).text == text
    for frame in ("[a]({})", "[a](<{}>)", "x\n\n[a]: {}\n"):
        rows = [part.read for part in parts(frame.format(written)) if part.kind in {"link", "definition"}]
        assert rows == [text]


LINES = (
    *("<script type=application/ld+json>\n", "</script>\n", '{"@id": "a b"}', "<p about='a b'\n", "[a](b)"),
    *("![a](<b c>)", "[a][b]", "<http://e/>", "`", "``", "[", "](", ")", "![", "\\", "&amp;", "*", "**"),
    *("<a href='x'>", "<!-- x -->", "http://e/x", "\n", "\n\n", "\r\n", "    ", "\t", "> ", "- ", "1. ", "# "),
    *(" #", "|", "|a|b|\n|-|-|\n|", "\\|", "x", "[b]: c\n", "[b]:\n d 'e'\n", "===\n", "---\n", "```\n"),
    *("<div>\n", "</div>\n\n", "é", "\u3000", '"', "'", "(", "<", ">", ":"),
)


def _destinations(tokens: list[Any]) -> Iterator[str]:
    for token in tokens:
        kind = {"link_open": "href", "image": "src"}.get(token.type)
        if kind:
            yield str(token.attrs[kind])
        if token.type == "inline":
            yield from _destinations(token.children or [])


# What markdown-it reads by older rules: `</script>` begins HTML (CommonMark 0.31, 4.6, has it in no condition), and
# backticks hide the bars of a table, and what is indented after a definition is code.
_READ_OTHERWISE = ("</script>", "|-|-|", "\t---", "'e'\n    ")


@pytest.mark.slow
def test_markdown_it_finds_the_same_destinations() -> None:
    """As markdown-it comes, but that destinations stay unchanged: all links, images and autolinks of documents."""
    markdown_it: Any = pytest.importorskip("markdown_it")

    class Unchanged(markdown_it.MarkdownIt):  # type: ignore[misc]  # a class of Any
        def normalizeLink(self, url: str) -> str:  # noqa: N802
            return url

        def validateLink(self, url: str) -> bool:  # noqa: ARG002, N802
            return True

    reader = Unchanged("commonmark", {"maxNesting": 40}).enable("table")
    draw = random.Random(8)
    seen = 0
    for _ in range(3_000):
        text = "".join(draw.choice(LINES) for _ in range(draw.randrange(1, 30)))
        env: dict[str, Any] = {}
        theirs = [destination for destination in _destinations(reader.parse(text, env)) if destination]
        defined = [row["href"] for row in env.get("references", {}).values()]
        ours: list[str] = []
        for part in parts(text):
            assert 0 <= part.start <= part.end <= len(text), text
            if part.kind in {"link", "image", "definition"}:
                assert MARKDOWN.read(text[part.start : part.end]).text == part.read, text
            elif part.kind == "autolink":
                assert text[part.start - 1 : part.end + 1] == f"<{part.read}>", text
            if part.kind in {"link", "image", "autolink"}:
                ours.append(part.read)
        seen += len(ours)
        rest = sorted(theirs)
        if any(mark in text for mark in _READ_OTHERWISE):
            continue
        for link in ours:
            rest.remove(link)
        assert set(rest) <= set(defined), text
        if not defined:
            assert sorted(ours) == sorted(theirs), text
    assert seen > 2_000


@given(any_text(*LINES))
def test_any_text_at_all(text: str) -> None:
    check("markdown", text)


BLOCKS = st.sampled_from(
    (
        *("text <http://e/é> [a](b) [c][r] [d]\n", "\n", "\n\n", "[r]: http://r\n", "[é]: x 'y'\n", "# h [r]\n"),
        *("- item [a](b)\n\n  more [r]\n", "1. x\n2. y\n", "> quote [a](b)\n> [q]: z\n", "lazy [q]\n"),
        *("```\n[a](b)\n```\n", "```\n", "~~~ x\n", "    [code](x)\n", "<div>\n[a](b)\n", "</div>\n\n"),
        *("<!-- [a](b)\n", "-->\n", "<script>\n", "</script>\n", "| a | b |\n|---|---|\n| [x](y) | z |\n"),
        *("---\n", "===\n", "---\nkey: [a](b)\n---\n", "\U0001f600 https://e.org/a\n"),
    )
)


@given(st.lists(BLOCKS, max_size=30).map("".join), st.integers(1, 60))
@example("[q]\n\n> [q]: z\n\n[q]\n", 8)
def test_a_document_in_pieces_has_the_items_of_the_whole(text: str, size: int) -> None:
    (kind,) = TYPES
    finder = kind.open(Options())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reader, "_PIECE", size)
        assert kind.split is not None
        rows = [(piece, of_piece) for piece, _, of_piece in kind.split(finder, text.encode("utf-8", "surrogatepass"))]
        found = []
        for number, (piece, of_piece) in enumerate(rows):
            by = sum(len(before) for before, _ in rows[:number])
            found += [(item.start + by, item.end + by, item[2:4]) for item in of_piece(piece)]
    assert "".join(piece for piece, _ in rows) == text
    assert found == [(item.start, item.end, item[2:4]) for item in finder(text)]


@in_one_test(
    ("text", "said"),
    [
        ("http://e.example/a_b_ x", ['ends it before "_"']),
        ("http://e.example/a&copy; x", ['ends it before "&copy"']),
        ("https://例え.jp/路径。次", ['takes "。次" into it']),
        ("(http://e.example/a_(b)). <http://e.example/a_> [http://e.example/c](d) **http://e.example/e**", []),
        ("http://e.example/a(b))), urn:isbn:1_", []),
    ],
)
def test_where_github_makes_another_link(text: str, said: list[str]) -> None:
    messages = [message for _, _, code, message in malformed("markdown", text) if code == "S009"]
    assert [message.partition("it ")[2].partition(";")[0] for message in messages] == said
