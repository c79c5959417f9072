"""What is used in place of functools where it is not imported: both do the same."""

from __future__ import annotations

import importlib.util
import sys
from typing import Any

import pytest

from irigrammar import lazy


@pytest.fixture(params=["functools", "alone"])
def module(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Any:
    if request.param == "functools":
        return lazy
    spec = importlib.util.spec_from_file_location("lazy_alone", lazy.__file__)
    assert spec is not None
    assert spec.loader is not None
    loaded = importlib.util.module_from_spec(spec)
    with monkeypatch.context() as patch:
        patch.delitem(sys.modules, "functools")
        spec.loader.exec_module(loaded)
    assert loaded.cache.__module__ == "lazy_alone"
    return loaded


def test_a_property_is_computed_once(module: Any) -> None:
    seen = []

    class Thing:
        @module.cached_property  # type: ignore[untyped-decorator]  # of either module
        def value(self) -> int:
            """Its value."""
            seen.append(self)
            return 5

    thing = Thing()
    assert (thing.value, thing.value, len(seen)) == (5, 5, 1)
    assert Thing.value.__doc__ == "Its value."


def test_results_are_kept_by_arguments_and_errors_are_not(module: Any) -> None:
    seen = []

    @module.cache  # type: ignore[untyped-decorator]  # of either module
    def function(*values: int) -> int:
        seen.append(values)
        return 1 // sum(values)

    assert [function(1), function(1), function(0, 1)] == [1, 1, 1]
    for _ in range(2):
        with pytest.raises(ZeroDivisionError) as caught:
            function(0)
        assert caught.value.__context__ is None
    assert seen == [(1,), (0, 1), (0,), (0,)]
    assert function.__name__ == "function"
    function.cache_clear()
    assert (function(1), len(seen)) == (1, 5)
