"""Annotations that hold a rule: each is checked, or a `TypeError` that names it."""

from __future__ import annotations

import builtins
import collections
import collections.abc
import dataclasses
import types
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Generic, Literal, NamedTuple, NewType, TypedDict, TypeVar

import pytest
from lying import Lying

from irigrammar import NoMatch
from irigrammar.hosts import FetchRefused
from irigrammar.integrations.dataclasses import IRI, check_fields, matching
from irigrammar.integrations.pydantic import ConsensualURI

GOOD, BAD = "http://h/", "a b"
Port = Annotated[str, matching("rfc3986", "port")]


def record(hint: Any, **namespace: Any) -> Any:
    """Return a dataclass with one field, which it checks."""

    def post(self: object, *_: object) -> None:
        check_fields(self)

    return dataclasses.make_dataclass("L", [("u", hint)], namespace={"__post_init__": post, **namespace})


def refused(hint: Any, value: Any) -> str:
    """Return the message and notes of the error for a value."""
    with pytest.raises((NoMatch, TypeError)) as caught:
        record(hint)(value)
    return " ".join([str(caught.value), *getattr(caught.value, "__notes__", ())])


# Every public name that can be subscripted.

SHAPES: list[Callable[[str], Any]] = [
    lambda text: text,
    lambda text: [text],
    lambda text: (text,),
    lambda text: (text, text),
    lambda text: (text, text, text),
    lambda text: {text},
    lambda text: frozenset({text}),
    lambda text: collections.deque([text]),
    lambda text: collections.UserList([text]),
    lambda text: {text: text},
    lambda text: collections.OrderedDict({text: text}),
    lambda text: collections.defaultdict(str, {text: text}),
    lambda text: collections.ChainMap({text: text}),
    lambda text: collections.UserDict({text: text}),
    lambda text: collections.Counter([text]),
    lambda text: types.MappingProxyType({text: text}),
    lambda text: {text: text}.keys(),
    lambda text: {text: text}.values(),
    lambda text: {text: text}.items(),
    lambda text: iter([text]),
    lambda text: lambda _: text,
]


def subscripted() -> list[Any]:
    hints: list[Any] = []
    modules: list[Any] = [typing, collections.abc, collections, builtins, types]
    for module in modules:
        for name in dir(module):
            if name.startswith("_") or name in {"Literal", "ForwardRef", "ClassVar"}:  # not types, or not of a field
                continue
            for arguments in (IRI, (IRI, IRI), (IRI, IRI, IRI), (IRI, ...), ([IRI], IRI)):
                try:
                    hint = getattr(module, name)[arguments]
                except (TypeError, AttributeError):
                    continue
                hints.append(pytest.param(hint, id=f"{module.__name__}.{name} {str(arguments).count('Annotated')}"))
    return hints


@pytest.mark.parametrize("hint", subscripted())
def test_generic_names_are_checked_or_refused(hint: Any) -> None:
    accepted = False
    for shape in SHAPES:
        with pytest.raises((NoMatch, TypeError)):
            record(hint)(shape(BAD))
        try:
            record(hint)(shape(GOOD))
            accepted = True
        except TypeError as error:
            reason = str(error)
    assert accepted or "is not supported" in reason


def test_that_generic_names_are_found() -> None:
    assert len(subscripted()) > 100


# Named, marked and nested annotations.

T = TypeVar("T")
Bounded = TypeVar("Bounded", bound=IRI)
Named = TypeVar("Named", bound="IRI")
Constrained = TypeVar("Constrained", IRI, int)
New = NewType("New", IRI)


class Keys(TypedDict, total=False):
    u: IRI
    other: int


class Count(TypedDict):
    n: int


class Tree(TypedDict):
    u: IRI
    above: Tree | None


class Row(NamedTuple):
    u: IRI
    above: Row | None = None


class Links(list[IRI]):
    pass


class MoreLinks(Links):
    pass


class Box(Generic[T]):
    pass


@dataclasses.dataclass
class Inner:  # does not check itself
    u: IRI
    next: Inner | None = None


