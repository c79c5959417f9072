"""Integrations with frameworks, beyond the examples of their pages."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from lying import Lying

from irigrammar.faults.fault import NoMatch

pytestmark = pytest.mark.extra

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


def test_django_masks_passwords_and_refuses_what_is_not_a_string() -> None:
    pytest.importorskip("django")
    from django.core.exceptions import ValidationError

    from irigrammar.integrations.django import GrammarValidator

    validator = GrammarValidator("rfc3987", "IRI")
    with pytest.raises(ValidationError) as caught:
        validator("http://u:secret@h/|")
    assert "secret" not in f"{caught.value!r} {caught.value.params}"
    assert caught.value.params["value"] == "http://u:***@h/|"
    assert caught.value.params["fixes"] == ["http://u:***@h/%7C"]
    values: list[Any] = [None, 5, b"a:", ["a:"]]
    for value in values:
        with pytest.raises(ValidationError, match="not a string"):
            validator(value)


@pytest.fixture(scope="module")
def bookmark() -> Any:
    """A model, where Django and its REST framework are installed."""
    django = pytest.importorskip("django")
    pytest.importorskip("rest_framework")
    from django.conf import settings

    if not settings.configured:
        settings.configure(INSTALLED_APPS=["rest_framework"], REST_FRAMEWORK={"UNAUTHENTICATED_USER": None})
        django.setup()
    from django.db import models

    from irigrammar.integrations.django import MatchingField

    class Bookmark(models.Model):  # type: ignore[misc,unused-ignore]  # Django has no types of its own
        target = MatchingField()
        kind = MatchingField(choices=[("a:", "A"), ("b:", "B")], default="a:")

        class Meta:
            app_label = "irigrammar_tests"

    return Bookmark


def test_django_models_refuse_what_does_not_match(bookmark: Any) -> None:
    from django.core.exceptions import ValidationError

    bookmark(target=GOOD).full_clean(validate_constraints=False)
    with pytest.raises(ValidationError) as caught:
        bookmark(target=BAD).full_clean(validate_constraints=False)
    assert caught.value.message_dict == {"target": [REASON]}


SPACES = [" http://h/", "http://h/ ", "http://h/\n", "\thttp://h/", "\u2028http://h/"]


@pytest.mark.parametrize("early", [False, True], ids=["plain", "with a table of its own"])
def test_django_rest_framework_keeps_white_space(bookmark: Any, early: bool) -> None:
    serializers: Any = pytest.importorskip("rest_framework.serializers")
    table = serializers.ModelSerializer.serializer_field_mapping
    base: Any = type("Base", (serializers.ModelSerializer,), {"serializer_field_mapping": dict(table)} if early else {})
    meta = type("Meta", (), {"model": bookmark, "fields": ["target"]})
    serializer = type("BookmarkSerializer", (base,), {"Meta": meta})
    for text in SPACES:
        assert serializer(data={"target": text}).is_valid() is False
    for text in ("http://h/", "http://h/\u2028", "http://h/\xa0"):  # RFC 3987 has these two characters in an IRI
        good = serializer(data={"target": text})
        assert good.is_valid(), good.errors
        assert good.validated_data["target"] == text
    values: list[Any] = [5, True, None, ["a:"], {}, "a:\ud800"]
    for value in values:
        assert serializer(data={"target": value}).is_valid() is False


def test_django_forms_have_a_menu_of_choices_and_keep_white_space(bookmark: Any) -> None:
    from django import forms

    form = forms.modelform_factory(bookmark, fields="__all__")
    assert type(form().fields["kind"].widget) is forms.Select
    assert type(form().fields["target"].widget) is forms.TextInput
    for text in SPACES:
        assert set(form({"target": text, "kind": "b:"}).errors) == {"target"}
    assert set(form({"target": "a:", "kind": "c:"}).errors) == {"kind"}


LINKS = ["http://h/a", "urn:x"]


@pytest.mark.parametrize(
    ("condition", "rows"),
    [
        (lambda link: link == "urn:x", ["urn:x"]),
        (lambda link: link.in_(["urn:x"]), ["urn:x"]),
        (lambda link: link.like("http%"), ["http://h/a"]),
        (lambda link: link.ilike("HTTP%"), ["http://h/a"]),
        (lambda link: link.contains("h/ a"), []),
        (lambda link: link.startswith("http"), ["http://h/a"]),
        (lambda link: link.endswith("/a"), ["http://h/a"]),
        (lambda link: link.op("GLOB")("h* *"), []),
        (lambda link: link < "m m", ["http://h/a"]),
        (lambda link: link.between("a b", "i j"), ["http://h/a"]),
        (lambda link: link + " y" == "urn:x y", ["urn:x"]),
        (lambda link: "y " + link == "y urn:x", ["urn:x"]),
        (lambda link: link.concat(" y").in_(["urn:x y"]), ["urn:x"]),
        (lambda link: link.regexp_match("x y"), None),
        (lambda link: link == "a b", NoMatch),
        (lambda link: link != "a b", NoMatch),
        (lambda link: link.in_(["a b"]), NoMatch),
        (lambda link: link.not_in(["a b"]), NoMatch),
        (lambda link: link.collate("NOCASE") == "a b", NoMatch),
        (lambda link: link == 5, TypeError),
    ],
)
def test_sqlalchemy_checks_values_that_are_compared_as_wholes(condition: Any, rows: Any) -> None:
    alchemy = pytest.importorskip("sqlalchemy")
    from irigrammar.integrations.sqlalchemy import MatchingString

    metadata = alchemy.MetaData()
    table = alchemy.Table("link", metadata, alchemy.Column("target", MatchingString("rfc3987", "IRI")))
    engine = alchemy.create_engine("sqlite://")
    metadata.create_all(engine)
    query = alchemy.select(table.c.target).where(condition(table.c.target))
    with engine.begin() as connection:
        connection.execute(table.insert(), [{"target": text} for text in LINKS])
        if rows is None:  # SQLite has no function for it
            assert "REGEXP" in str(query.compile(engine, compile_kwargs={"literal_binds": True}))
        elif isinstance(rows, list):
            assert connection.execute(query).scalars().all() == rows
        else:
            with pytest.raises(alchemy.exc.StatementError) as caught:
                connection.execute(query)
            assert isinstance(caught.value.orig, rows)


def test_sqlalchemy_types_have_their_constructor_as_repr() -> None:
    pytest.importorskip("sqlalchemy")
    from irigrammar.integrations.sqlalchemy import MatchingString

    for column in (MatchingString("rfc3987", "IRI", length=20), MatchingString("rfc3986")):
        again = eval(repr(column), {"MatchingString": MatchingString})  # what a migration of Alembic does
        assert (again.grammar, again.rule, str(again)) == (column.grammar, column.rule, str(column))
        assert repr(again) == repr(column)


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


def test_jsonschema_masks_passwords_and_reads_characters() -> None:
    exceptions = pytest.importorskip("jsonschema.exceptions")
    from irigrammar.integrations.jsonschema import format_checker, validator_class

    (error,) = validator_class()({"format": "iri"}).iter_errors("http://u:secret@h/|")
    assert error.message.startswith("'http://u:***@h/|' is not a 'iri': not IRI")
    for name in ("iri", "consensual-uri"):
        with pytest.raises(exceptions.FormatError):
            format_checker(consensus=True).check(Lying("http://a b@c@d/"), name)


def test_sqlalchemy_writes_the_characters_that_were_checked() -> None:
    pytest.importorskip("sqlalchemy")
    from irigrammar.integrations.sqlalchemy import MatchingString

    column = MatchingString("rfc3987", "IRI")
    written = column.process_bind_param(Lying("a:b"), None)
    assert (type(written), written) == (str, "a:b")
    with pytest.raises(NoMatch):
        column.process_bind_param(Lying("a b"), None)


def test_a_class_of_validators_that_jsonschema_does_not_have() -> None:
    pytest.importorskip("jsonschema")
    from irigrammar.integrations import jsonschema

    with pytest.raises(AttributeError):
        jsonschema.Draft99Validator  # noqa: B018  # asking for it is the test
