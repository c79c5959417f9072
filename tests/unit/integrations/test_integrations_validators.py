"""Plain validators: for attrs, dataclasses, click and argparse."""

from __future__ import annotations

import argparse
import dataclasses
import pickle
import types
from collections.abc import Mapping
from typing import Annotated, Any

import click
import pytest
from click.testing import CliRunner
from lying import Lying

from irigrammar import NoMatch, UnknownRule
from irigrammar.integrations import argparse as for_argparse
from irigrammar.integrations import attrs as for_attrs
from irigrammar.integrations import click as for_click
from irigrammar.integrations.dataclasses import IRI, URI, check_fields, matching

Port = Annotated[str, matching("rfc3986", "port")]


def notes(error: BaseException) -> list[str]:
    return list(getattr(error, "__notes__", []))


def test_attrs() -> None:
    attrs: Any = pytest.importorskip("attrs")

    @attrs.define
    class Link:
        target: str = attrs.field(validator=for_attrs.matching("rfc3987", "IRI"))
        base: str | None = attrs.field(
            default=None, validator=attrs.validators.optional(for_attrs.matching("rfc3986", "URI"))
        )
        more: list[str] = attrs.field(
            factory=list, validator=attrs.validators.deep_iterable(for_attrs.matching("rfc3987"))
        )

    link: Any = Link
    good = link("HTTP://É/", None, ["x"])
    assert good.target == "HTTP://É/"
    with pytest.raises(NoMatch, match="not IRI") as caught:
        link("http://b c/")
    assert caught.value.fault.offset == 8
    assert notes(caught.value) == ["the value of 'target' in Link"]
    with pytest.raises(NoMatch, match="not URI"):
        link("a:", "é:")
    with pytest.raises(NoMatch, match="not IRI-reference"):
        link("a:", None, ["x", "a b"])
    with pytest.raises(TypeError, match="'target' must be a str, not bytes"):
        link(b"a:")
    with pytest.raises(NoMatch):  # define() validates what is set, too
        good.target = "a b"
    assert for_attrs.matching("rfc3987") == pickle.loads(pickle.dumps(for_attrs.matching("rfc3987", "IRI-reference")))


@dataclasses.dataclass
class Link:
    target: IRI
    port: Port | None = None
    more: list[IRI] = dataclasses.field(default_factory=list)
    pair: tuple[IRI, int] = ("a:", 1)
    many: tuple[Port, ...] = ()
    some: frozenset[Port] = frozenset()
    by: Mapping[str, IRI] = dataclasses.field(default_factory=dict)
    either: IRI | list[Port] | int = 0
    loose: IRI | str = ""
    plain: str = "anything at all"

    def __post_init__(self) -> None:
        check_fields(self)


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Frozen:
    target: URI

    def __post_init__(self) -> None:
        check_fields(self)


@dataclasses.dataclass
class Heir(Link):
    own: Annotated[str, matching("rfc3986", "scheme"), "other metadata"] = "http"


@pytest.mark.parametrize(
    "fields",
    [
        {"target": "http://É/"},
        {"target": "a:", "port": None},
        {"target": "a:", "port": ""},
        {"target": "a:", "more": ["b:", "c:"], "many": ("1", "2"), "some": frozenset({"3"}), "by": {"any thing": "d:"}},
        {"target": "a:", "either": 7},
        {"target": "a:", "either": "b:"},
        {"target": "a:", "either": ["8"]},
        {"target": "a:", "loose": "no IRI"},
    ],
)
def test_fields_of_dataclasses_that_match(fields: dict[str, Any]) -> None:
    instance = Link(**fields)
    assert all(getattr(instance, name) == value for name, value in fields.items())
    assert Heir(**fields).own == "http"


@pytest.mark.parametrize(
    ("fields", "name"),
    [
        ({"target": "a b"}, "Link.target"),
        ({"port": "8a"}, "Link.port"),
        ({"more": ["b:", "c"]}, "Link.more[1]"),
        ({"pair": ("c", 1)}, "Link.pair[0]"),
        ({"many": ("1", "x")}, "Link.many[1]"),
        ({"some": frozenset({"x"})}, "an item of Link.some"),
        ({"by": {"k": "c"}}, "Link.by['k']"),
        ({"either": "c"}, "Link.either"),
        ({"either": ["8", "x"]}, "Link.either[1]"),
    ],
)
def test_fields_of_dataclasses_that_do_not(fields: dict[str, Any], name: str) -> None:
    with pytest.raises(NoMatch) as caught:
        Link(**{"target": "a:", **fields})
    assert notes(caught.value) == [f"the value of {name}"]
    with pytest.raises(NoMatch):
        Heir(**{"target": "a:", **fields})


