"""Railroad diagrams as SVG: well formed, and they mean what the rule matches."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest
from examples import some
from hypothesis import given
from railroads import from_diagram
from random_grammars import grammars

import irigrammar
from irigrammar.engines.production import Production
from irigrammar.grammars.expr import Prose, Repetition, walk
from irigrammar.learn.diagram import Diagram, diagram, nonterminals
from irigrammar.matching.grammar import Grammar
from irigrammar.shipped.loader import generic_names
from irigrammar.text.caret import columns
from irigrammar.views import colours
from irigrammar.views.railroad import draw, standalone

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


@pytest.mark.parametrize(("grammar", "rule"), some(RULES, 12))
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


@pytest.mark.parametrize(("grammar", "rule"), some(RULES, 20))
def test_each_document_is_well_formed_and_links_each_nonterminal(grammar: Grammar, rule: str) -> None:
    shape = diagram(grammar.rules, grammar.rules[rule])
    root = ET.fromstring(standalone({rule: shape}, rule))
    links = [element.get("href") for element in root.iter(f"{SVG}a")]
    assert sorted(links, key=str) == sorted(f"#{nonterminal.name}" for nonterminal in nonterminals(shape))
    assert "xlink" not in standalone({rule: shape}, rule)
    reachable = {
        target.name for ref in grammar.rules.refs(grammar.rules[rule]) if (target := grammar.rules.find(ref.name))
    }
    never = [node for node in walk(grammar.rules[rule].expr) if isinstance(node, Repetition) and node.high == 0]
    assert {nonterminal.name for nonterminal in nonterminals(shape)} == reachable or never


@pytest.mark.parametrize(("grammar", "rule"), some(RULES, 20))
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


def test_what_cannot_be_matched_is_drawn() -> None:
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


@pytest.mark.parametrize("scheme", [colours.LIGHT, colours.DARK], ids=["light", "dark"])
@pytest.mark.parametrize(
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


@pytest.mark.parametrize(("grammar", "rule"), some(RULES, 20))
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
