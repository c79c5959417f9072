"""Built URIs, queries and segments."""

from __future__ import annotations

import base64
import os
import pathlib
import re
from typing import Any

import pytest
from examples import some
from hypothesis import assume, example, given
from hypothesis import strategies as st
from rows import in_one_test
from tables import conversions

import irigrammar
from irigrammar import ConversionError, NoMatch
from irigrammar.build import (
    connection,
    data,
    expand,
    file_path,
    file_uri,
    join,
    mailto,
    query,
    query_pairs,
    quote,
    segments,
    unquote,
    with_query,
    with_segments,
)
from irigrammar.schemes import check_scheme, parts

VARIABLES: dict[str, Any] = {
    "count": ["one", "two", "three"],
    "dom": ["example", "com"],
    "dub": "me/too",
    "hello": "Hello World!",
    "half": "50%",
    "var": "value",
    "who": "fred",
    "base": "http://example.com/home/",
    "path": "/foo/bar",
    "list": ["red", "green", "blue"],
    "keys": {"semi": ";", "dot": ".", "comma": ","},
    "v": "6",
    "x": 1024,
    "y": "768",
    "empty": "",
    "empty_keys": {},
    "undef": None,
}
# RFC 6570, 3.2.1 to 3.2.9.
EXAMPLES = """
{count} one,two,three | {count*} one,two,three | {/count} /one,two,three | {/count*} /one/two/three
{;count} ;count=one,two,three | {;count*} ;count=one;count=two;count=three | {?count} ?count=one,two,three
{?count*} ?count=one&count=two&count=three | {&count*} &count=one&count=two&count=three
{var} value | {hello} Hello%20World%21 | {half} 50%25 | O{empty}X OX | O{undef}X OX | {x,y} 1024,768
{x,hello,y} 1024,Hello%20World%21,768 | ?{x,empty} ?1024, | ?{x,undef} ?1024 | ?{undef,y} ?768
{var:3} val | {var:30} value | {list} red,green,blue | {list*} red,green,blue
{keys} semi,%3B,dot,.,comma,%2C | {keys*} semi=%3B,dot=.,comma=%2C
{+var} value | {+hello} Hello%20World! | {+half} 50%25 | {base}index http%3A%2F%2Fexample.com%2Fhome%2Findex
{+base}index http://example.com/home/index | O{+empty}X OX | O{+undef}X OX | {+path}/here /foo/bar/here
here?ref={+path} here?ref=/foo/bar | up{+path}{var}/here up/foo/barvalue/here
{+x,hello,y} 1024,Hello%20World!,768 | {+path,x}/here /foo/bar,1024/here | {+path:6}/here /foo/b/here
{+list} red,green,blue | {+list*} red,green,blue | {+keys} semi,;,dot,.,comma,, | {+keys*} semi=;,dot=.,comma=,
{#var} #value | {#hello} #Hello%20World! | {#half} #50%25 | foo{#empty} foo# | foo{#undef} foo
{#x,hello,y} #1024,Hello%20World!,768 | {#path,x}/here #/foo/bar,1024/here | {#path:6}/here #/foo/b/here
{#list} #red,green,blue | {#list*} #red,green,blue | {#keys} #semi,;,dot,.,comma,, | {#keys*} #semi=;,dot=.,comma=,
{.who} .fred | {.who,who} .fred.fred | {.half,who} .50%25.fred | www{.dom*} www.example.com | X{.var} X.value
X{.empty} X. | X{.undef} X | X{.var:3} X.val | X{.list} X.red,green,blue | X{.list*} X.red.green.blue
X{.keys} X.semi,%3B,dot,.,comma,%2C | X{.keys*} X.semi=%3B.dot=..comma=%2C | X{.empty_keys} X | X{.empty_keys*} X
{/who} /fred | {/who,who} /fred/fred | {/half,who} /50%25/fred | {/who,dub} /fred/me%2Ftoo | {/var} /value
{/var,empty} /value/ | {/var,undef} /value | {/var,x}/here /value/1024/here | {/var:1,var} /v/value
{/list} /red,green,blue | {/list*} /red/green/blue | {/list*,path:4} /red/green/blue/%2Ffoo
{/keys} /semi,%3B,dot,.,comma,%2C | {/keys*} /semi=%3B/dot=./comma=%2C
{;who} ;who=fred | {;half} ;half=50%25 | {;empty} ;empty | {;v,empty,who} ;v=6;empty;who=fred
{;v,bar,who} ;v=6;who=fred | {;x,y} ;x=1024;y=768 | {;x,y,empty} ;x=1024;y=768;empty | {;x,y,undef} ;x=1024;y=768
{;hello:5} ;hello=Hello | {;list} ;list=red,green,blue | {;list*} ;list=red;list=green;list=blue
{;keys} ;keys=semi,%3B,dot,.,comma,%2C | {;keys*} ;semi=%3B;dot=.;comma=%2C
{?who} ?who=fred | {?half} ?half=50%25 | {?x,y} ?x=1024&y=768 | {?x,y,empty} ?x=1024&y=768&empty=
{?x,y,undef} ?x=1024&y=768 | {?var:3} ?var=val | {?list} ?list=red,green,blue
{?list*} ?list=red&list=green&list=blue | {?keys} ?keys=semi,%3B,dot,.,comma,%2C | {?keys*} ?semi=%3B&dot=.&comma=%2C
{&who} &who=fred | {&half} &half=50%25 | ?fixed=yes{&x} ?fixed=yes&x=1024 | {&x,y,empty} &x=1024&y=768&empty=
{&x,y,undef} &x=1024&y=768 | {&var:3} &var=val | {&list} &list=red,green,blue
{&list*} &list=red&list=green&list=blue | {&keys} &keys=semi,%3B,dot,.,comma,%2C | {&keys*} &semi=%3B&dot=.&comma=%2C
"""
ROWS = [row.split(" ") if " " in row else (row, "") for row in EXAMPLES.strip().replace("\n", " | ").split(" | ")]


