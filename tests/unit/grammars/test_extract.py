"""ABNF in text with pages, RFCXML, Markdown and HTML."""

from __future__ import annotations

from pathlib import Path
from textwrap import indent

import pytest
from rows import in_one_test

from irigrammar import Grammar
from irigrammar.grammars.authors.documents import include_files
from irigrammar.grammars.authors.extract import Extract, extract
from irigrammar.grammars.reader import SourceText, definitions, document_kind

TEXT = """\



Network Working Group                                          A. Person
Request for Comments: 1                                     January 2020


                        The Greeting Protocol

1.  Introduction

   A greeting = word pair is exchanged.  The size = 4 here.

2.  Syntax

   This is defined as follows:

      greeting = hello SP name
               / bye             ; or an end



Person                       Standards Track                    [Page 1]
\f
RFC 1                    The Greeting Protocol              January 2020


               / [ hello ]
      hello    = %x48.65.6C.6C.6F
      name     = 1*ALPHA
      alias    = name

   where the name is that of a person and not more than a single word, as
   described above.

2.1.  Ends

      bye = "bye"  ; see Section 4

   An example in C:

      size = 4;
      name = "Person";

   And one in ASN.1:

      Greeting ::= SEQUENCE {
         name  OCTET STRING }

Appendix A.  Collected ABNF

   hello = %x48.65.6C.6C.6F
   name = 2*ALPHA
"""

XML_3 = """\
<?xml version="1.0"?>
<rfc version="3">
 <section><name>Syntax</name>
  <sourcecode type="abnf"><![CDATA[
greeting = hello / "<" name ">"
]]></sourcecode>
  <sourcecode type="c">size = "4"</sourcecode>
  <sourcecode type="abnf">
  hello = "&lt;&amp;" ; &#233;
  name = 1*ALPHA
  </sourcecode>
  <sourcecode type="abnf" src="http://example.org/a.abnf"></sourcecode>
 </section>
</rfc>
"""

XML_2 = """\
<!DOCTYPE rfc [ <!ENTITY a "aaaa"> <!ENTITY b "&a;&a;&a;&a;"> ]>
<rfc><figure><artwork>
   greeting = "hi" / name
   name = 1*ALPHA
</artwork></figure>
<figure><artwork>
   +---+
   | a | = box
</artwork></figure></rfc>
"""

MARKDOWN = """\
# Syntax

~~~ abnf
greeting = hello name
hello = "hi"
~~~

Text with name = value.

```c
size = "4";
```

    name = 1*ALPHA
{: type="abnf"}
"""

MARKDOWN_WITHOUT_MARKS = "# Syntax\n\n    greeting = 'hi' name\n    name = 1*ALPHA\n\n```\nhello = \"hi\"\n```\n"

HTML = """\
<!DOCTYPE html>
<html><body><p>name = value</p>
<pre class="lang-abnf sourcecode">
greeting = <a href="#hello" class="x">hello</a> "&lt;" <b>name</b>
hello = "hi"
</pre><pre>size = "4"</pre></body></html>
"""


def names(found: Extract) -> list[tuple[str, int]]:
    return [(rule.name, rule.lines[0].number) for rule in found.rules]


def test_text_with_pages() -> None:
    found = extract(TEXT, "rfc1.txt")
    assert names(found) == [("greeting", 18), ("hello", 29), ("name", 30), ("alias", 31), ("bye", 38)]
    assert [rule.lines[0].section for rule in found.rules] == ["2", "2", "2", "2", "2.1"]
    assert [line.text for line in found.rules[0].lines] == [
        "greeting = hello SP name",
        "         / bye             ; or an end",
        "         / [ hello ]",
    ]
    (problem,) = found.problems
    assert (problem.line, problem.column) == (53, 4)
    assert problem.reason == "name is taken from line 30, where it is another"


def test_each_rule_is_read_at_its_line_in_the_document() -> None:
    found = extract(TEXT, "rfc1.txt")
    rules = definitions(SourceText(found.text, "a"))
    assert [(row.rule.name, row.rule.line) for row in rules] == names(found)
    assert len(rules) == 5
    assert {found.margins[number] for number in (18, 19, 28, 38)} == {6}


