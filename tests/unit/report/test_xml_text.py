"""XML written piece by piece."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from irigrammar.report.xml import document, opening, piece


def tree() -> ET.Element:
    root = ET.Element("a", {"b": '<&">\n é'})
    child = ET.SubElement(root, "c")
    child.text = "]]> 日"
    ET.SubElement(root, "d")
    return root


def test_a_document_and_its_pieces_are_the_same() -> None:
    root = tree()
    whole = document(tree())
    assert whole.isascii()
    assert ET.fromstring(whole).attrib == root.attrib
    children = "".join(piece(child, 1) for child in root)
    start = opening(ET.Element(root.tag, root.attrib))
    assert f"<?xml version='1.0' encoding='us-ascii'?>\n{start}{children}</a>\n" == whole