@in_one_test(("template", "expansion"), ROWS)
def test_the_examples_of_rfc_6570(template: str, expansion: str) -> None:
    assert expand(template, VARIABLES) == expansion


@in_one_test(*conversions("build_uris.more_templates"))
def test_more_templates(template: str, variables: dict[str, Any], expansion: str) -> None:
    assert expand(template, variables) == expansion


@in_one_test("template", ["{", "}", "{x", "{}", "{x y}", "{?}", "{x:0}", "{x:10000}", "{x*:1}", "{-x}", "%"])
def test_invalid_templates(template: str) -> None:
    with pytest.raises(NoMatch):
        expand(template, VARIABLES)


@pytest.mark.parametrize("template", ["{=x}", "{!x}", "{|x}", "{@x}", "{,x}", "{keys:1}", "{+list:2}"])
def test_templates_that_have_no_expansion(template: str) -> None:
    with pytest.raises(ConversionError):
        expand(template, VARIABLES)


def test_values_of_templates() -> None:
    with pytest.raises(TypeError, match="text, a number"):
        expand("{x}", {"x": [b"a"]})  # type: ignore[list-item]  # on purpose
    with pytest.raises(ConversionError):
        expand("{x}", {"x": "\ud800"})


NAMES = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="/\0")).filter(
    lambda name: name not in (".", "..")
)


@given(st.lists(NAMES, min_size=1))
def test_paths_come_back(names: list[str]) -> None:
    assume(names[0] or len(names) == 1)
    path = f"/{'/'.join(names)}"
    uri = file_uri(path)
    assert file_path(uri) == path
    assert irigrammar.matches(uri, "URI", "rfc3986")
    assert check_scheme(uri)


@given(st.sampled_from(["C:", "z:", "\\\\server\\share"]), st.lists(NAMES, min_size=1))
def test_paths_of_windows_come_back(start: str, names: list[str]) -> None:
    path = "\\".join([start, *names])
    try:
        uri = file_uri(path, windows=True)
    except ConversionError:
        assume(False)
    assert file_path(uri, windows=True) == path


@pytest.mark.parametrize("path", ["", "a", "//a", "/a/../b", "/.", "/a\0", "/\ud800"])
def test_paths_without_a_uri(path: str) -> None:
    with pytest.raises(ConversionError):
        file_uri(path)