@pytest.mark.parametrize(
    ("document", "name", "expected"),
    [
        (XML_3, "a.xml", [("greeting", 5), ("hello", 9), ("name", 10)]),
        (XML_2, "a.xml", [("greeting", 3), ("name", 4)]),
        (MARKDOWN, "a.md", [("greeting", 4), ("hello", 5), ("name", 14)]),
        (MARKDOWN_WITHOUT_MARKS, "a.md", [("name", 4), ("hello", 7)]),
        (HTML, "a.html", [("greeting", 4), ("hello", 5)]),
    ],
    ids=["RFCXML 3", "RFCXML 2", "Markdown", "Markdown without marks", "HTML"],
)
def test_other_kinds_of_documents(document: str, name: str, expected: list[tuple[str, int]]) -> None:
    found = extract(document, name)
    assert names(found) == expected
    assert names(extract(document)) == expected  # the name is not needed
    assert len(definitions(SourceText(found.text, "a"))) == len(expected)


def test_references_are_read_and_entities_are_not_expanded() -> None:
    text = extract(XML_3, "a.xml").text
    assert 'hello = "<&" ; é' in text
    assert "aaaa" not in extract(XML_2, "a.xml").text


def test_references_show_what_they_cite() -> None:
    rule = '<x:ref>a</x:ref> = &lt;b, see <xref target="URI" x:sec="2"/>&gt;'
    text = f'<rfc><sourcecode type="abnf">\n{rule}\n</sourcecode></rfc>'
    assert extract(text, "a.xml").rules[0].text == "a = <b, see [URI]>"


def test_a_marked_block_that_is_not_abnf_is_reported() -> None:
    found = extract('```abnf\na = b | c\nb = "x"\n```\n', "a.md")
    assert names(found) == [("b", 3)]
    assert [(problem.line, problem.reason) for problem in found.problems] == [
        (2, '"|" is not ABNF: alternatives are separated by "/"')
    ]


@pytest.mark.parametrize(
    ("document", "line", "column", "reason"),
    [
        (
            '<rfc><sourcecode type="abnf" src="x.abnf"/>\n<sourcecode type="abnf">\nr = "a"\n</sourcecode></rfc>',
            1,
            6,
            "x.abnf is not included: it needs a document that is a file",
        ),
        (
            '<rfc><sourcecode type="abnf">\nr = "a"\ns = &x;\n</sourcecode></rfc>',
            3,
            5,
            "&x; is an entity, and entities are not expanded here: write its text",
        ),
        ('<rfc>\n<sourcecode type="abnf">\nr = "a"\n', 2, 1, "sourcecode does not end"),
        (
            '# A\n\n~~~ abnf\nr = "a"\n{::include rest.abnf}\n~~~\n',
            5,
            1,
            "rest.abnf is not included: it must be the only text of its line, in a document that is a file",
        ),
    ],
)
def test_unread_parts_are_reported(document: str, line: int, column: int, reason: str) -> None:
    found = extract(document)
    assert [rule.name for rule in found.rules] == ["r"]
    assert [(problem.line, problem.column, problem.reason) for problem in found.problems][:1] == [
        (line, column, reason)
    ]


@in_one_test(
    ("document", "expected"),
    [
        ("<rfc><!-- <artwork type='abnf'>r = 1</artwork> --><artwork type='abnf'>r = \"a\"</artwork></rfc>", 1),
        ('<rfc><sourcecode type="abnf">\nr = <!--\n"b"\n--> "a"\n</sourcecode></rfc>', 2),
        ('<rfc><sourcecode name="a>b" type="abnf">\nr = "a"\n</sourcecode></rfc>', 2),
        ('<rfc><sourcecode type="abnf"><![CDATA[r = "a"\n  / "b"]]></sourcecode></rfc>', 1),
        ('<!doctype html><pre class="abnf">\nr =&nbsp;"a"\n</pre>', 2),
        ('<!doctype html><PRE class="lang-abnf">\nr = <!-- s = --> <i>"a"</i>\n', 2),
        ('~~~ abnf\nr = "a"', 2),
        ('a\rb\n\n~~~ abnf\nr = "a"\n', 4),
        ('2. Syntax\n\n   <CODE BEGINS>\n   r = "a"\n   <CODE ENDS>\n', 4),
    ],
)
def test_lines_of_a_rule(document: str, expected: int) -> None:
    found = extract(document)
    assert (names(found), found.problems) == ([("r", expected)], ())


