"""Annotated types for pydantic: values, messages, JSON Schema."""

from __future__ import annotations

import copy
import enum
import json
import pickle
from typing import Annotated, Any, Generic, Literal, NewType, TypeVar

import pytest
from rows import in_one_test

import irigrammar
from irigrammar.integrations._wanted import find
from irigrammar.integrations.pydantic import (
    ERROR_TYPE,
    IRI,
    NO_CONSENSUS,
    URI,
    Consensual,
    ConsensualURI,
    IRIReference,
    URIReference,
    matching,
)

pytestmark = pytest.mark.extra

pydantic = pytest.importorskip("pydantic")

Port = Annotated[str, matching("rfc3986", "port")]
PORT = r"^[0-9]*$(?![\s\S])"


class Link(pydantic.BaseModel):  # type: ignore[misc, name-defined]  # it is imported where it is there
    target: IRI
    base: URI | None = None
    more: list[IRIReference] = pydantic.Field(default_factory=list)
    rest: dict[str, URIReference] = pydantic.Field(default_factory=dict)
    port: Port = "80"


class Page(pydantic.BaseModel):  # type: ignore[misc, name-defined]
    kind: Literal["page"]
    at: IRI


class Mail(pydantic.BaseModel):  # type: ignore[misc, name-defined]
    kind: Literal["mail"]
    at: Annotated[str, matching("rfc3986", "URI")]


class Both(pydantic.BaseModel):  # type: ignore[misc, name-defined]
    entry: Annotated[Page | Mail, pydantic.Field(discriminator="kind")]


def errors(call: Any, *values: Any, **fields: Any) -> list[dict[str, Any]]:
    with pytest.raises(pydantic.ValidationError) as caught:
        call(*values, **fields)
    result: list[dict[str, Any]] = caught.value.errors(include_url=False)
    assert json.loads(caught.value.json(include_url=False))
    return result


@pytest.mark.parametrize(
    "text", ["HTTP://Example.COM:80/a/../b", "http://résumé.example.org", "a:%7e", "http://[::1]", "a:", "urn:🎉"]
)
def test_nothing_is_rewritten(text: str) -> None:
    assert Link(target=text).target == text
    assert Link.model_validate_json(json.dumps({"target": text})).target == text
    assert Link(target=text).model_dump()["target"] == text
    assert json.loads(Link(target=text).model_dump_json())["target"] == text
    assert type(Link(target=text).target) is str


def test_the_fault_is_the_message() -> None:
    (error,) = errors(Link, target="http://b c/")
    assert error["type"] == ERROR_TYPE
    assert error["loc"] == ("target",)
    assert error["msg"] == "not IRI (RFC 3987), offset 8: a space is not allowed in a host name"
    assert error["ctx"] == {
        "rule": "IRI",
        "document": "RFC 3987",
        "grammar": "rfc3987",
        "offset": 8,
        "byte_offset": 8,
        "found": "U+0020 SPACE",
        "reason": "a space is not allowed in a host name",
        "expected": [
            "more of the registered name",
            '":" for the port',
            '"/" that begins the path',
            '"?" for the query',
            '"#" for the fragment',
            "the end",
        ],
        "fixes": [],
    }


def test_a_string_that_ends_too_early_has_nothing_found() -> None:
    (error,) = errors(Link, target="http://[::1")
    assert (error["ctx"]["found"], error["ctx"]["offset"]) == (None, 11)


def test_optional_lists_and_mappings() -> None:
    good = Link(target="a:", base=None, more=["x", "é"], rest={"a": "//h"}, port="")
    assert (good.base, good.more, good.rest, good.port) == (None, ["x", "é"], {"a": "//h"}, "")
    result = errors(Link, target="a:", base="é:", more=["x", "a b"], rest={"k": "é"}, port="8a")
    assert [error["loc"] for error in result] == [("base",), ("more", 1), ("rest", "k"), ("port",)]