def test_names_in_another_charset() -> None:
    name = "/r\udce9sum\udce9.html"  # what os.listdir has on Linux for bytes that are not UTF-8
    with pytest.raises(ConversionError, match=r"name of a file .* not UTF-8; give the path as os.fsencode\(path\)"):
        file_uri(name)
    assert file_uri(os.fsencode(name)) == "file:///r%E9sum%E9.html" == pathlib.PurePosixPath(name).as_uri()
    assert file_path("file:///r%E9sum%E9.html", charset=None) == os.fsencode(name)
    assert file_uri("/résumé.html", charset="latin-1") == "file:///r%E9sum%E9.html"
    assert file_path("file:///r%E9sum%E9.html", charset="latin-1") == "/résumé.html"
    with pytest.raises(ConversionError, match=r"the bytes %E9 are not UTF-8; give the charset of the names"):
        file_path("file:///r%E9")
    with pytest.raises(ConversionError, match="lacks U\\+D800"):
        file_uri("/\ud800\udce9")
    with pytest.raises(ConversionError, match="lacks"):
        file_uri("/Ж", charset="latin-1")
    with pytest.raises(ConversionError, match="begins U\\+00A5"):
        file_uri("/\xa5", charset="shift_jis")
    for function, argument in ((file_uri, "/a"), (file_path, "file:///a")):
        with pytest.raises(ConversionError, match="unknown charset"):
            function(argument, charset="no-such")


@given(st.lists(st.binary(min_size=1).filter(lambda name: not {*name} & {*b"/\0"} and name not in (b".", b".."))))
def test_paths_of_bytes_come_back(names: list[bytes]) -> None:
    path = b"/" + b"/".join(names)
    uri = file_uri(path)
    assert file_path(uri, charset=None) == path
    assert file_uri(pathlib.PurePosixPath(os.fsdecode(path)).__fspath__().encode(errors="surrogateescape")) == uri
    assert irigrammar.matches(uri, "URI", "rfc3986")


@pytest.mark.parametrize("charset", some(["utf-8", "latin-1", "koi8-r", "shift_jis", "gb18030"], 2))
@given(st.data())
def test_paths_in_a_charset_come_back(charset: str, data: st.DataObject) -> None:
    # Characters are those of bytes: Hypothesis takes seconds to find all of a charset.
    texts = st.text() if charset == "utf-8" else st.binary().map(lambda data: data.decode(charset, "ignore"))
    names = data.draw(st.lists(texts.filter(lambda text: text != "" and text.encode(charset).decode(charset) == text)))
    path = f"/{'/'.join(names)}"
    try:
        uri = file_uri(path, charset=charset)
    except ConversionError:
        assert {*names} & {".", ".."} or "\0" in path or "//" in path
        return
    assert file_path(uri, charset=charset) == path


@pytest.mark.parametrize("path", [b"a", b"//a", b"/a/../b", b"/.", b"/a\0", b""])
def test_paths_of_bytes_without_a_uri(path: bytes) -> None:
    with pytest.raises(ConversionError):
        file_uri(path)


def test_paths_of_windows_are_text() -> None:
    with pytest.raises(TypeError, match="is text"):
        file_uri(b"C:\\a", windows=True)
    with pytest.raises(TypeError, match="is text"):
        file_path("file:///C:/a", windows=True, charset=None)  # type: ignore[call-overload]  # on purpose
    assert file_uri("C:\\é", windows=True, charset="latin-1") == "file:///C:/%E9"


@in_one_test("path", ["C:a", "\\a", "a", "\\\\s", "\\\\?\\C:\\a", "\\\\localhost\\s\\a", "C:\\a:b", "C:\\a|b"])
def test_paths_of_windows_without_a_uri(path: str) -> None:
    with pytest.raises(ConversionError):
        file_uri(path, windows=True)


@in_one_test(*conversions("build_uris.uris_of_files"))
def test_uris_of_files(uri: str, path: str | None, on_windows: str | None) -> None:
    for windows, expected in ((False, path), (True, on_windows)):
        if expected is None:
            with pytest.raises(ConversionError):
                file_path(uri, windows=windows)
        else:
            assert file_path(uri, windows=windows) == expected


def test_a_bar_after_the_letter_of_a_drive() -> None:
    assert file_path("file:///C|/a", windows=True) == "C:\\a"


TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\n"))


