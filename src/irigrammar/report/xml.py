"""Write XML for other programs."""

from __future__ import annotations

from xml.etree import ElementTree as ET


def document(root: ET.Element) -> str:
    """Return a whole document, indented, with its declaration and a line end.

    The elements are indented in place.
    """
    ET.indent(root)
    data: bytes = ET.tostring(root, encoding="us-ascii", xml_declaration=True)
    return data.decode("ascii") + "\n"


def piece(element: ET.Element, level: int) -> str:
    """Return an element with its content as part of a document, on separate lines, at a level of indentation.

    The element is indented in place, and loses the text after it.

    >>> piece(ET.Element("a", {"b": "é"}), 1)
    '  <a b="&#233;" />\\n'
    """
    ET.indent(element, level=level)
    element.tail = None
    data: bytes = ET.tostring(element, encoding="us-ascii", xml_declaration=False)
    return f"{'  ' * level}{data.decode('ascii')}\n"


def opening(element: ET.Element, level: int = 0) -> str:
    """Return the start tag of an element that is written piece by piece; there must be nothing in it.

    >>> opening(ET.Element("a", {"b": "<"}))
    '<a b="&lt;">\\n'
    """
    return piece(element, level).removesuffix(" />\n") + ">\n"
