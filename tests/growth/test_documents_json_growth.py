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
            for part in ('{"@context":', '"@context":{"a":"b:/",', '{"@context":{"a":"b:#"},"@id":"a:b"},')
        ),
        *(
            ("json", part)
            for part in ('"bomFormat"', "bomFormat:  ", '{"bomFormat": ', '{"bomFormat":"CycloneDX","url":"a b"},')
        ),
        *(("spdx", part) for part in ("SPDXVersion: ", "PackageHomePage: a b\n", "A: http://e/\n")),
    ],
)
def test_time_is_linear(kind: str, part: str) -> None:
    assert growth(kind, part, 20_000) < 20