@given(st.lists(st.tuples(TEXT.filter(bool), TEXT)))
def test_fields_come_back(fields: list[tuple[str, str]]) -> None:
    uri = mailto(["a&b@e.org", "c@e.org"], fields)
    found = parts(uri)
    assert [unquote(to) for to in found["to"] or ()] == ["a&b@e.org", "c@e.org"]
    pairs = [field.partition("=")[::2] for field in found["fields"] or ()]
    assert [(unquote(name), unquote(value)) for name, value in pairs] == fields
    assert irigrammar.matches(uri, "mailtoURI", "mailto")


@in_one_test("address", ["", "a", "@b", "a@", "a@b c", "a b@c", "a@b@c d", "\ud800@b"])
def test_invalid_addresses(address: str) -> None:
    with pytest.raises(ConversionError):
        mailto(address)


@given(TEXT)
def test_data_comes_back(content: str) -> None:
    uri = data(content)
    assert unquote(str(parts(uri)["data"])) == content
    written = parts(data(content.encode(), "image/png"))
    assert (written["type"], written["encoding"]) == ("image/png", "base64")
    assert base64.b64decode(str(written["data"])) == content.encode()


def test_media_types() -> None:
    with pytest.raises(ConversionError):
        data("a", "text plain")


# Queries and paths made of data: the reader gives back what was put in


ANY_TEXT = st.text(st.characters(exclude_categories=["Cs"]))
ANY_NAME = ANY_TEXT.filter(lambda text: text not in (".", ".."))
HIERARCHICAL = ["http://u@h:1/a/b?q#f", "//h", "file:///x/", "/a//b", "http://é/%41?%C3"]
PARTS = {"user": "userinfo", "userinfo": "userinfo", "host": "reg-name", "segment": "segment", "pair": "query"}
PARTS |= {"query": "query", "fragment": "fragment"}


@given(st.lists(st.tuples(ANY_TEXT, ANY_TEXT)))
@example([("", "")])
@example([("a b+c", "&=%20\ufeff")])
def test_pairs_come_back(pairs: list[tuple[str, str]]) -> None:
    text = query(pairs)
    assert query_pairs(text) == query_pairs(text, plus=False) == pairs
    assert irigrammar.matches(text, "query", "rfc3986")
    for base in HIERARCHICAL:
        made = with_query(base, pairs)
        assert query_pairs(irigrammar.split(made).query or "") == pairs
        assert irigrammar.split(made).replace(query=None) == irigrammar.split(base).replace(query=None)


@in_one_test(
    ("text", "pairs"),
    [
        ("", []),
        ("&&", []),
        ("a", [("a", "")]),
        ("=", [("", "")]),
        ("a=b=c", [("a", "b=c")]),
        ("a+b=%2B", [("a b", "+")]),
        ("é=%C3%A9", [("é", "é")]),
        ("50%=%4", [("50%", "%4")]),
    ],
)
def test_queries_are_read_as_forms_are(text: str, pairs: list[tuple[str, str]]) -> None:
    assert query_pairs(text) == pairs


@given(st.sampled_from(HIERARCHICAL), st.lists(ANY_NAME))
def test_segments_come_back(base: str, names: list[str]) -> None:
    assume(names[:1] != [""] or len(names) < 2 or irigrammar.split(base).host is not None)
    made = with_segments(base, names)
    assert segments(made) == tuple(names)
    assert irigrammar.split(made).replace(path="") == irigrammar.split(base).replace(path="")


@given(st.sampled_from(["", "a/b", "x:y", "urn:a:b"]), st.lists(ANY_NAME, min_size=1))
def test_segments_without_a_slash_before_them_come_back_or_are_refused(base: str, names: list[str]) -> None:
    if names[0] == "":
        with pytest.raises(ConversionError, match="empty segment"):
            with_segments(base, names)
    else:
        assert segments(with_segments(base, names)) == tuple(names)


@given(st.sampled_from(HIERARCHICAL), st.lists(ANY_NAME, min_size=1))
def test_what_is_joined_comes_last(base: str, names: list[str]) -> None:
    made = join(base, *names)
    before = segments(base)
    assert segments(made) == (*(before[:-1] if before[-1:] == ("",) else before), *names)
    assert (irigrammar.split(made).query, irigrammar.split(made).fragment) == (None, None)