@in_one_test(
    ("document", "section"),
    [
        (TEXT, "2"),
        ('<rfc><section title="Rules"><artwork>\nr = "a"\n</artwork></section></rfc>', "Rules"),
        ('<rfc><section><name>The\n <em>rules</em></name><artwork>\nr = "a"\n</artwork></section></rfc>', "The rules"),
        ('<!doctype html><section id="section-2.1"><p id="section-2.1-1"><pre>\nr = "a"\n</pre></section>', "2.1"),
        ('<!doctype html><h2>The\n <b>rules</b></h2><pre>\nr = "a"\n</pre>', "The rules"),
        ('<!doctype html><h3 id="s">3.1 The rules</h3><pre>\nr = "a"\n</pre>', "3.1"),
        ('# The rules {#rules}\n\n~~~ abnf\nr = "a"\n~~~\n', "The rules"),
        ('# 3. The rules\n\n~~~ abnf\nr = "a"\n~~~\n', "3"),
    ],
)
def test_the_section_is_the_number_or_the_title(document: str, section: str) -> None:
    assert extract(document).rules[0].lines[0].section == section


LISTS = """\
1. Syntax

   list = #item
   item = 1*ALPHA
   more = item *( SP item )
"""


def test_a_rule_that_cannot_be_read_is_reported_beside_others() -> None:
    found = extract(LISTS, "a.txt")
    assert names(found) == [("item", 4), ("more", 5)]
    (problem,) = found.problems
    assert (problem.line, problem.column) == (3, 11)
    assert problem.reason.startswith('"#" is not ABNF: a list with commas')


EXAMPLES = """\
1. Rules

   a = "b" rel
   rel = "c"

2. Examples

   Link: <>; rel="d"; x
   rel="d"; x
   x="y"
   n=1; m=2
   c=IN IP4 a.b
   Key = 0b0b0b0b
         0b0b0b0b (20 bytes)
"""


def test_examples_are_not_rules() -> None:
    found = extract(EXAMPLES, "a.txt")
    assert (names(found), found.problems, found.repeated) == ([("a", 3), ("rel", 4)], (), ())


@in_one_test(
    "block",
    [
        'size = float ; in m2\nperson = { name: tstr, ? age: uint }\nkind = "a" / "b"',
        'kind = "a" / "b"\n\nAnd, as a range:\n\nport = 0..65535',
        "x = int\nroots = {* x => y}",
        "code = #6.24(bstr)\nany = #\nbool = true / false",
        "address = bytes .size 16",
        "flags = &(\n  fin: 8,\n  syn: 9\n)",
        'Greeting ::= SEQUENCE {\n  name  OCTET STRING }\nmax INTEGER ::= 5\nMAX = "5"(a, b)',
        'leaf name { type string { pattern "[a-z]+"; } default = "x"; }',
        "struct {\n  uint8 length = 16;\n  opaque random[28];\n} Random;",
        '{ "a": 1, "b": [ "c = d" ],\n"name" = "x" }\nkey = { "a": 1, "b": [1, 2] }',
        'start = element feed {\n  attribute lang { text }?,\n  "a" | "b"\n}',
        "k = AF2BDBE1\nx = (a + b) mod n\nsig = Sign(key, msg)\nn = 12",
    ],
)
def test_rules_of_other_notations_are_not_reported(block: str) -> None:
    document = f"1. Syntax\n\n   a = %x41 / 2b\n   b = a [b]\n\n2. Other\n\n{indent(block, '   ')}\n"
    found = extract(document, "a.txt")
    assert (names(found), found.problems) == ([("a", 3), ("b", 4)], ())


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ('a = 1*b\nb = { "c", d }', '"{" is not ABNF: what may be repeated is written *( )'),
        ('a = "b"\nb = "c" : 1 a', "':' is not allowed here"),
        (
            'a = "b"\nb = #( a ";" )\nc = a',
            '"#" is not ABNF: a list with commas (RFC 9110, 5.6.1) is '
            'written out, [ ( a ";" ) *( OWS "," OWS ( a ";" ) ) ]',
        ),
    ],
)
def test_rules_with_mistakes_are_reported(rules: str, said: str) -> None:
    found = extract(f"1. Syntax\n\n{indent(rules, '   ')}\n", "a.txt")
    assert [problem.reason for problem in found.problems] == [said]


