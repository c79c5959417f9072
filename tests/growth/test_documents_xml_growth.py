"""Linear time: documents xml."""

from __future__ import annotations

import time

import pytest
from documents import items

pytestmark = pytest.mark.growth

XLINK = 'xmlns:x="http://www.w3.org/1999/xlink"'

ATOM = 'xmlns="http://www.w3.org/2005/Atom"'


@pytest.mark.parametrize(
    "piece",
    [
        *("<a>", "</a>", "<a b='c' ", "<", "&", "<!--", "<![CDATA[", "<?", "'", "<a x:y='", "<a xml:base='b'>", "<a/>"),
        *("<a xmlns='b' xmlns:c='d'>", f"<id {ATOM}>", "<id><!-- -->", "<!DOCTYPE a [", "<!ENTITY a 'b", "]]>", "&a;"),
        *("<a><b></a>", "<a =", "a=''", "<!ENTITY a '&a;'>", "%a;", "<!A '", '<a xml:base="&e;"/>', "<a <a"),
        *("http://e/ ", "a:", "<a>x:<b/>", "<code>http://e/", "<a b='data:;base64,a a'/>", "<!-- http://e/"),
    ],
)
@pytest.mark.parametrize("before", ["", f"<r {XLINK} {ATOM} x:href='", "<!DOCTYPE r [<!ENTITY e '12345'>"])
def test_time_grows_with_the_length(before: str, piece: str) -> None:
    def cost(times: int) -> float:
        text = before + piece * times
        best = []
        for _ in range(3):
            start = time.process_time()
            items("xml", text)
            best.append(time.process_time() - start)
        return min(best) + 1e-3

    assert cost(8_000) / cost(1_000) < 40
