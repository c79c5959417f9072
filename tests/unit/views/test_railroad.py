"""Railroad diagrams: layout, text, page."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser
from itertools import pairwise, takewhile
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from examples import examples, some
from hypothesis import given, settings
from railroad_walk import walked, ways
from railroads import from_diagram
from random_grammars import grammars
from rows import in_one_test

import irigrammar
from irigrammar.engines.production import Production
from irigrammar.errors import UnknownRule
from irigrammar.grammars.expr import Prose, Repetition, walk
from irigrammar.language import enumerate as strings_of
from irigrammar.learn.boxes import boxes
from irigrammar.learn.diagram import Diagram, Nonterminal, diagram
from irigrammar.matching.grammar import Grammar
from irigrammar.shipped.loader import generic_names
from irigrammar.text.caret import columns
from irigrammar.text.sheet import Sheet
from irigrammar.views import colours
from irigrammar.views.railroad import draw, page, shown_rules, standalone
from irigrammar.views.railroad_text import lines

SVG = "{http://www.w3.org/2000/svg}"


RULES = [
    pytest.param(irigrammar.grammar(name), rule, id=f"{name}-{rule}")
    for name in generic_names()
    for rule in irigrammar.grammar(name)
]


def meant(grammar: Grammar, rule: str, drawn: Diagram) -> Production:
    """Return a production of what was read from a picture."""
    expr = from_diagram(drawn)
    definition = grammar.rules[rule]
    return Production.of(grammar.rules.overlay({rule.lower(): replace(definition, expr=expr)}), rule)


@in_one_test(("grammar", "rule"), some(RULES, 12))
def test_the_picture_means_what_the_rule_matches(grammar: Grammar, rule: str) -> None:
    drawn = diagram(grammar.rules, grammar.rules[rule])
    expr = grammar.rules[rule].expr
    if isinstance(expr, Prose):  # no machine matches it
        assert from_diagram(drawn) == expr
    else:
        assert meant(grammar, rule, drawn).dfa == grammar._production(rule).dfa


@pytest.mark.slow
@given(grammars())
def test_so_it_does_for_any_grammar(generated: tuple[str, Grammar]) -> None:
    grammar = generated[1]
    drawn = diagram(grammar.rules, grammar.rules["r0"])
    assert meant(grammar, "r0", drawn).dfa == grammar._production("r0").dfa


@in_one_test(("grammar", "rule"), some(RULES, 20))
def test_each_document_is_well_formed_and_links_each_nonterminal(grammar: Grammar, rule: str) -> None:
    shape = diagram(grammar.rules, grammar.rules[rule])
    root = ET.fromstring(standalone({rule: shape}, rule))
    links = [element.get("href") for element in root.iter(f"{SVG}a")]
    assert sorted(links, key=str) == sorted(f"#{box.name}" for box in boxes(shape) if isinstance(box, Nonterminal))
    assert "xlink" not in standalone({rule: shape}, rule)
    reachable = {
        target.name for ref in grammar.rules.refs(grammar.rules[rule]) if (target := grammar.rules.find(ref.name))
    }
    never = [node for node in walk(grammar.rules[rule].expr) if isinstance(node, Repetition) and node.high == 0]
    assert {box.name for box in boxes(shape) if isinstance(box, Nonterminal)} == reachable or never


@in_one_test(("grammar", "rule"), some(RULES, 20))
def test_each_text_fits_in_its_box_and_each_box_in_the_picture(grammar: Grammar, rule: str) -> None:
    drawn = draw(diagram(grammar.rules, grammar.rules[rule]))
    root = ET.fromstring(f"<svg>{drawn.inside}</svg>")
    boxes = list(root.iter("rect"))
    texts = list(root.iter("text"))
    assert len(boxes) == len(texts) > 0
    placed = []
    for box, text in zip(boxes, texts, strict=True):
        x, y, width, height = (float(box.get(name, "")) for name in ("x", "y", "width", "height"))
        middle, room = float(text.get("x", "")), float(text.get("textLength", ""))
        size = 12 if height == 18 or (text.text or "").startswith("<") or text.text == "nothing" else 14
        assert room >= 0.6 * size * columns(text.text or "")  # a character is six tenths of its size wide
        assert x <= middle - room / 2
        assert middle + room / 2 <= x + width
        assert x >= 0
        assert x + width <= drawn.width
        assert y >= 0
        assert y + height <= drawn.height
        placed.append((x, y, width, height))
    for index, (x, y, width, height) in enumerate(placed):
        for other_x, other_y, other_width, other_height in placed[:index]:
            apart_x = x + width <= other_x or other_x + other_width <= x
            assert apart_x or y + height <= other_y or other_y + other_height <= y


def test_a_long_sequence_goes_on_below() -> None:
    grammar = Grammar.from_text(
        "a = " + " ".join(["some-rule-with-a-long-name"] * 12) + '\nsome-rule-with-a-long-name = "x"\n'
    )
    drawn = draw(diagram(grammar.rules, grammar.rules["a"]))
    assert drawn.width < 1_000
    assert meant(grammar, "a", (diagram(grammar.rules, grammar.rules["a"]))).dfa == grammar._production("a").dfa


def test_the_way_back_is_read_from_right_to_left() -> None:
    grammar = Grammar.from_text('a = "x" 1*3( "," "x" )\n')
    root = ET.fromstring(f"<svg>{draw(diagram(grammar.rules, grammar.rules['a'])).inside}</svg>")
    places = {text.text: float(text.get("x", "")) for text in root.iter("text")}
    assert places["2 to 4 times"] < places['","']


def test_several_rules_are_one_document_in_which_links_have_their_targets() -> None:
    rules = irigrammar.grammar("rfc3986").rules
    result = standalone({name: diagram(rules, rules[name]) for name in ("ls32", "h16")}, "two & more")
    root = ET.fromstring(result)
    assert [element.get("id") for element in root.iter(f"{SVG}g") if element.get("id")] == ["ls32", "h16"]
    assert root.findtext(f"{SVG}title") == "two & more"


def test_comments_are_titles() -> None:
    rules = irigrammar.grammar("rfc3986").rules
    titles = re.findall("<title>(.*?)</title>", draw(diagram(rules, rules["dec-octet"])).inside)
    assert [title for title in titles if re.fullmatch(r"[\d-]+", title)] == [
        "0-9",
        "10-99",
        "100-199",
        "200-249",
        "250-255",
    ]


def test_unmatchable_rules_are_drawn() -> None:
    text = 'a = <some "words" & more> / b / <c>\nb = a missing ; it\'s \x07 <odd>\nc = 2*3c "]]>"\n'
    grammar = Grammar.from_text(text)
    root = ET.fromstring(standalone({rule: diagram(grammar.rules, grammar.rules[rule]) for rule in grammar}, "\x00"))
    kinds = [element.get("class") for element in root.iter(f"{SVG}g")]
    assert kinds.count("words") == kinds.count("undefined") == 1
    assert [element.get("href") for element in root.iter(f"{SVG}a")] == ["#b", "#c", "#a", "#c"]
    assert '<some "words" & more>' in [element.text for element in root.iter(f"{SVG}text")]


def luminance(colour: str) -> float:
    parts = [int(colour[index : index + 2], 16) / 255 for index in (1, 3, 5)]
    red, green, blue = (
        channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4 for channel in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(left: str, right: str) -> float:
    low, high = sorted([luminance(left), luminance(right)])
    return (high + 0.05) / (low + 0.05)


@in_one_test("scheme", [colours.LIGHT, colours.DARK])
@in_one_test(
    ("text", "ground", "least"),
    [
        ("ink", "paper", 7),
        ("ink", "terminal", 7),
        ("ink", "undefined", 7),
        ("link", "rule", 4.5),
        ("link", "paper", 4.5),
        ("faint", "paper", 4.5),
        ("track", "paper", 3),
        ("terminal-edge", "paper", 3),
        ("rule-edge", "paper", 3),
        ("undefined-edge", "paper", 3),
    ],
)
def test_colours_can_be_distinguished(scheme: dict[str, str], text: str, ground: str, least: float) -> None:
    assert contrast(scheme[text], scheme[ground]) >= least


def test_both_schemes_have_every_colour_that_is_used() -> None:
    used = set(re.findall(r"var\(--([\w-]+)\)", colours.STYLE))
    assert used <= set(colours.LIGHT)
    assert set(colours.LIGHT) == set(colours.DARK)


# Geometry.
STEP = re.compile(r"([MHVhva])([^MHVhva]*)")


Spot = tuple[float, float]


def spots(path: str) -> list[Spot]:
    """Return the places that a path goes through: where it begins, and where each of its steps ends."""
    x = y = 0.0
    places = []
    for command, numbers in STEP.findall(path):
        values = [float(number) for number in numbers.split()]
        match command:
            case "M":
                x, y = values
            case "H":
                x = values[0]
            case "V":
                y = values[0]
            case "h":
                x += values[0]
            case "v":
                y += values[0]
            case "a":
                x, y = x + values[5], y + values[6]
        places.append((round(x, 3), round(y, 3)))
    return places


def is_on(spot: Spot, places: list[Spot]) -> bool:
    """Return whether a place lies on the straight steps of a path."""
    steps = [
        (min(step), max(step)) for step in pairwise(places) if step[0][0] == step[1][0] or step[0][1] == step[1][1]
    ]
    return any(low[0] <= spot[0] <= high[0] and low[1] <= spot[1] <= high[1] for low, high in steps)


@in_one_test(("grammar", "rule"), some(RULES, 20))
def test_tracks_lead_from_box_to_box(grammar: Grammar, rule: str) -> None:
    """Tracks enter and leave each box; one that ends elsewhere meets another one, but for the two ends of all."""
    root = ET.fromstring(f"<svg>{draw(diagram(grammar.rules, grammar.rules[rule])).inside}</svg>")
    tracks = [spots(path.get("d", "")) for path in root.iter("path") if not path.get("d", "").endswith("v12")]
    ends = [end for track in tracks for end in (track[0], track[-1])]
    sides = []
    for box in root.iter("rect"):
        x, y, width, height = (float(box.get(name, "")) for name in ("x", "y", "width", "height"))
        sides += [(round(x, 3), round(y + height / 2, 3)), (round(x + width, 3), round(y + height / 2, 3))]
    assert set(sides) <= set(ends)
    alone = [end for end in ends if end not in sides and ends.count(end) == 1]
    loose = {end for end in alone if not any(is_on(end, track) and end not in track for track in tracks)}
    assert loose == {min(ends), max(ends)}


ENOUGH = 100


def agree(shape: Diagram, drawn: list[str], longest: int = 14) -> bool:
    """Return whether picture and diagram have the same ways, longer ones as long as these are not too many."""
    for most in range(longest):
        wanted = ways(shape, most)
        if walked(drawn, most) != wanted:
            return False
        if len(wanted) > ENOUGH:
            break
    return True


@in_one_test("width", [40, 80])
@in_one_test(("grammar", "rule"), some(RULES, 6))
def test_the_tracks_are_those_of_the_diagram(grammar: Grammar, rule: str, width: int) -> None:
    shape = diagram(grammar.rules, grammar.rules[rule])
    drawn = [line for line in lines(shape, Sheet(width)) if not line.startswith(";")]
    assert agree(shape, drawn)


@pytest.mark.slow
@settings(max_examples=examples(25))
@given(grammars())
def test_so_they_are_for_any_grammar(generated: tuple[str, Grammar]) -> None:
    rules = generated[1].rules
    shape = diagram(rules, rules["r0"])
    assert agree(shape, list(lines(shape, Sheet(40))), 5)


@in_one_test(("grammar", "rule"), some(RULES, 20))
def test_nothing_is_wider_than_the_page(grammar: Grammar, rule: str) -> None:
    for encoding in ("utf-8", "ascii"):
        shape = diagram(grammar.rules, grammar.rules[rule], encoding)
        drawn = list(lines(shape, Sheet(80, encoding)))
        assert max(map(columns, drawn)) <= 80
        assert "".join(drawn).encode(encoding)


@in_one_test(
    "text",
    [
        *['a = *"x" [ "y" ]', 'a = "x" *( "," "x" )', 'a = *( "x" "," ) "x"', 'a = "x" "y" / "x" "z" / "x"'],
        *['a = "x" "z" / "y" "z" / "z"', 'a = [ "x" / [ "y" ] ] *( "p" / "q" "r" )'],
        *['a = 1*( 1*"x" "-" ) / "x" *( "-" "x" )', 'a = "x" "y" *( "." "x" "y" )'],
        *['a = ""  / "x" ( "" / "y" )', 'a = *( "x" *"y" / "xy" "," ) 0"z"'],
    ],
)
def test_the_ways_spell_what_the_rule_matches(text: str) -> None:
    """The labels along the tracks, without their quotation marks, are the strings of the language."""
    grammar = Grammar.from_text(f"{text}\n")
    most = 6
    ways_found = walked(list(lines(diagram(grammar.rules, grammar.rules["a"]))), most + 2)
    spelled = {"".join(label.strip('"') for label in way if label != "nothing") for way in ways_found}
    wanted = {string.lower() for string in takewhile(lambda string: len(string) <= most, strings_of(grammar["a"]))}
    assert {string for string in spelled if len(string) <= most} == wanted


def test_a_sequence_goes_on_below_and_comes_in_at_the_left() -> None:
    grammar = Grammar.from_text('a = b *( "1" b ) "2" b "3" b\nb = "x"\n')
    assert [*lines(diagram(grammar.rules, grammar.rules["a"]), Sheet(32))] == [
        '●──┬─ b ───┬── "2" ── b ── "3" ┐',
        '   └◀ "1" ─┘                   │',
        "  ┌◀───────────────────────────┘",
        "  └ b ───────────────────────────●",
    ]


@pytest.mark.parametrize("abnf", ['*( b "1" b "2" b "3" b )', '1*2( b "1" b "2" b ) b', '[ b "1" b "2" b "3" b ] / b'])
def test_a_sequence_that_goes_on_below_is_in_anything(abnf: str) -> None:
    grammar = Grammar.from_text(f'a = {abnf}\nb = "x"\n')
    shape = diagram(grammar.rules, grammar.rules["a"])
    drawn = [*lines(shape, Sheet(30))]
    assert sum("┐" in line for line in drawn) >= 1
    assert agree(shape, drawn)


def test_comments_labels_and_what_is_not_defined(tmp_path: Path) -> None:
    file = tmp_path / "a.abnf"
    file.write_text(
        "; long words before the rule, which say much more than a line has room for\na = b / <any>\n"
        "c = d ; one\n  / %xE9-F0 ; 日本\n  / 0a %xE000\n",
        encoding="utf-8",
    )
    rules = Grammar.from_file(file).rules
    assert [*lines(diagram(rules, rules["a"]), Sheet(50))] == [
        "; long words before the rule, which say much more",
        "; than a line has room for",
        "●─┬─ b? ────┬─●",
        "  └─ <any> ─┘",
    ]
    assert [*lines(diagram(rules, rules["c"]), Sheet(50))] == [
        "●─┬─ d? ── ; one ────────────────────┬─●",
        "  ├─ U+00E9 é to U+00F0 ð ── ; 日本 ─┤",
        "  └─ nothing ── U+E000 ──────────────┘",
    ]
    assert [*lines(diagram(rules, rules["c"], "ascii"), Sheet(50, "ascii"))] == [
        "o-+- d? -- ; one ----------------------------+-o",
        "  +- U+00E9 to U+00F0 -- ; \\u{65E5}\\u{672C} -+",
        "  +- nothing -- U+E000 ----------------------+",
    ]


def test_colours_follow_roles() -> None:
    rules = irigrammar.grammar("rfc3986").rules
    painted = [*lines(diagram(rules, rules["pct-encoded"]), Sheet(paint=lambda text, role: f"<{role}:{text}>"))]
    assert painted == ['<faint:●─> <valid:"%"> <faint:──> <note:HEXDIG> <faint:──> <note:HEXDIG> <faint:─●>']


def test_a_label_of_any_length_and_deep_nesting_are_drawn() -> None:
    deep = "( " * 15 + '"x"' + " [ b ] )" * 15
    grammar = Grammar.from_text(f'a = {deep}\nb = "{"y" * 300}"\n')
    for rule in ("a", "b"):
        shape = diagram(grammar.rules, grammar.rules[rule])
        assert agree(shape, [*lines(shape, Sheet(400))])
    (line,) = lines(diagram(grammar.rules, grammar.rules["b"]), Sheet(60))
    assert columns(line) == 60
    assert line.endswith("yy… ─●")


VOID = {"meta"}


class Reader(HTMLParser):
    """Collects ids and links, and holds that every element is closed where it must be."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.open: list[str] = []
        self.names: set[str] = set()
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        self.names |= {tag, *attributes}
        self.ids += [value for name, value in attrs if name == "id" and value]
        self.links += [value for name, value in attrs if name == "href" and value]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("name", some(generic_names(), 2))