@pytest.mark.parametrize("strict", [True, False])
def test_values_other_than_str_are_left_to_pydantic(strict: bool) -> None:
    (error,) = errors(pydantic.TypeAdapter(IRI).validate_python, 7, strict=strict)
    assert error["type"] == "string_type"
    assert pydantic.TypeAdapter(IRI).validate_python("a:", strict=strict) == "a:"


def test_a_lone_surrogate_is_an_error() -> None:
    with pytest.raises(pydantic.ValidationError) as caught:
        Link(target="a:\ud800")
    assert caught.value.errors()[0]["loc"] == ("target",)


def test_a_model_is_chosen_by_its_discriminator() -> None:
    assert isinstance(Both(entry={"kind": "page", "at": "http://é/"}).entry, Page)
    assert errors(Both, entry={"kind": "mail", "at": "http://é/"})[0]["loc"] == ("entry", "mail", "at")


def test_the_json_schema() -> None:
    schema = Link.model_json_schema()["properties"]
    assert (schema["target"]["type"], schema["target"]["format"]) == ("string", "iri")
    assert schema["base"]["anyOf"][0] == {"type": "string", "format": "uri"}
    assert schema["more"]["items"] == {"type": "string", "format": "iri-reference"}
    assert schema["rest"]["additionalProperties"] == {"type": "string", "format": "uri-reference"}
    assert (schema["port"]["pattern"], schema["port"]["default"]) == (PORT, "80")
    both = Both.model_json_schema()
    assert both["$defs"]["Mail"]["properties"]["at"]["format"] == "uri"


def test_constraints_go_together() -> None:
    short = pydantic.TypeAdapter(Annotated[str, pydantic.Field(max_length=5), matching("rfc3987", "IRI")])
    assert short.validate_python("a:bcd") == "a:bcd"
    assert errors(short.validate_python, "a:bcde")[0]["type"] == "string_too_long"
    assert errors(short.validate_python, "a b")[0]["type"] == ERROR_TYPE
    assert short.json_schema() == {"type": "string", "format": "iri", "maxLength": 5}


def test_types_by_matching_work_in_models() -> None:
    port = pydantic.TypeAdapter(matching("rfc3986", "port"))
    assert port.validate_python("80") == "80"
    assert errors(port.validate_python, "8a")[0]["ctx"]["rule"] == "port"
    assert port.json_schema() == {"type": "string", "pattern": PORT}


def test_custom_grammar() -> None:
    version = irigrammar.Grammar.from_text('version = 1*DIGIT *( "." 1*DIGIT )')
    adapter = pydantic.TypeAdapter(Annotated[str, matching(version)])
    assert adapter.validate_python("3.11") == "3.11"
    assert errors(adapter.validate_python, "3.")[0]["ctx"]["rule"] == "version"


def test_unknown_names_are_errors_at_once() -> None:
    with pytest.raises(irigrammar.UnknownRule, match="did you mean IRI"):
        matching("rfc3987", "IRY")
    with pytest.raises(irigrammar.UnknownGrammar):
        matching("rfc3978")


def test_a_dataclass_of_pydantic() -> None:
    @pydantic.dataclasses.dataclass
    class Point:
        at: IRI

    point: Any = Point
    assert point(at="a:").at == "a:"
    assert errors(point, at=":")[0]["loc"] == ("at",)


def test_models_and_annotations_are_copied_and_pickled() -> None:
    assert pickle.loads(pickle.dumps(Link(target="a:"))) == Link(target="a:") == copy.deepcopy(Link(target="a:"))
    assert pickle.loads(pickle.dumps(matching("rfc3986", "port"))) == matching("rfc3986", "port")
    assert hash(matching("rfc3987")) == hash(matching("rfc3987", "IRI-reference"))


