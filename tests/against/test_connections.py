"""Connection URIs that are accepted or built, against their clients."""

from __future__ import annotations

import os

import pytest

from tools.world.clients.connections import compare, installed

pytestmark = pytest.mark.external


def test_no_client_reads_another_host_user_or_database(monkeypatch: pytest.MonkeyPatch) -> None:
    if folder := os.environ.get("IRIGRAMMAR_CLIENTS"):
        monkeypatch.syspath_prepend(folder)
    clients = installed()
    if not {"libpq", "pymongo"} <= {*clients}:
        pytest.skip("psycopg2-binary and pymongo are not installed")
    lines, accepted, readings = compare(3_000, "1")
    assert lines == []
    assert accepted > 700
    assert readings > accepted
