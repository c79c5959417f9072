"""Linear time: prefixes of JSON-LD, and vocabularies of data formats."""

from __future__ import annotations

import pytest
from document_items import growth

pytestmark = pytest.mark.growth


@pytest.mark.parametrize(
    ("kind", "part"),
    [
        *(
            ("json-ld", part)
            for part in (
                '{"@context":',
                '"@context":{"a":"b:/",',
                '{"@context":{"a":"b:#"},"@id":"a:b"},',
                '{"@context":"","a":',
            )
        ),
        *(
            ("json", part)
            for part in (
                '"bomFormat"',
                "bomFormat:  ",
                '{"bomFormat": ',
                '{"bomFormat":"CycloneDX","url":"a b"},',
                '{"openapi":"3.1","a":',
            )
        ),
        *(("notebook", part) for part in ('{"cells":[{"source":["', '{"cells":[{"source":["a",', '","')),
        *(("yaml", part) for part in ('{"@context": ', '"@context": {a: "b:#"}\n', "{openapi: 3.1, ")),
        *(("toml", part) for part in ('a = ["b @ http://c ', "[a.b]\n")),
        *(("spdx", part) for part in ("SPDXVersion: ", "PackageHomePage: a b\n", "A: http://e/\n")),
    ],
)
def test_time_is_linear(kind: str, part: str) -> None:
    assert growth(kind, part, 20_000) < 20