def test_each_link_has_its_target(name: str) -> None:
    grammar = irigrammar.grammar(name)
    text = page(grammar)
    reader = Reader(text)
    assert len(reader.ids) == len(set(reader.ids))
    assert {link.removeprefix("#") for link in reader.links} <= set(reader.ids)
    assert {*grammar, *(grammar[name].rule for name in grammar.entry.start)} <= set(reader.ids)
    assert not {"script", "img", "link", "iframe", "src", "onclick"} & reader.names
    assert "url(" not in text
    assert "http" not in text.replace("http://www.w3.org", "")


def test_a_page_of_some_rules_has_what_they_use() -> None:
    grammar = irigrammar.grammar("rfc3986")
    assert [rule.name for rule in shown_rules(grammar, ["LS32"])] == [
        "h16",
        "ls32",
        "IPv4address",
        "dec-octet",
        "DIGIT",
        "HEXDIG",
    ]
    with pytest.raises(UnknownRule, match="did you mean port"):
        page(grammar, ["prt"])


def test_recursion_prose_undefined_rules_and_markup_in_comments(tmp_path: Path) -> None:
    file = tmp_path / "<b>.abnf"
    file.write_text('a = "(" [ a ] ")" / missing / <x & y> ; <script>\x07\n', encoding="utf-8")
    text = page(Grammar.from_file(file))
    reader = Reader(text)
    assert reader.links == ["#a", "#a", "#a"]
    assert "script" not in reader.names
    assert "\x07" not in text
    assert re.search(r"&lt;script&gt;\\u\{7\}", text)
