"""The attributes of HTML that hold URLs: the one table of them, with the section that says so of each.

Sections are those of the HTML Standard (whatwg.org, "Living Standard") unless another document is named.
"""

from __future__ import annotations

from functools import cache
from typing import Literal, NamedTuple

# One URL; several with white space between; image candidates (4.8.4.2.2); a refresh (4.2.5.3). Of RDFa (Core 1.1, 5)
# an IRI or a CURIE; the IRIs that stand among terms and CURIEs; prefixes with their IRIs.
Kind = Literal["url", "urls", "srcset", "refresh", "curie", "terms", "prefixes"]


class Holder(NamedTuple):
    """An attribute that holds URLs: its kind, the elements on which it does so (() for any), and the section.

    `foreign` ones stand on elements of SVG and MathML; those of `rdf` are IRIs, which name a thing or a property.
    """

    attribute: str
    kind: Kind
    elements: tuple[str, ...]
    section: str
    foreign: bool = False
    rdf: bool = False


_TABLE = (
    Holder("href", "url", ("base",), "4.2.3"),
    Holder("href", "url", ("link",), "4.2.4"),
    Holder("imagesrcset", "srcset", ("link",), "4.2.4"),
    Holder("content", "refresh", ("meta",), "4.2.5.3"),
    Holder("cite", "url", ("blockquote",), "4.4.4"),
    Holder("cite", "url", ("q",), "4.5.7"),
    Holder("href", "url", ("a", "area"), "4.6.1"),
    Holder("ping", "urls", ("a", "area"), "4.6.1"),
    Holder("cite", "url", ("ins", "del"), "4.7.3"),
    Holder("src", "url", ("source",), "4.8.2"),
    Holder("srcset", "srcset", ("source",), "4.8.2"),
    # 13.2.6.4.7: a start tag "image" is read as "img".
    Holder("src", "url", ("img", "image"), "4.8.3"),
    Holder("srcset", "srcset", ("img", "image"), "4.8.3"),
    Holder("src", "url", ("iframe",), "4.8.5"),
    Holder("src", "url", ("embed",), "4.8.6"),
    Holder("data", "url", ("object",), "4.8.7"),
    Holder("poster", "url", ("video",), "4.8.8"),
    Holder("src", "url", ("video", "audio"), "4.8.11.2"),
    Holder("src", "url", ("track",), "4.8.11.11"),
    Holder("src", "url", ("input",), "4.10.5.1.19"),
    Holder("action", "url", ("form",), "4.10.18.6"),
    Holder("formaction", "url", ("button", "input"), "4.10.18.6"),
    Holder("src", "url", ("script",), "4.12.1"),
    Holder("itemid", "url", (), "5.2.2"),
    Holder("itemtype", "urls", (), "5.2.2"),
    Holder("src", "url", ("frame",), "16.3.2"),
    # Obsolete ones (16.2), as HTML 4.01 had them.
    Holder("profile", "urls", ("head",), "HTML 4.01, 7.4.4.3"),
    Holder("background", "url", ("body", "table", "thead", "tbody", "tfoot", "tr", "td", "th"), "16.3.2"),
    Holder("longdesc", "url", ("img", "iframe", "frame"), "HTML 4.01, 13.2"),
    Holder("classid", "url", ("object",), "HTML 4.01, 13.3"),
    Holder("codebase", "url", ("object", "applet"), "HTML 4.01, 13.3"),
    Holder("archive", "urls", ("object",), "HTML 4.01, 13.3"),
    Holder("manifest", "url", ("html",), "HTML 5.0, 4.1.1"),
    Holder("src", "url", ("bgsound",), "16.2"),
    # Elements of SVG and MathML.
    Holder("href", "url", (), "SVG 2, 16.1.1; MathML Core, 2.1.3", foreign=True),
    Holder("xlink:href", "url", (), "SVG 2, 16.1.2; MathML 3, 2.1.6", foreign=True),
    Holder("src", "url", ("audio", "video", "iframe", "image"), "SVG 2, 5.10", foreign=True),
    # RDFa, on any element.
    Holder("about", "curie", (), "RDFa Core 1.1, 5", rdf=True),
    Holder("resource", "curie", (), "RDFa Core 1.1, 5", rdf=True),
    Holder("vocab", "url", (), "RDFa Core 1.1, 5", rdf=True),
    Holder("prefix", "prefixes", (), "RDFa Core 1.1, 5", rdf=True),
    Holder("datatype", "terms", (), "RDFa Core 1.1, 5", rdf=True),
    Holder("property", "terms", (), "RDFa Core 1.1, 5", rdf=True),
    Holder("typeof", "terms", (), "RDFa Core 1.1, 5", rdf=True),
)


@cache
def holders(element: str, foreign: bool) -> dict[str, Holder]:
    """Return by their names the attributes that hold URLs on an element; `foreign` is one of SVG or MathML.

    An element whose name has a hyphen is its author's own (4.13.3), and so are the attributes of RDFa's names on it.

    >>> sorted(holders("x-icon", False)), holders("img", False)["srcset"].section
    (['itemid', 'itemtype'], '4.8.3')
    """
    found = (
        one
        for one in _TABLE
        if one.foreign == foreign and (not one.elements or element in one.elements) and not (one.rdf and "-" in element)
    )
    return {one.attribute: one for one in found}
