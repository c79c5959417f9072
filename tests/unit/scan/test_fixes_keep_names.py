"""Fixes change neither markup nor names nor what is around them."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path, PurePosixPath

import pytest
from command import run
from rows import in_one_test

from irigrammar.processing.ucs import charset_codec
from irigrammar.scan.fixing import Unwritable, apply_fixes
from irigrammar.scan.formats.registry import document_type, document_types
from irigrammar.scan.settings import Rules, Settings

# Names, each in a document of its type, for which there is advice with a fix (R004: the default port).
NAMES = {
    "prefix.jsonld": '{"@context": {"p": "http://example.org:80/"}, "@id": "p:a"}',
    "vocab.jsonld": '{"@context": {"@vocab": "http://example.org:80/v#"}, "a": 1}',
    "datatype.jsonld": '{"@context": {"t": {"@id": "http://example.org/t", "@type": "http://example.org:80/T"}}}',
    "base.jsonld": '{"@context": {"@base": "http://example.org:80/"}}',
    "array.jsonld": '{"@context": ["https://e.org/c.jsonld", {"p": "http://example.org:80/"}]}',
    "nested.jsonld": '{"a": {"@context": {"p": "http://example.org:80/"}}}',
    "remote.jsonld": '{"@context": "https://e.org/c.json", "id": "https://example.org:443/m"}',
    "remote.json": '{"@context": "https://e.org/c.json", "id": "https://example.org:443/m"}',
    "type.json": '{"@context": "https://e.org/c.json", "x": {"type": "https://example.org:443/T"}}',
    "remote.yamlld": '"@context": https://e.org/c.json\nid: https://example.org:443/m\n',
    "prefix.yamlld": '"@context":\n  p: http://example.org:80/\n"@id": p:a\n',
    "item.html": '<p itemscope itemtype="http://example.org:80/I" itemid="http://example.org:80/i">x</p>',
    "several.html": '<p itemscope itemtype="http://example.org:80/I http://example.org:80/J">x</p>',
    "script.html": '<script type="application/ld+json">{"@context": {"p": "http://example.org:80/"}}</script>',
    "ns.ttl": "@prefix p: <http://example.org:80/> .\np:a p:b p:c .\n",
    "ns.xml": '<a xmlns:p="http://example.org:80/"><p:b/></a>',
    "requirements.txt": "d @ https://example.org/x.zip#subdirectory=%61b\n",
    "constraints.txt": "d @ https://example.org/x.zip#egg=d&subdirectory=a%7eb\n",
    "hashes-requirements.txt": "d @ https://example.org/x.zip#sha256=%61b\ne @ https://example.org/x.zip#a^b\n",
    "spaced-requirements.txt": "d @ https://example.org/x.zip#subdirectory=a b\n",
    "hosted/package.json": '{"dependencies": {"a": "https://github.com/a/b#%63afe"}}',
    "package.json": '{"dependencies": {"a": "git+https://example.org/a/b.git#%63afe"}}',
    "pyproject.toml": '[project]\ndependencies = ["d @ git+https://example.org/a.git@v1#subdirectory=%61b"]\n',
}


@pytest.mark.parametrize("options", [(), ("--unsafe-fixes",)])
@pytest.mark.parametrize("name", NAMES)
def test_names_are_kept(name: str, options: tuple[str, ...], tmp_path: Path) -> None:
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(NAMES[name])
    run("scan", "--isolated", "--jobs", "1", "--level", "advice", "--fix", *options, name, cwd=tmp_path)
    text = path.read_text()
    for mark in ("#", ":80/", ":443/"):
        assert text.count(mark) == NAMES[name].count(mark)
    assert text.partition("#")[2] == NAMES[name].partition("#")[2]


MARKUP = (
    "image::http://e.org/b.svg?x=1[]",
    "http://e.org/?b=2[list]",
    "http://e.org/?b=2[a list]",
    "link:http://e.org/?x=1[q^]",
    "include::http://e.org/?x=1[]",
    "xref:http://e.org/?x[y]",
    "see http://e.org/?q=1[1] there",
    "see http://e.org/?q=1[1].",
    "`a <http://e.org/a>`_ http://e.org/?q=1[CIT2002]_",
    "http://e.org/a^",
    "http://e.org/?a[^1]",
    "http://e.org/?a|",
    "http://e.org/a%",
)
# How a text stands in each type; "" for those whose documents have no running text.
AROUND = {
    "html": "<p>{}</p>",
    "xml": "<a>{}</a>",
    "json": '{{"a": "{}"}}',
    "jsonl": '{{"a": "{}"}}',
    "yaml": 'a: "{}"',
    "toml": 'a = "{}"',
    "python": 'A = "{}"\n# {}\n',
    "po": 'msgid "a"\nmsgstr "{}"\n',
}


@in_one_test("kind", sorted({kind.name for kind in document_types()} - {"requirements"}))  # a line is a URL
def test_no_safe_fix_encodes_markup(kind: str) -> None:
    rules = Settings(override=Rules(level="advice")).file_rules(PurePosixPath("x"), document_type(kind))
    for text in MARKUP:
        data = AROUND.get(kind, "{}\n").replace("{}", text).replace("{{", "{").replace("}}", "}").encode()
        with apply_fixes(BytesIO(data), rules, limit=1 << 24) as done:
            done.content.seek(0)
            now = done.content.read().decode()
        assert "%5" not in now, (text, now)
        assert "%25" not in now, (text, now)
        assert "%7C" not in now


@in_one_test(
    ("kind", "text"),
    [
        *(
            (kind, "printf 'http://e.org/a^b\\n' http://e.org/a^b \"http://e.org/a^b\"")
            for kind in ("shell", "powershell", "batch")
        ),
        ("text", 'printf("http://e.org/a^b\\n"); strftime(a, "%d http://e.org/a^b")'),
        ("bibtex", "@misc{a, url = {http://e.org/a^b}}"),
        ("tex", "\\url{http://e.org/a^b}"),
    ],
)
def test_no_safe_fix_writes_a_percent_sign_where_it_means_something(kind: str, text: str) -> None:
    """Formats, arguments of batch files, fields that biblatex reads verbatim."""
    rules = Settings().file_rules(PurePosixPath("x"), document_type(kind))
    with apply_fixes(BytesIO(text.encode()), rules, limit=1 << 24) as done:
        done.content.seek(0)
        assert done.content.read().decode() == text


LABELS = """
utf-8 utf-16-le utf-16-be utf-32-le utf-7 shift_jis euc-jp iso-2022-jp iso-2022-kr euc-kr hz gbk gb18030 big5 big5hkscs
cp037 cp500 cp1140 koi8-r windows-1251 windows-1252 iso-8859-2 iso-8859-15 macintosh cp437 cp949 johab tis-620
"""
CHARSETS = sorted({charset_codec(name).name for name in LABELS.split()})


@in_one_test("charset", CHARSETS)
@in_one_test("outside", ["é", "あいう", "한국", "中文", "Жук", "a"])
def test_text_outside_of_a_fix_is_the_same(charset: str, outside: str) -> None:
    text = f'<p>{outside}</p><a href="http://e.example/a^b">{outside}</a>\n<!-- {outside} -->\n'
    try:
        before = text.encode(charset)
    except UnicodeEncodeError:
        return  # not a document in this charset
    rules = Settings(override=Rules(encoding=charset)).file_rules(PurePosixPath("x"), document_type("html"))
    try:
        with apply_fixes(BytesIO(before), rules, limit=1 << 24) as done:
            assert done.fix_count == 1
            done.content.seek(0)
            after = done.content.read()
    except Unwritable:
        return  # it says why, and writes nothing
    assert after == text.replace("a^b", "a%5Eb").encode(charset)


NO_CHARSETS = ["punycode", "rot13", "rot_13", "idna", "unicode_escape", "raw_unicode_escape", "hex", "zip", "mbcs"]


@pytest.mark.parametrize("name", NO_CHARSETS)
@pytest.mark.parametrize("way", ["option", "configuration"])
def test_codecs_that_are_no_charsets_are_refused(name: str, way: str, tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text('<a href="http://e.example/a^b">x</a>')
    if way == "configuration":
        (tmp_path / "irigrammar.toml").write_text(f'[types.html]\nencoding = "{name}"\n')
    options = ("--encoding", name) if way == "option" else ()
    result = run("scan", "--jobs", "1", "--fix", *options, "a.html", cwd=tmp_path)
    assert result.status == 2
    assert name in result.err
    assert (tmp_path / "a.html").read_text() == '<a href="http://e.example/a^b">x</a>'
