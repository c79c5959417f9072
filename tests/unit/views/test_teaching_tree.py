"""Trees as text, JSON and graphs."""

from __future__ import annotations

import json
import shutil
import subprocess

import pytest

import irigrammar
from irigrammar.views.tree import as_dict, as_dot, as_lines, children_within

IRI = irigrammar.grammar("rfc3987")


def test_a_tree_as_text() -> None:
    tree = IRI["IPv4address"].parse("1.2.3.45")
    assert list(as_lines(tree, str)) == [
        'IPv4address  "1.2.3.45"',
        '├── dec-octet  "1"',
        '│   └── DIGIT  "1"',
        '│       └── "1"',
        '├── "."',
        '├── dec-octet  "2"',
        '│   └── DIGIT  "2"',
        '│       └── "2"',
        '├── "."',
        '├── dec-octet  "3"',
        '│   └── DIGIT  "3"',
        '│       └── "3"',
        '├── "."',
        '└── dec-octet  "45"',
        '    ├── "4"',
        '    └── DIGIT  "5"',
        '        └── "5"',
    ]


def test_the_components_alone() -> None:
    wanted = {production.lower() for production in IRI.entry.components}
    tree = IRI["IRI-reference"].parse("http://h:80/p?#f")
    assert list(as_lines(tree, str, children_within(wanted))) == [
        'IRI-reference  "http://h:80/p?#f"',
        '├── scheme  "http"',
        '├── iauthority  "h:80"',
        '│   ├── ihost  "h"',
        '│   │   └── ireg-name  "h"',
        '│   └── port  "80"',
        '├── ipath-abempty  "/p"',
        '├── iquery  ""',
        '└── ifragment  "f"',
    ]


def test_json_has_the_offsets_and_the_leaves_make_the_string() -> None:
    text = "http://é/"
    tree = json.loads(json.dumps(as_dict(IRI["IRI"].parse(text))))
    leaves: list[str] = []
    stack = [tree]
    while stack:
        node = stack.pop()
        assert text[node["start"] : node["end"]] == node["value"]
        if node["rule"] is None:
            leaves.append(node["value"])
        stack.extend(reversed(node["children"]))
    assert "".join(leaves) == text


def test_a_graph_has_a_node_for_each_part_and_an_edge_to_each_but_the_root() -> None:
    tree = IRI["port"].parse("80")
    lines = list(as_dot(tree, str))
    assert lines[0] == "digraph tree {"
    assert lines[-1] == "}"
    count = len(list(tree.walk()))
    assert sum("[label=" in line for line in lines) == count
    assert sum(" -> " in line for line in lines) == count - 1


@pytest.mark.external
def test_graphviz_reads_the_graph() -> None:
    if shutil.which("dot") is None:
        pytest.skip("Graphviz is not installed")
    source = "\n".join(as_dot(IRI["IRI-reference"].parse("a:\"b\\'".replace('"', "").replace("\\", "")), str))
    done = subprocess.run(["dot", "-Tsvg"], input=source, capture_output=True, text=True, check=False)
    assert done.returncode == 0
