"""pyarrow: the functions, also as registered with pyarrow.compute."""

from __future__ import annotations

import pytest
from column_rows import RIGHT, TEXTS

import irigrammar

pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed")

import pyarrow.compute as pc  # noqa: E402
import pyarrow.dataset as ds  # noqa: E402

import irigrammar.integrations.pyarrow as iri  # noqa: E402
from irigrammar.integrations import columns  # noqa: E402

pytestmark = pytest.mark.extra


def test_the_functions_are_those_of_columns() -> None:
    for name in RIGHT:
        assert getattr(iri, name) is getattr(columns, name)


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string(), pa.binary()], ids=str)
def test_functions_of_compute(kind: object) -> None:
    names = iri.register("IRI-reference", kind, errors="null", suffix=f"_test_{kind}")
    assert names == tuple(
        f"{name}_test_{kind}"
        for name in (
            "iri_matches",
            "iri_fault_offset",
            "iri_fault_message",
            "iri_explain",
            "iri_split",
            "iri_to_uri",
            "uri_to_iri",
            "iri_normalize",
            "iri_key",
            "iri_resolve",
            "iri_consensus",
        )
    )
    array = pa.array(TEXTS).cast(kind)
    table = pa.table({"link": pa.chunked_array([array[:4], array[4:]])})
    for name, right in zip(names, RIGHT.values(), strict=True):
        base = (
            [pa.scalar("http://h/a/b", pa.large_string() if kind == pa.large_string() else pa.string())]
            if "resolve" in name
            else []
        )
        assert pc.call_function(name, [*base, array]).to_pylist() == right
        assert pc.call_function(name, [*base, table["link"]]).to_pylist() == right
        assert pc.call_function(name, [*base, array[0]]).as_py() == right[0]
        expression = pc.Expression._call(name, [*map(pc.scalar, base), pc.field("link")])
        assert ds.dataset(table).to_table(columns={"found": expression})["found"].to_pylist() == right
    chosen = ds.dataset(table).to_table(filter=pc.Expression._call(names[0], [pc.field("link")]))
    assert chosen.num_rows == sum(map(bool, RIGHT["matches"]))
    with pytest.raises(KeyError):
        iri.register("IRI-reference", kind, suffix=f"_test_{kind}")


def test_parameters_of_what_is_registered() -> None:
    names = iri.register("port", grammar="rfc3986", suffix="_port")
    assert pc.call_function(names[0], [pa.array(["80", "a"])]).to_pylist() == [True, False]
    with pytest.raises(iri.ColumnError, match="row 1: "):
        pc.call_function(names[5], [pa.array(["//h", "a b"])])
    with pytest.raises(irigrammar.UnknownGrammar):
        iri.register("IRI", grammar="nothing", suffix="_nothing")
    with pytest.raises(TypeError, match="not of int8"):
        iri.register("IRI", pa.int8(), suffix="_int")
    with pytest.raises(ValueError, match="unknown errors 'x'"):
        iri.register("IRI", errors="x", suffix="_x")  # type: ignore[arg-type]  # on purpose