def test_dataclasses_frozen_slotted_replaced_and_inherited() -> None:
    instance = Frozen(target="a:")
    assert dataclasses.replace(instance, target="b:").target == "b:"
    with pytest.raises(NoMatch):
        dataclasses.replace(instance, target="é:")
    with pytest.raises(NoMatch) as caught:
        Heir("a:", own="1")
    assert notes(caught.value) == ["the value of Heir.own"]


@pytest.mark.parametrize(
    "fields", [{"target": 7}, {"target": None}, {"target": b"a:"}, {"more": "a:"}, {"by": ["a:"]}, {"either": b""}]
)
def test_fields_of_another_type(fields: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match=r"Link\.\w+ must be a "):
        Link(**{"target": "a:", **fields})


def test_what_is_not_a_dataclass() -> None:
    with pytest.raises(TypeError, match="str is neither a dataclass nor a struct of msgspec"):
        check_fields("a:")


@click.command()
@click.argument("target", type=for_click.matching("rfc3987", "IRI"))
@click.option("--port", type=for_click.matching("rfc3986", "port"), default="80")
def visit(target: str, port: str) -> None:
    click.echo(f"{target} {port}")


def test_click() -> None:
    run = CliRunner().invoke
    assert run(visit, ["HTTP://É/"]).output == "HTTP://É/ 80\n"
    done = run(visit, ["http://b c/"])
    assert done.exit_code == 2
    said = " ".join(done.output.split())
    assert "Invalid value for 'TARGET': \"http://b c/\": not IRI (RFC 3987), offset 8: a space is not" in said
    assert "try a:b%20c" in run(visit, ["a:b c"]).output
    assert "\\u{1B}" in run(visit, ["a:\x1b[2J"]).output  # what would change the terminal is escaped
    assert "not port" in run(visit, ["a:", "--port", "8a"]).output
    assert "--port PORT" in run(visit, ["--help"]).output
    assert repr(for_click.matching("rfc3987")) == "matching('rfc3987', 'IRI-reference')"


def test_argparse(capsys: pytest.CaptureFixture[str]) -> None:
    parser = argparse.ArgumentParser(prog="visit")
    parser.add_argument("target", type=for_argparse.matching("rfc3987", "IRI"))
    assert parser.parse_args(["HTTP://É/"]).target == "HTTP://É/"
    with pytest.raises(SystemExit) as caught:
        parser.parse_args(["http://b c/%s"])
    assert caught.value.code == 2
    said = capsys.readouterr().err
    assert 'argument target: "http://b c/%s": not IRI (RFC 3987), offset 8: a space is not allowed' in said
    assert for_argparse.matching("rfc3987") == for_argparse.matching("rfc3987", "IRI-reference")


def checked(module: Any) -> Any:
    """Return what an integration checks a value by."""
    rule = module.matching("rfc3987", "IRI")
    if module is for_attrs:
        return lambda value: rule(None, types.SimpleNamespace(name="target"), value)
    return rule if module is for_argparse else lambda value: rule.convert(value, None, None)


@pytest.mark.parametrize("module", [for_argparse, for_attrs, for_click])
def test_values_that_are_not_plain_strings(module: Any) -> None:
    check = checked(module)
    values: list[Any] = [None, b"a:", bytearray(b"a:"), 5, True, ["a:"], {}, "a:\ud800", Lying("a b")]
    for value in values:
        with pytest.raises((NoMatch, TypeError, click.BadParameter, argparse.ArgumentTypeError)) as caught:
            check(value)
        expected = "str" if not isinstance(value, str) else "not IRI"
        assert expected in str(getattr(caught.value, "message", caught.value))
    check(Lying("a:"))


@pytest.mark.parametrize("module", [for_argparse, for_attrs, for_click])
def test_an_unknown_rule_is_an_error_at_once(module: Any) -> None:
    with pytest.raises(UnknownRule):
        module.matching("rfc3987", "nothing")