def test_the_same_rule_twice_is_taken_once() -> None:
    found = extract('1. A\n\n   a = "x"\n   b = a a\n\n2. B\n\n   A = "x"\n', "a.txt")
    assert names(found) == [("a", 3), ("b", 4)]
    assert [rule.lines[0].number for rule in found.repeated] == [8]
    assert found.problems == ()


def test_lines_that_only_begin_as_a_rule_are_left_out() -> None:
    found = extract('<rfc><artwork type="abnf">\na = "b" ; c\n \x1d d\n</artwork></rfc>', "a.xml")
    assert found.rules == ()
    (problem,) = found.problems
    assert (problem.line, problem.column) == (3, 2)


@pytest.mark.parametrize("text", ["", "No rule here.\n", "x = y\n", "int x = 3;\n", 'name = "value";\n', "<a b='c'>\n"])
def test_documents_without_abnf(text: str) -> None:
    assert extract(text).rules == ()


@in_one_test(
    ("text", "name", "kind"),
    [
        (TEXT, "a.txt", "text"),
        (XML_3, "", "xml"),
        (XML_2, "", "xml"),
        (MARKDOWN, "a", "markdown"),
        (HTML, "", "html"),
        (TEXT, "a.abnf", None),
        ('a = "x"\n; <rfc>\n', "", None),
        ('<?xml version="1.0"?>\n<html><pre>', "", "html"),
        ("<pre class='metadata'>\nTitle: A\n</pre>\n", "", "html"),
        ("a = b\n", "a.MKD", "markdown"),
        ("# A\n\n```\na = b\n```\n", "a.txt", "markdown"),
        ("Title\n=====\n\nRules::\n\n  a = b\n", "a.txt", "rst"),
        ("1.2. Syntax\n\n  a = b\n", "a.txt", "text"),
        # Tables and fences of RFCs
        ("Request for Comments: 1\n\nTimer  Value\n------------\n\nas follows::\n", "a.txt", "text"),
        ("Request for Comments: 1\n\n```\na = b\n```\n", "a.txt", "text"),
    ],
)
def test_kinds_of_documents(text: str, name: str, kind: str | None) -> None:
    assert document_kind(text, name) == kind


# Lines of a marked block; what the rules are, by their lines; the lines that are reported.
MARKED = [
    ('a = b SP b\n    SP b SP b SP b\nb = "x"', [[1, 2], [3]], []),
    ("a = b\n/ c", [[1, 2]], []),
    ("   a = b /\n c\n   d = e", [[1, 2], [3]], []),
    ("  a = (b\n  / c)\n  d = e", [[1, 2], [3]], []),
    ("a = b\n; note\n    / c\n; on d\nd = e\n; end", [[1, 2, 3], [5, 6]], []),
    ("a = b\n\n    / c\n\n    d\ne = f", [[1, 3, 5], [6]], []),
    ("a = b\n   c = d", [[1], [2]], []),
    ("long-name\n  = b\nc =\n  d", [[1, 2], [3, 4]], []),
    ("a = b\na =/ c\na =/\n  d", [[1], [2], [3, 4]], []),
    ('a = "b" ;\nc = d ; see [Page 3]', [[1], [2]], []),
    ("a = b\n\t/ c", [[1, 2]], []),
    ("The rules:\na = b\nand then (if any)\nc = d", [[2], [4]], [1, 3]),
    ("a = b\nRFC 1    is of May 2020\nc = d", [[1], [3]], [2]),
    ('<e> ::= "f"\nmy_g = "h"\ni : "j"\na = b', [[4]], [1, 2, 3]),
    ("a = b\n  / ~ c\n  / d\ne = f", [[4]], [1]),
]


@in_one_test(("block", "rules", "reported"), MARKED)
@in_one_test(
    ("begin", "end", "name"),
    [("```abnf\n", "\n```\n", "a.md"), ('<rfc>\n<artwork type="abnf"><![CDATA[', "]]></artwork></rfc>", "a.xml")],
)
def test_no_line_of_a_marked_block_is_lost(
    block: str, rules: list[list[int]], reported: list[int], begin: str, end: str, name: str
) -> None:
    found = extract(begin + block + end, name)
    assert [[line.number - 1 for line in rule.lines] for rule in found.rules] == rules
    assert sorted({row.lines[0].number - 1 for row in found.left_out}) == reported
    assert [row.rule.name for row in definitions(SourceText(found.text, "a"))] == [rule.name for rule in found.rules]
    lines = {line.number - 1 for rule in found.rules for line in (*rule.comments, *rule.lines)}
    lines |= {line.number - 1 for row in found.left_out for line in row.lines}
    assert lines == {number for number, line in enumerate(block.split("\n"), 1) if line}