@pytest.mark.parametrize("name", [".", ".."])
def test_dots_are_no_data(name: str) -> None:
    with pytest.raises(ConversionError, match="would be read as a step"):
        join("http://h/", name)
    with pytest.raises(ConversionError, match="would be read as a step"):
        with_segments("http://h/", ["a", name])
    with pytest.raises(ConversionError, match="would be read as a step"):
        quote(name, "segment")
    with pytest.raises(ConversionError):
        file_uri(f"/a/{name}")
    assert quote(name, "fragment") == quote(name, "pair") == name
    assert expand("/f/{x}", {"x": name}) == f"/f/{name}"  # RFC 6570, 3.2.1


@given(st.sampled_from(sorted(PARTS)), ANY_TEXT)
def test_what_is_quoted_is_one_part(part: str, value: str) -> None:
    assume(part != "segment" or value not in (".", ".."))
    made = quote(value, part)  # type: ignore[arg-type]  # one of the names
    assert made.isascii()
    assert irigrammar.matches(made, PARTS[part], "rfc3986")
    assert unquote(made) == value


@pytest.mark.parametrize("text", ["%FF", "a%C3", "%C3=x"])
def test_bytes_that_are_not_utf_8_are_an_error(text: str) -> None:
    with pytest.raises(ConversionError, match="are not UTF-8"):
        query_pairs(text)
    for read in (segments, unquote):
        with pytest.raises(ConversionError, match="are not UTF-8"):
            read(f"/{text}")


def test_bad_input() -> None:
    with pytest.raises(ConversionError, match="surrogate"):
        query([("\ud800", "")])
    with pytest.raises(TypeError):
        query([("a", 1)])  # type: ignore[list-item]
    with pytest.raises(ValueError, match="unknown part 'path'"):
        quote("a", "path")  # type: ignore[arg-type]
    with pytest.raises(NoMatch):
        with_query("a b", [])
    with pytest.raises(ConversionError):
        with_segments("/a", ["", "h"])


@in_one_test(
    ("scheme", "parts", "expected"),
    [
        ("postgresql", {"hosts": "h"}, "postgresql://h/"),
        (
            "postgres",
            {"hosts": "[::1]:5", "user": "a:b", "password": "%@/", "database": "d b"},
            "postgres://a%3Ab:%25%40%2F@[::1]:5/d%20b",
        ),
        ("postgresql", {"hosts": "h", "options": {"sslmode": "require"}}, "postgresql://h/?sslmode=require"),
        ("mongodb", {"hosts": ["a", "b:1"], "user": "a+b", "password": "c"}, "mongodb://a%2Bb:c@a,b:1/"),
        ("postgresql", {"hosts": ["a", "b"]}, "SQLAlchemy and pg-connection-string read several hosts"),
        ("postgresql", {"hosts": "h", "database": "a/b"}, "pg-connection-string does not decode delimiters"),
        ("postgresql", {"hosts": "h", "database": ".."}, "removes dot segments"),
        ("mongodb", {"hosts": "h", "database": "a.b"}, "pymongo reads a collection"),
        ("postgresql", {"hosts": "h", "options": {"host": "x"}}, "an option names another host"),
        ("postgresql", {"hosts": "h", "options": {"service": "x"}}, "service names a file"),
        ("mongodb", {"hosts": "h", "password": "x"}, "a password without a user"),
        ("mongodb", {"hosts": []}, "a host is empty"),
        ("postgresql", {"hosts": "u@h"}, '"u@h" is not a host'),
        ("postgresql", {"hosts": "h/x"}, '"h/x" is not a host'),
        ("postgresql", {"hosts": "h:x"}, '"h:x" is not a host'),
        ("mongodb", {"hosts": "é"}, '"é" is not a host'),
    ],
)
def test_connection_uris_are_read_as_what_was_put_in(scheme: str, parts: dict[str, Any], expected: str) -> None:
    if expected.startswith(scheme):
        assert connection(scheme, **parts) == expected
    else:
        with pytest.raises(ConversionError, match=re.escape(expected)):
            connection(scheme, **parts)


def test_connection_uris_are_of_known_schemes() -> None:
    with pytest.raises(ValueError, match="unknown scheme 'mysql'"):
        connection("mysql", hosts="h")