@pytest.mark.parametrize(
    ("hint", "good", "bad"),
    [
        (New, GOOD, BAD),
        (Bounded, GOOD, BAD),
        (Named, GOOD, BAD),
        (Constrained, 5, BAD),
        (Keys, {"u": GOOD, "other": BAD}, {"u": BAD}),
        (Row, Row(GOOD, Row(GOOD)), Row(GOOD, Row(BAD))),
        (Links, Links([GOOD]), Links([BAD])),
        (MoreLinks, MoreLinks([GOOD]), MoreLinks([BAD])),
        (Inner, Inner(GOOD, Inner(GOOD)), Inner(GOOD, Inner(BAD))),
        (list[Inner], [Inner(GOOD)], [Inner(BAD)]),
        (Sequence[IRI] | None, None, [BAD]),
        (Annotated[list[IRI], "metadata"], [GOOD], [BAD]),
        (Annotated[str | None, matching("rfc3986", "port")], None, "8a"),
        (Annotated[Literal["8", "x"], matching("rfc3986", "port")], "8", "x"),
        (Annotated[Literal["8", "x"], matching("rfc3986", "port")], "8", "9"),
        (tuple[()] | tuple[IRI, int], (), (BAD, 1)),
        (tuple[IRI, IRI], (GOOD, GOOD), (GOOD, GOOD, GOOD)),
        (tuple[IRI, IRI], (GOOD, GOOD), (GOOD,)),
        (tuple[*tuple[IRI, ...]], (GOOD, GOOD), (GOOD, BAD)),
        (tuple[int, *tuple[IRI, ...], int], (1, GOOD, 2), (1, BAD, 2)),
        (tuple[int, *tuple[IRI, ...], int], (1, 2), (1,)),
        (typing.Tuple[typing.Unpack[typing.Tuple[IRI, int]]], (GOOD, 1), (BAD, 1)),  # noqa: UP006, UP044  # the old names
        (Mapping[str, Sequence[IRI]], {"": (GOOD,)}, {"": (BAD,)}),
        (collections.Counter[IRI], collections.Counter([GOOD]), collections.Counter([BAD])),
        (Iterable[IRI], {GOOD: 1}, iter([GOOD])),
        (Sequence[Port], ["80"], "80"),  # a string is not meant
        (IRI | None, None, b"a b"),
        (IRI | None, GOOD, 5),
        (IRI | None, GOOD, ["x"]),
        (list[IRI] | None, [GOOD], (GOOD,)),
        (IRI | int, 5, BAD),
        (IRI | int, GOOD, 5.0),
        (IRI | float, 5, BAD),
        (IRI | Any, 5, BAD),
        (IRI | object, [BAD], BAD),
        (IRI | Sequence[str], ["x"], BAD),
        (IRI | collections.abc.Hashable, 5, BAD),
        (IRI | Literal["x y"], "x y", BAD),
        (IRI | Callable[[], str], print, BAD),
        (list[IRI] | list[str], ["x y"], ("x y",)),
        (list[IRI] | list[int], [5], [BAD]),
        (dict[str, IRI] | dict[str, int], {"": 5}, {"": BAD}),
        (Keys | Count, {"n": 5}, {"u": BAD}),
        (IRI | Iterable[int], iter([5]), BAD),
        (IRI | bytes, b"a b", BAD),
    ],
)
def test_annotations(hint: Any, good: Any, bad: Any) -> None:
    assert record(hint)(good).u == good
    assert "L.u" in refused(hint, bad)


@pytest.mark.parametrize(
    ("hint", "name"),
    [
        (Iterator[IRI], "Iterator[...]"),
        (Callable[[IRI], int], "Callable[...]"),
        (type[IRI], "type[...]"),
        (Box[IRI], "Box[...]"),
        (list[Box[IRI]] | None, "Box[...]"),
        (dataclasses.InitVar[IRI], "InitVar[...]"),
        (Tree, "Tree"),
        (Annotated[int, matching("rfc3986", "port")], "int"),
        (Annotated[list[str], matching("rfc3986", "port")], "list[...]"),
        (IRI | Box[int], None),  # the class says what a value is
    ],
)
def test_annotations_that_are_refused(hint: Any, name: str | None) -> None:
    if name is None:
        assert record(hint)(Box()).u
        assert "L.u" in refused(hint, BAD)
        return
    assert refused(hint, GOOD).startswith(f"L.u: {name} is not supported, since")