@in_one_test(
    ("document", "name", "rules", "reported"),
    [
        ('~~~ {.abnf}\na = "b"\n~~~\n', "a.md", [2], []),
        ('``` ABNF title="x"\na = "b"\n```\n', "a.md", [2], []),
        ('~~~\na = "b"\n~~~\n{: .language-abnf}\n', "a.md", [2], []),
        ('> ~~~ abnf\n> a = "b"\n>  / "c"\n> ~~~\n', "a.md", [2], []),
        ('- list\n\n  ~~~ abnf\n  a = "b"\n   / "c"\n  ~~~\n', "a.md", [4], []),
        ('~~~ abnf\na = "b"\n~~~\n\n~~~\nc = "d" / a\n~~~\n', "a.md", [2], [6]),
        ('~~~ abnf\na = "b"\n~~~\n\n~~~\na = "b"\n~~~\n\n~~~ c\nc = "d" / a\n~~~\n', "a.md", [2], []),
        ('~~~ abnf\na = "b"\n~~~\n\n~~~ abnf\n   / "c"\n~~~\n', "a.md", [2], [6]),
        ('<rfc><artwork type=" ABNF">\na = "b"\n</artwork></rfc>', "a.xml", [2], []),
        ('<rfc><artwork type="abnf">\na = "b"\n</artwork><artwork>\nc = "d" / a\n</artwork></rfc>', "a.xml", [2], [4]),
        ('<!doctype html><pre><code class="language-abnf">\na = "b"\n</code></pre>', "a.html", [2], []),
        ('<!doctype html><div class="highlight-abnf notranslate"><pre>\na = "b"\n</pre></div>', "a.html", [2], []),
        ('<!doctype html><pre class="abnf">\na = "b"\n</pre><pre>\nc = "d" / a\n</pre>', "a.html", [2], [4]),
    ],
)
def test_blocks_and_their_marks(document: str, name: str, rules: list[int], reported: list[int]) -> None:
    found = extract(document, name)
    assert [rule.lines[0].number for rule in found.rules] == rules
    assert [row.lines[0].number for row in found.left_out] == reported
    assert all(line.text.startswith(" ") for rule in found.rules for line in rule.lines[1:])


# The same without marks: a section of a text with a page end, which "%" stands for.
FOOT = "\n\n\nPerson           Standards Track       [Page 1]\n\f\nRFC 1           Greetings       January 2020\n\n\n"
UNMARKED = [
    ("a = b SP b\n    SP b SP b SP b\nb = c\nc = 1*DIGIT", [[1, 2], [3], [4]], []),
    ('a = "b" SP c SP d%    SP c SP d SP c SP d\nc = "x"\nd = "y"', [[1, 9], [10], [11]], []),
    ('a = "b"\n    where the name is that of some other thing', [[1]], [2]),
    ('a = "b"\n; note\n    / "c"', [[1, 2, 3]], []),
    ('a = "b" /\n\n    "c"', [[1, 3]], []),
    ('a = "b"\n\n    "c"', [[1, 3]], []),
    ('a = "b"\n\n      "c" / "d"', [[1]], [3]),
    ('a = ("b"\n / "c"\n\n / "d")\ne = "f"', [[1, 2, 4], [5]], []),
    ('  a = "b" /\n "c"\n  d = "e"', [[1, 2], [3]], []),
    ('  a = "b"\n/ "c"\n  d = "e"', [[1, 2], [3]], []),
    ('a = "b" c\nc "d"\nc = "x"', [[1], [3]], [2]),
    ('a = "b"\na =/ "c"\na\n  = "d"', [[1], [2]], [3]),
    ('a = "b"\nc = "d" ;', [[1]], [2]),
    ('a = "b"\n   c = "d" / "e"', [[1], [2]], []),
    ('a = "b"\nThe "c" is a letter', [[1]], []),
    ('a = "b" / "x"\n\nSome prose is here.\n\nc = ~ "d" / "e"', [[1]], [5]),
    ('a = "b" / "x"\n\nSome prose is here.\n\nc = ~ "d" / "e"\n; note\n\nf = \\"g\\"\nh = i', [[1]], [5, 8, 9]),
    ('x = "y"\n\nSome prose is here.\n\na = \'b\'\nc = d | e\nf = "g" | h', [[1]], [5, 6, 7]),
    ('x = "y"\n\nSome prose is here.\n\nstart = element a { "b" | "c" }', [[1]], []),
    ('a = "b"\n\n;; End of the rules\n            ";', [[1]], []),
]