@pytest.mark.parametrize(("grammar", "rule"), [("rfc3986", "h16"), ("rfc3986", "userinfo"), ("rfc3987", "ihost")])
def test_a_pattern_is_that_of_the_export_which_is_proved(grammar: str, rule: str) -> None:
    schema = pydantic.TypeAdapter(Annotated[str, matching(grammar, rule)]).json_schema()
    assert schema["pattern"] == json.loads(irigrammar.exports.export(find(grammar, rule), to="json-schema"))["pattern"]


def test_languages_beyond_patterns_have_none_in_the_schema() -> None:
    wide = pydantic.TypeAdapter(Annotated[str, matching("web-address", "IRI")]).json_schema()
    assert wide == {"type": "string"}


RULES = [matching("rfc3986", "URI"), Consensual()]
Text = TypeVar("Text", bound=str)
Short = pydantic.constr(max_length=40)
New, NewOrNone = NewType("New", str), NewType("NewOrNone", str | None)


class Letter(enum.StrEnum):
    GOOD = "http://a.org/"
    BAD = "http://h:b@c@d"


@in_one_test("rule", RULES)
@in_one_test(
    ("inner", "nullable"),
    [
        (str, False),
        (str | None, True),
        (Annotated[str | None, pydantic.Field(max_length=40)], True),
        (Literal["http://a.org/", "http://h:b@c@d"], False),
        (Literal["http://a.org/", None], True),
        (Letter, False),
        (Letter | str | None, True),
        (New, False),
        (NewOrNone, True),
        (Short, False),
        (Text, False),
        (Annotated[str, pydantic.StringConstraints(to_lower=True)], False),
        (Annotated[str, pydantic.AfterValidator(len)], False),
    ],
)
def test_rules_of_strings_that_may_be_none(rule: Any, inner: Any, nullable: bool) -> None:
    adapter = pydantic.TypeAdapter(Annotated[inner, rule])
    for value in (None, "http://h:b@c@d", 5, b"a b:", ["a"], {"a": "a"}, "\ud800", object()):
        if value is None and nullable:
            assert adapter.validate_python(None) is None
            assert adapter.validate_json("null") is None
        else:
            with pytest.raises(pydantic.ValidationError):
                adapter.validate_python(value)
    if inner is not None and "len" not in str(inner):
        assert adapter.validate_python("http://a.org/") == "http://a.org/"


@in_one_test("rule", RULES)
@in_one_test(
    "inner",
    [
        *(int, Any, object, bytes, list[str], dict[str, str], str | int, str | bytes | None, Literal["a", 5]),
        *(pydantic.SecretStr, pydantic.HttpUrl, pydantic.Json, enum.Enum("Number", {"ONE": 1}), None),
        Annotated[str, pydantic.PlainValidator(str)],
    ],
)
def test_rules_of_what_is_not_a_string_are_errors_of_the_class(rule: Any, inner: Any) -> None:
    with pytest.raises(TypeError, match="a rule checks a str, or a str that may be None, not what pydantic reads as"):
        pydantic.create_model("Link", at=(Annotated[inner, rule], ...))


Anything = TypeVar("Anything")


@pytest.mark.parametrize("rule", RULES)
def test_rules_of_a_type_variable_are_of_its_strings(rule: Any) -> None:
    class Box(pydantic.BaseModel, Generic[Anything]):  # type: ignore[misc, name-defined]
        at: Annotated[Anything, rule]

    for model in (Box, Box[str], Box[str | None]):
        assert model(at="http://a.org/").at == "http://a.org/"
        for value in ("http://h:b@c@d", 5, b"a b:"):
            assert errors(model, at=value)
    assert Box[str | None](at=None).at is None
    with pytest.raises(TypeError, match="not what pydantic reads as int"):
        Box[int]


