"""The table of what UTS 46 does otherwise."""

from __future__ import annotations

import unicodedata
from collections import Counter

import idna
import pytest
from places import SHARED

from tools import idna_test_v2

FILE = SHARED / "idnatestv2-15.0.jsonl.gz"


def test_the_table_has_each_cause_once() -> None:
    counts = {"idna": Counter({"agrees": 1000}), "idna2003": Counter({"agrees": 2, "b": 1, "a": 3})}
    assert idna_test_v2.markdown(1006, counts).splitlines()[2:] == [
        "| | idna | idna2003 |",
        "|---|---:|---:|",
        "| agrees | 1,000 | 2 |",
        "| a | 0 | 3 |",
        "| b | 0 | 1 |",
    ]


@pytest.mark.external
def test_readme_has_the_table() -> None:
    block = idna_test_v2.BLOCK.search(idna_test_v2.PAGE.read_text(encoding="utf-8"))
    assert block is not None
    if not FILE.is_file():
        pytest.skip(f"{FILE.name} is neither beside the checkout nor in the folder IRIGRAMMAR_DATA")
    if f"idna {idna.__version__}, unicodedata {unicodedata.unidata_version}." not in block[0]:
        pytest.skip("The table was made with other versions of idna or unicodedata")
    table = idna_test_v2.rows(FILE)
    policies = ("idna", "idna2008", "idna2003")
    counts = {policy: idna_test_v2.counts(table, policy) for policy in policies}
    assert block[0] == idna_test_v2.markdown(len(table), counts)