@in_one_test(("lines", "rules", "reported"), UNMARKED)
def test_rules_without_marks_are_whole_and_what_is_left_out_is_reported(
    lines: str, rules: list[list[int]], reported: list[int]
) -> None:
    text = "2. Syntax\n\n" + "\n".join(f"   {line}" if line else "" for line in lines.split("\n"))
    found = extract(text.replace("%", FOOT) + "\n", "a.txt")
    assert [[line.number - 2 for line in rule.lines] for rule in found.rules] == rules
    assert [row.lines[0].number - 2 for row in found.left_out] == reported
    assert {row.error for row in found.left_out} == set(found.problems)
    assert [row.rule.name for row in definitions(SourceText(found.text, "a"))] == [rule.name for rule in found.rules]


def test_every_rule_that_cannot_be_read_is_reported() -> None:
    found = extract("~~~ abnf\n" + "".join(f"a{number} = ~\n" for number in range(300)) + "~~~\n", "a.md")
    assert [row.lines[0].number for row in found.left_out] == list(range(2, 302))
    assert len(found.problems) == 300


def test_examples_in_the_form_of_rules_are_not_rules() -> None:
    text = "1. A\n\n  t=  (time the session is active)\n  u= time\n\n  day  = time SP 2time\n  time = 4DIGIT\n"
    found = extract(text, "a.txt")
    assert names(found) == [("u", 4), ("day", 6), ("time", 7)]


def test_a_rule_that_is_extended_with_a_slash_first_is_reported() -> None:
    (problem,) = extract('1. ABNF\n\n   command /= "UNSELECT"\n\n   x /= 2;\n', "a.txt").problems
    assert (problem.line, problem.column, problem.reason) == (3, 12, "alternatives are added to a rule with =/")


PARTS = """\
~~~ abnf
r = 1*DIGIT
~~~

~~~ r
1
~~~

<!-- r -->
~~~
2
~~~

    3
{: type='r'}

~~~ c
4
~~~
"""
PARTS_3 = """\
<rfc><sourcecode type="abnf">r = 1*DIGIT</sourcecode><sourcecode type="R">
   1
</sourcecode><!-- r --><artwork>2</artwork><sourcecode>4</sourcecode><!-- r -->
<artwork>3</artwork></rfc>
"""


@pytest.mark.parametrize(
    ("document", "name"),
    [
        (PARTS, "a.md"),
        (PARTS_3, "a.xml"),
        ('<pre class="abnf">r = 1*DIGIT</pre>' + "".join(f'<pre class="example r">{n}</pre>' for n in "123"), "a.html"),
        (".. code:: abnf\n\n  r = 1*DIGIT\n\n" + "".join(f".. code:: r\n\n  {n}\n\n" for n in "123"), "a.rst"),
    ],
)
def test_examples_of_a_rule(document: str, name: str) -> None:
    found = extract(document, name)
    assert [rule.name for rule in found.rules] == ["r"]
    assert [text.strip() for words, text in found.examples if "r" in words] == ["1", "2", "3"]


@pytest.mark.parametrize(
    "text",
    [
        '1. A\n\n   func f(b) {\n     out = ""\n     while len(b) > 0 {\n       x_y = g(b = b)\n',
        "1. A\n\n   k = 1A2B3C\n   r = 3*G + 2*(k / 2)\n",
    ],
)
def test_code_and_formulas_are_neither_rules_nor_reported(text: str) -> None:
    found = extract(text, "a.txt")
    assert (found.rules, found.problems) == ((), ())