def test_the_json_schema_of_strings_that_may_be_none() -> None:
    def schema(hint: Any) -> Any:
        return pydantic.TypeAdapter(hint).json_schema()

    null, port, iri = {"type": "null"}, matching("rfc3986", "port"), matching("rfc3987", "IRI")
    assert schema(Annotated[str | None, iri]) == {"anyOf": [{"type": "string", "format": "iri"}, null]}
    assert schema(Annotated[str | None, Consensual()])["anyOf"][0]["format"] == "consensual-uri"
    both = schema(Annotated[str, pydantic.Field(pattern="8"), port])
    assert both == {"type": "string", "pattern": "8", "allOf": [{"pattern": PORT}]}
    assert schema(Annotated[IRI, Consensual()])["allOf"] == [{"format": "consensual-uri"}]


@pytest.mark.parametrize("text", ["80\n", "80\r", "80\u2028", "\n"])
def test_patterns_of_the_json_schema_refuse_what_comes_after_the_end(text: str) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    validator = jsonschema.Draft202012Validator(Link.model_json_schema())
    assert validator.is_valid({"target": "a:", "port": "80"})
    assert not validator.is_valid({"target": "a:", "port": text})


def test_a_parameter_of_fastapi_that_may_be_none() -> None:
    fastapi, client = pytest.importorskip("fastapi"), pytest.importorskip("fastapi.testclient")
    app = fastapi.FastAPI()

    class Body(pydantic.BaseModel):  # type: ignore[misc, name-defined]
        at: Annotated[str | None, matching("rfc3987", "IRI")] = None

    def show(at: Annotated[str | None, fastapi.Query(), matching("rfc3987", "IRI"), Consensual()] = None) -> str | None:
        return at

    def post(body: Body) -> Body:
        return body

    # its annotations are of this function, and strings here
    show.__annotations__["at"] = Annotated[str | None, fastapi.Query(), matching("rfc3987", "IRI"), Consensual()]
    post.__annotations__.update({"body": Body, "return": Body})
    app.get("/show")(show)
    app.post("/post")(post)
    caller = client.TestClient(app)
    answers = [caller.get("/show", params=params) for params in ({}, {"at": "http://h.org/"}, {"at": "a b"})]
    assert [(answer.status_code, answer.json()) for answer in answers[:2]] == [(200, None), (200, "http://h.org/")]
    assert answers[2].status_code == 422
    for value, status in ((None, 200), ("http://h.org/", 200), ("a b", 422), (5, 422), (["a:"], 422)):
        assert caller.post("/post", json={"at": value}).status_code == status


@in_one_test(
    "text",
    [
        *("http://0127.0.0.1/", "http://010.0.0.1/", "metadata.google.internal://good.com/", "http://fa\u00df.de/"),
        *("http://\u1e9e.de/", "http://127.0.0.1;.evil.com/", "url:http://127.0.0.1/", "localhost.:80/"),
        *("http://localhost/", "http://[fec0::1]/", "javascript:alert(1)", "/a", "http://e.example.org/{a}"),
    ],
)
def test_urls_that_a_server_must_not_fetch(text: str) -> None:
    adapter = pydantic.TypeAdapter(ConsensualURI)
    with pytest.raises(pydantic.ValidationError) as caught:
        adapter.validate_python(text)
    (error,) = caught.value.errors()
    assert error["type"] == NO_CONSENSUS
    assert error["msg"] == f"not to be fetched: {error['ctx']['reason']}"


def test_a_url_that_a_server_may_fetch() -> None:
    adapter = pydantic.TypeAdapter(ConsensualURI)
    assert adapter.validate_python("http://E.example.org/") == "http://E.example.org/"
    assert adapter.json_schema() == {"type": "string", "format": "consensual-uri"}
    wide = Consensual(schemes=("ftp",), ports=(2121,), public=False, userinfo=True, deny=("example.org",))
    adapter = pydantic.TypeAdapter(Annotated[str, wide])
    assert adapter.validate_python("ftp://u@localhost:2121/") == "ftp://u@localhost:2121/"
    with pytest.raises(pydantic.ValidationError, match="denied"):
        adapter.validate_python("ftp://a.example.org:2121/")