def test_aliases() -> None:
    extensions: Any = pytest.importorskip("typing_extensions", reason="it has the aliases of Python 3.12")
    alias = extensions.TypeAliasType
    second = TypeVar("second")
    for hint, good, bad in [
        (alias("A", IRI), GOOD, BAD),
        (alias("A", "IRI"), GOOD, BAD),
        (alias("A", list[T], type_params=(T,))[IRI], [GOOD], [BAD]),  # type: ignore[valid-type]
        (alias("A", T, type_params=(T,))[IRI], GOOD, BAD),
        (alias("A", dict[second, T], type_params=(T, second))[IRI, int], {1: GOOD}, {1: BAD}),  # type: ignore[valid-type]
        (extensions.ReadOnly[IRI], GOOD, BAD),
        (tuple[extensions.Unpack[tuple[IRI, ...]]], (GOOD,), (BAD,)),
        (extensions.TypedDict("D", {"u": IRI}), {"u": GOOD}, {"u": BAD}),
        (extensions.TypedDict("D", {"u": int}, extra_items=IRI), {"u": BAD, "v": GOOD}, {"v": BAD}),
    ]:
        assert record(hint)(good).u == good
        assert "L.u" in refused(hint, bad)
    assert "contains itself" in refused(Recursive, GOOD)
    assert record(Numbers[int])(BAD).u == BAD


Recursive: Any = None
Numbers: Any = None
try:
    import typing_extensions
except ImportError:
    pass
else:
    alias: Any = typing_extensions.TypeAliasType
    Recursive = alias("Recursive", "IRI | list[Recursive]")
    Numbers = alias("Numbers", "int | list[Numbers[T]]", type_params=(T,))


def test_attributes_of_classes_and_of_subclasses_that_are_not_dataclasses() -> None:
    @dataclasses.dataclass
    class Link:
        u: IRI = GOOD
        shared: ClassVar[IRI] = GOOD
        unset: ClassVar[IRI]

        def __post_init__(self) -> None:
            check_fields(self)

    class Heir(Link):
        more: IRI = BAD

    Link()
    with pytest.raises(NoMatch):
        Heir()
    Link.shared = BAD
    with pytest.raises(NoMatch):
        Link()


def test_generic_bases_that_hold_a_rule_are_refused() -> None:
    @dataclasses.dataclass
    class Page(Box[IRI]):
        def __post_init__(self) -> None:
            check_fields(self)

    with pytest.raises(TypeError, match=r"Page: Box\[\.\.\.\] is not supported"):
        Page()


@dataclasses.dataclass
class Node:
    u: IRI
    next: Node | None = None

    def __post_init__(self) -> None:
        check_fields(self)


def test_long_chains_of_records_need_no_recursion() -> None:
    node, inner = Node(GOOD), Inner(GOOD)
    for _ in range(2_000):
        node, inner = Node(GOOD, node), Inner(GOOD, inner)
    inner.next = inner  # a cycle
    assert record(Inner)(inner).u is inner
    with pytest.raises(NoMatch):
        Node(BAD, node)


@pytest.mark.parametrize("hint", [IRI, IRI | None, IRI | Literal["x"], ConsensualURI, list[IRI]])
def test_subclasses_of_str_are_checked_by_their_characters(hint: Any) -> None:
    value: Any = Lying("http://a b/")
    with pytest.raises((NoMatch, FetchRefused)):
        record(hint)([value] if hint == list[IRI] else value)


def test_consensual_is_checked_too() -> None:
    assert record(ConsensualURI)("http://h.example/").u == "http://h.example/"
    with pytest.raises(FetchRefused):
        record(ConsensualURI)("http:/evil.example")


def test_passwords_are_masked_in_the_names_of_values() -> None:
    assert "secret" not in refused(dict[str, IRI], {"http://u:secret@h/": 5})


def test_annotations_without_rules_are_left_alone() -> None:
    for hint in (Iterator[int], Box[int], Callable[[int], str], "int", T, tuple[int, ...], dict[str, Any]):
        assert record(hint)(BAD).u == BAD