RST = """Query language
==============

Text with ``a = b`` inside.

Grammar
-------

The rules::

    expression = sub / id
    sub        = expression "." id

        ; of letters
    id         = 1*ALPHA

Not of it.
"""
RST_MARKED = (
    RST.replace("The rules::", ".. code-block:: abnf")
    + "\n.. code-block:: python\n\n    x = 1\n\nOther::\n\n    y = z\n"
)


@pytest.mark.parametrize(("text", "name"), [(RST, "a.rst"), (RST, "a.txt"), (RST_MARKED, "a.rst")])
def test_restructured_text(text: str, name: str) -> None:
    found = extract(text, name)
    assert [line for line in found.text.splitlines() if "=" in line] == [
        "expression = sub / id",
        'sub        = expression "." id',
        "id         = 1*ALPHA",
    ]
    assert {line.section for rule in found.rules for line in rule.lines} == {"Grammar"}


def test_included_files(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "inner.md").write_text(
        "## In\n\n~~~ abnf\nb = c\n{::include more.abnf}\n~~~\n", encoding="utf-8"
    )
    (tmp_path / "more.abnf").write_text('\nc = "x"\n', encoding="utf-8")
    path = tmp_path / "a.md"
    path.write_text("# Out\n\n~~~ abnf\na = b\n~~~\n\n{::include-nested sub/inner.md}\n", encoding="utf-8")
    rules = Grammar.from_file(path).rules
    assert [(rules[name].source, rules[name].line) for name in "abc"] == [
        (str(path), 4),
        (str(tmp_path / "sub" / "inner.md"), 4),
        (str(tmp_path / "more.abnf"), 2),
    ]
    assert Grammar.from_file(path)["a"].matches("x")


def test_sources_of_elements_are_read(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "b.abnf").write_text('b = "<&>]]>"\nc = <prose\n', encoding="utf-8")
    path = tmp_path / "a.xml"
    path.write_text(
        '<rfc>\n<sourcecode type="abnf">a = b d</sourcecode><artwork\n type="abnf" src="sub/b.abnf">\nold = "x"\n'
        '</artwork><artwork type="svg" src="none.svg"/>\n<sourcecode type="abnf">\nd = "y"\n</sourcecode></rfc>\n',
        encoding="utf-8",
    )
    grammar = Grammar.from_file(path)
    assert [(rule.name, rule.source, rule.line) for rule in map(grammar.rules.__getitem__, "abd")] == [
        ("a", str(path), 2),
        ("b", str(tmp_path / "sub" / "b.abnf"), 1),
        ("d", str(path), 7),
    ]
    assert grammar["a"].matches("<&>]]>y")
    found = extract(include_files(path.read_text(encoding="utf-8"), str(path)), str(path))
    assert [(row.source, row.line) for row in map(found.whole.locate, found.problems)] == [
        (str(tmp_path / "sub" / "b.abnf"), 2)
    ]


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("none.abnf", "No such file or directory"),
        ("../out.abnf", "it is not in the folder of the document"),
        ("link.abnf", "it is not in the folder of the document"),
        ("https://example.org/a.abnf", "it is not a file"),
        ("a.md", "it includes itself"),
        ("bytes.abnf", "byte 0xFF is not UTF-8"),
        ("long" * 100, "File name too long"),
    ],
)
def test_files_that_are_not_included(tmp_path: Path, name: str, reason: str) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    (tmp_path / "out.abnf").write_text('b = "x"\n', encoding="utf-8")
    (folder / "link.abnf").symlink_to(tmp_path / "out.abnf")
    (folder / "bytes.abnf").write_bytes(b"\xff")
    for path, text in (
        (folder / "a.md", f'~~~ abnf\na = "x"\n{{::include {name}}}\n~~~\n'),
        (
            folder / "a.xml",
            '<rfc><sourcecode type="abnf">\na = "x"\n</sourcecode>'
            f'<sourcecode type="abnf"\nsrc="{name.replace(".md", ".xml")}"/></rfc>',
        ),
    ):
        path.write_text(text, encoding="utf-8")
        found = extract(include_files(path.read_text(encoding="utf-8"), str(path)), str(path))
        assert names(found) == [("a", 2)]
        assert [(problem.line, problem.reason) for problem in found.problems] == [
            (3, f"{name.replace('.md', path.suffix)} cannot be included: {reason}")
        ]
