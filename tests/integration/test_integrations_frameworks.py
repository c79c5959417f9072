"""Integrations with frameworks: what the examples of their pages do not show."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import deque
from pathlib import Path
from typing import Annotated, Any, Final, Literal, NewType, TypedDict

import pytest

from irigrammar.faults.fault import NoMatch
from irigrammar.integrations import cattrs as for_cattrs

pytestmark = pytest.mark.external

BAD, GOOD = "http://b c/", "http://résumé.example.org/"
REASON = "not IRI (RFC 3987), offset 8: a space is not allowed in a host name"


def test_django_writes_grammar_and_rule_into_migrations() -> None:
    pytest.importorskip("django")
    from django.db.migrations.writer import MigrationWriter

    from irigrammar.integrations.django import GrammarValidator, MatchingField

    field = MatchingField(grammar="rfc3986", rule="URI", blank=True)
    written, imports = MigrationWriter.serialize(field)
    assert written == ("irigrammar.integrations.django.MatchingField(blank=True, grammar='rfc3986', rule='URI')")
    assert imports == {"import irigrammar.integrations.django"}
    _, _, arguments, options = field.deconstruct()
    again = MatchingField(*arguments, **options)
    assert again.validators == field.validators
    validator = GrammarValidator("rfc3986", "URI")
    assert validator == GrammarValidator("rfc3986", "URI") != GrammarValidator("rfc3987", "IRI")
    assert hash(validator) == hash(GrammarValidator("rfc3986", "URI"))
    assert "'rfc3986', 'URI'" in MigrationWriter.serialize(validator)[0]


def test_django_keeps_a_percent_sign_of_the_reason() -> None:
    pytest.importorskip("django")
    from django.core.exceptions import ValidationError

    from irigrammar.integrations.django import GrammarValidator

    with pytest.raises(ValidationError) as caught:
        GrammarValidator("rfc3987", "IRI")("http://h/%zz")
    assert caught.value.messages == [
        'not IRI (RFC 3987), offset 10: "%" must be followed by two hexadecimal digits; try http://h/%25zz'
    ]


def test_sqlalchemy_takes_none_and_refuses_what_is_not_a_string() -> None:
    pytest.importorskip("sqlalchemy")
    from irigrammar.integrations.sqlalchemy import MatchingString

    column = MatchingString("rfc3987", "IRI", length=200)
    assert column.process_bind_param(None, None) is None
    assert column.process_bind_param(GOOD, None) == GOOD
    assert str(column) == "VARCHAR(200)"
    with pytest.raises(TypeError, match="must be a str, not int"):
        column.process_bind_param(1, None)
    with pytest.raises(NoMatch):
        column.process_bind_param(BAD, None)


def test_marshmallow_refuses_what_is_not_a_string() -> None:
    marshmallow = pytest.importorskip("marshmallow")
    from irigrammar.integrations.marshmallow import matching

    validator = matching("rfc3987", "IRI")
    assert validator(GOOD) == GOOD
    assert repr(validator) == "<MatchesGrammar(grammar='rfc3987', rule='IRI', error=None)>"
    with pytest.raises(marshmallow.ValidationError, match="no link: not IRI"):
        matching("rfc3987", "IRI", error="no link: {reason}")(BAD)
    with pytest.raises(marshmallow.ValidationError, match="not a string"):
        validator(1)


def test_msgspec_checks_unions_and_containers() -> None:
    msgspec = pytest.importorskip("msgspec")
    from irigrammar.integrations.msgspec import IRI, check_fields

    def post(self: Any) -> None:
        check_fields(self)

    fields = [("links", list[IRI]), ("next", IRI | None, None)]
    page = msgspec.defstruct("Page", fields, namespace={"__post_init__": post})
    assert msgspec.convert({"links": [GOOD]}, page).next is None
    with pytest.raises(NoMatch):
        page(links=[], next=BAD)
    with pytest.raises(msgspec.ValidationError, match="offset 8"):
        msgspec.convert({"links": [GOOD, BAD]}, page)


def test_cattrs_takes_any_rule_and_refuses_what_is_not_a_string() -> None:
    cattrs = pytest.importorskip("cattrs")
    from irigrammar.integrations.cattrs import matching, register

    converter = cattrs.Converter()
    register(converter)
    port = Annotated[str, matching("rfc3986", "port")]
    assert converter.structure("80", port) == "80"
    with pytest.raises(TypeError):
        converter.structure(80, port)
    assert converter.structure("a b", Annotated[str, "another"]) == "a b"


Port = Annotated[str, for_cattrs.matching("rfc3986", "port")]


class Ports(TypedDict):
    ports: list[Port]


@pytest.mark.parametrize("name", ["Converter", "BaseConverter"])
@pytest.mark.parametrize(
    ("hint", "good", "bad"),
    [
        (Annotated[str | None, for_cattrs.matching("rfc3986", "port")], None, "x"),
        (Annotated[Literal["8", "x"], for_cattrs.matching("rfc3986", "port")], "8", "x"),
        (NewType("NewPort", Port), "8", "x"),
        (Final[Port], "8", "x"),
        (Port | None, None, 8),
        (deque[Port], deque(["8"]), ["x"]),
        (Ports, {"ports": ["8"]}, {"ports": ["8", "x"]}),
    ],
)
def test_cattrs_checks_annotations_in_each_converter(name: str, hint: Any, good: Any, bad: Any) -> None:
    cattrs = pytest.importorskip("cattrs")
    converter = getattr(cattrs, name)()
    for_cattrs.register(converter)
    assert converter.structure(good, hint) == good
    with pytest.raises((ValueError, TypeError, cattrs.BaseValidationError)):
        converter.structure(bad, hint)


def test_cattrs_refuses_rules_of_what_is_not_a_string() -> None:
    cattrs = pytest.importorskip("cattrs")
    converter = cattrs.Converter()
    for_cattrs.register(converter)
    for hint in (int, list[str], Any):
        with pytest.raises(TypeError, match="is not supported, since the rule is for a str"):
            converter.structure("8", Annotated[hint, for_cattrs.matching("rfc3986", "port")])


def test_pandera_lets_missing_values_pass_and_names_the_rule() -> None:
    pandas, pandera = pytest.importorskip("pandas"), pytest.importorskip("pandera.pandas")
    from irigrammar.integrations.pandera import matching

    schema = pandera.SeriesSchema(str, matching("rfc3986", "port"), nullable=True)
    schema.validate(pandas.Series(["80", None]))
    with pytest.raises(Exception, match="rfc3986 port"):
        schema.validate(pandas.Series(["80", "a"]))


def test_pyshacl_s_report_is_its_own_where_every_iri_is_well_formed() -> None:
    pyshacl, rdflib = pytest.importorskip("pyshacl"), pytest.importorskip("rdflib")
    from irigrammar.integrations.pyshacl import validate

    good = rdflib.Graph().parse(data="<http://a/x> <http://a/p> <http://a/y> .", format="turtle")
    shapes = rdflib.Graph()
    assert validate(good, shacl_graph=shapes)[::2] == pyshacl.validate(good, shacl_graph=shapes)[::2]
    bad = rdflib.Graph().parse(data="<http://a/x> <http://a/%zz> <http://a/%zz> .", format="turtle")
    conforms, report, text = validate(bad, shacl_graph=shapes)
    shacl = rdflib.Namespace("http://www.w3.org/ns/shacl#")
    assert (conforms, text.count("Conforms: False")) == (False, 1)
    results = list(report.subjects(rdflib.RDF.type, shacl.ValidationResult))
    assert [str(report.value(result, shacl.focusNode)) for result in results] == ["http://a/x"] * 2
    assert list(report.objects(None, shacl.conforms)) == [rdflib.Literal(False)]


@pytest.mark.parametrize("draft", ["Draft7Validator", "Draft202012Validator"])
def test_check_jsonschema_takes_the_class_of_validators(draft: str, tmp_path: Path) -> None:
    pytest.importorskip("check_jsonschema")
    (tmp_path / "schema.json").write_text(
        json.dumps({"properties": {"site": {"format": "iri"}, "at": {"format": "date"}}})
    )
    (tmp_path / "data.json").write_text(json.dumps({"site": BAD, "at": "never"}))
    place = f"irigrammar.integrations.jsonschema:{draft}"
    command = [sys.executable, "-m", "check_jsonschema", "--validator-class", place, "--schemafile", "schema.json"]
    done = subprocess.run([*command, "data.json"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, REASON in done.stdout) == (1, True)
    assert "'never' is not a 'date'" in done.stdout


def test_a_class_of_validators_that_jsonschema_does_not_have() -> None:
    from irigrammar.integrations import jsonschema

    with pytest.raises(AttributeError):
        jsonschema.Draft99Validator  # noqa: B018  # asking for it is the test
