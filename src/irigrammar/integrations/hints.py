"""Checks of values by annotations that hold rules.

An annotation that holds a rule is checked as a whole, or refused by a `TypeError` where it is read.
"""

from __future__ import annotations

import dataclasses
import sys
import types
import typing
from collections import ChainMap, Counter, OrderedDict, UserDict, UserList, abc, defaultdict, deque
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import (
    Annotated,
    Any,
    ForwardRef,
    Generic,
    Literal,
    NamedTuple,
    NewType,
    NoReturn,
    Protocol,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from irigrammar.integrations.wanted import TextRule
from irigrammar.masking import masked

__all__ = ["Check", "check_of", "check_record", "is_record", "is_typed_dict"]

_UNIONS = (Union, types.UnionType)
_ITEMS = (
    *(list, set, frozenset, deque, UserList, abc.Sequence, abc.MutableSequence, abc.Set, abc.MutableSet),
    *(abc.Collection, abc.Iterable, abc.Reversible, abc.KeysView, abc.ValuesView, abc.ItemsView),
)
_MAPPINGS = (
    *(dict, abc.Mapping, abc.MutableMapping, OrderedDict, defaultdict, ChainMap, UserDict, Counter),
    types.MappingProxyType,
)
_TEXTS = (str, bytes, bytearray)  # iterables that no annotation of a container means
_MARKS = {"ClassVar", "Final", "ReadOnly", "Required", "NotRequired"}
_NUMBERS: Mapping[Any, tuple[type, ...]] = {float: (float, int), complex: (complex, float, int)}  # PEP 484
_ABSENT = object()

Pending = list[tuple[object, str]]


class Check(NamedTuple):
    """The check of an annotation: `run` raises for a value, which has a name; it is for values of `kinds`.

    `run` does not descend into objects with fields: it puts them into a list, with their names.
    """

    kinds: tuple[type, ...]
    run: Callable[[Any, str, Pending], None]


class _Kind(NamedTuple):
    """Values of a type; with `values`, only those."""

    type: type
    values: tuple[Any, ...] | None = None

    def admits(self, value: Any) -> bool:
        if not isinstance(value, self.type):
            return False
        return self.values is None or (str.__str__(value) if isinstance(value, str) else value) in self.values


def check_of(hint: Any, where: str) -> Check | None:
    """Return the check of an annotation, None where it holds no rule.

    Raises `TypeError` for an annotation that holds a rule and cannot be checked, and names it and `where` it is.

    >>> from irigrammar.integrations.annotation import IRI
    >>> check_of(list[int], "Link.targets")
    >>> check_of(list[IRI], "Link.targets").run(["a:"], "targets", [])
    >>> check_of(Iterator[IRI], "Link.targets")
    Traceback (most recent call last):
    TypeError: Link.targets: Iterator[...] is not supported, since its values cannot be checked
    """
    return _Compiler(where).check(hint) if _holds(hint) else None


def check_record(instance: object) -> None:
    """Check the fields of a dataclass, struct of msgspec, or named tuple, and of those that they hold.

    One that is held is left out if its `__post_init__` calls `check_fields`.
    """
    pending: Pending = []
    _check_fields(instance, type(instance).__name__, pending)
    seen = {id(instance)}
    while pending:
        value, name = pending.pop()
        if id(value) not in seen and not _checks_itself(type(value)):
            seen.add(id(value))
            _check_fields(value, name, pending)


def _check_fields(instance: object, name: str, pending: Pending) -> None:
    kind: type = type(instance)
    own, fields = _checks(kind)
    for check in own:
        check.run(instance, name, pending)
    for field, check, always in fields:
        value = getattr(instance, field) if always else getattr(instance, field, _ABSENT)
        if value is not _ABSENT:
            check.run(value, f"{name}.{field}", pending)


def is_record(kind: type) -> bool:
    """Return whether a class has fields that `check_fields` knows: a dataclass or a struct of msgspec.

    >>> is_record(Check), is_record(type("Link", (), {}))
    (False, False)
    """
    return dataclasses.is_dataclass(kind) or hasattr(kind, "__struct_fields__")


def _checks_itself(kind: type) -> bool:
    for name in ("__post_init__", "__attrs_post_init__"):
        code = getattr(getattr(kind, name, None), "__code__", None)
        if code is not None and "check_fields" in (*code.co_names, *code.co_freevars):
            return True
    return False


@lru_cache(maxsize=1024)
def _checks(kind: type) -> tuple[tuple[Check, ...], tuple[tuple[str, Check, bool], ...]]:
    """Return the checks of an instance itself, and of its attributes: by name, and whether each instance has it."""
    own = [check_of(base, kind.__name__) for base in _bases(kind)]
    names = _field_names(kind)
    fields = []
    for name, hint in (get_type_hints(kind, include_extras=True) if is_record(kind) else _fields(kind)).items():
        check = check_of(hint, f"{kind.__name__}.{name}")
        if check:
            fields.append((name, check, name in names))
    return tuple(check for check in own if check), tuple(fields)


def _field_names(kind: type) -> tuple[str, ...]:
    """Return the names of the fields of a dataclass, struct, named tuple or class of attrs; () for other classes."""
    if dataclasses.is_dataclass(kind):
        return tuple(field.name for field in dataclasses.fields(kind))
    if issubclass(kind, tuple):
        return tuple(getattr(kind, "_fields", ()))
    names = getattr(kind, "__struct_fields__", None) or [field.name for field in getattr(kind, "__attrs_attrs__", ())]
    return tuple(names)


def _fields(kind: type) -> Mapping[str, Any]:
    """Return the annotations of a class with fields, or keys; none where its names are unknown outside of it."""
    if not (is_record(kind) or is_typed_dict(kind) or _field_names(kind)):
        return {}
    try:
        return get_type_hints(kind, include_extras=True)
    except NameError:
        return {}


def _bases(kind: type) -> Iterator[Any]:
    """Yield the bases of a class, and of its bases, that have arguments."""
    for parent in kind.__mro__:
        for base in parent.__dict__.get("__orig_bases__", ()):
            if get_origin(base) not in (None, Generic, Protocol):
                yield base


def is_typed_dict(kind: Any) -> bool:
    """Return whether a type is a class of `TypedDict`, of typing or of typing_extensions.

    >>> is_typed_dict(dict)
    False
    """
    return isinstance(kind, type) and dict in kind.__mro__ and hasattr(kind, "__required_keys__")


def _holds(hint: Any, seen: list[Any] | None = None) -> bool:
    """Return whether a rule is anywhere in an annotation, or in those of the classes that it names."""
    seen = [] if seen is None else seen
    if _may_recur(hint):
        if hint in seen:
            return False
        seen.append(hint)
    hint = _resolved(hint)
    if isinstance(hint, str | ForwardRef) or _rules(hint):
        return True
    origin = get_origin(hint)
    if origin is Literal:
        return False
    parts: list[Any] = list(hint) if isinstance(hint, list) else [*get_args(hint)[: 1 if origin is Annotated else None]]
    if isinstance(hint, TypeVar):
        parts.append(getattr(hint, "__default__", None))
    elif isinstance(hint, dataclasses.InitVar):
        parts.append(hint.type)
    elif origin is None and isinstance(hint, type):
        parts += [*_fields(hint).values(), *_bases(hint)]
        if is_typed_dict(hint):
            parts.append(getattr(hint, "__extra_items__", None))
    return any(_holds(part, seen) for part in parts)


def _may_recur(hint: Any) -> bool:
    """Return whether an annotation has a name, by which it may be inside of itself."""
    return isinstance(hint, type | TypeVar) or _is_alias(hint) or _is_alias(get_origin(hint))


def _rules(hint: Any) -> list[TextRule]:
    if get_origin(hint) is not Annotated:
        return []
    return [part for part in get_args(hint)[1:] if isinstance(part, TextRule)]


def _resolved(hint: Any) -> Any:
    """Return the annotation that another names or marks: of a new type, alias, type variable or `Final`."""
    while True:
        origin = get_origin(hint)
        if isinstance(hint, NewType):
            meant = _evaluated(hint.__supertype__, hint)
        elif _is_alias(hint):
            meant = _evaluated(hint.__value__, hint)
        elif _is_alias(origin):
            meant = _substituted(_evaluated(origin.__value__, origin), origin, get_args(hint))
        elif isinstance(hint, TypeVar) and hint.__constraints__:
            meant = Union[tuple(_evaluated(part, hint) for part in hint.__constraints__)]  # noqa: UP007  # of a tuple
        elif isinstance(hint, TypeVar) and hint.__bound__ is not None:
            meant = _evaluated(hint.__bound__, hint)
        elif getattr(origin, "_name", None) in _MARKS or (origin is Annotated and not _rules(hint)):
            meant = get_args(hint)[0]
        else:
            return hint
        if meant is None:
            return hint
        hint = meant


def _is_alias(hint: Any) -> bool:
    return type(hint).__name__ == "TypeAliasType"  # of typing from Python 3.12 on, and of typing_extensions


def _evaluated(hint: Any, definition: Any) -> Any:
    """Return an annotation with the names in it resolved in the module of what it defines."""
    module = vars(sys.modules[definition.__module__]) if definition.__module__ in sys.modules else {}
    holder = types.SimpleNamespace(__annotations__={"hint": hint})
    return get_type_hints(holder, module, include_extras=True)["hint"]


def _substituted(hint: Any, alias: Any, arguments: tuple[Any, ...]) -> Any:
    """Return the annotation of a generic alias with its arguments, None where they are not one for each parameter."""
    if len(alias.__type_params__) != len(arguments):
        return None
    chosen = dict(zip(alias.__type_params__, arguments, strict=True))
    if hint in alias.__type_params__:
        return chosen[hint]
    parameters = getattr(hint, "__parameters__", ())
    return hint[tuple(chosen[parameter] for parameter in parameters)] if parameters else hint


class _Compiler:
    """Makes the check of an annotation, which is at a named place and inside of others.

    With `typed` it checks annotations without rules, too: by the types of values, as far as these tell.
    """

    def __init__(self, where: str, outer: tuple[Any, ...] = (), *, typed: bool = False) -> None:
        self.where = where
        self.outer = outer
        self.typed = typed

    def check(self, hint: Any) -> Check | None:
        """Return the check of an annotation, None where it holds no rule."""
        if not (self.typed or _holds(hint)):
            return None
        named = [hint] if _may_recur(hint) else []
        if named and hint in self.outer:
            if self.typed:
                return self._leaf(hint)
            raise self._unsupported(hint, "since it contains itself")
        return _Compiler(self.where, (*self.outer, *named), typed=self.typed)._check(_resolved(hint))

    def _check(self, hint: Any) -> Check:
        origin, arguments = get_origin(hint), get_args(hint)
        if _rules(hint):
            return self._text(arguments[0], _rules(hint))
        if origin in _UNIONS:
            return self._one_of(arguments)
        if origin is tuple and hint is not typing.Tuple:  # noqa: UP006  # the bare one
            return self._tuple(hint)
        if origin in _MAPPINGS and len(arguments) == 1 + (origin is not Counter):
            return self._mapping(origin, arguments)
        if origin in _ITEMS and len(arguments) == 1 + (origin is abc.ItemsView):
            pair: Any = types.GenericAlias(tuple, arguments)
            return self._items(origin, self.check(pair if origin is abc.ItemsView else arguments[0]))
        if is_typed_dict(hint):
            return self._typed_dict(hint)
        if self.typed:
            return self._leaf(hint)
        if origin is None and isinstance(hint, type):
            return _record(hint)
        raise self._unsupported(hint, "since its values cannot be checked")

    def _unsupported(self, hint: Any, reason: str) -> TypeError:
        return TypeError(f"{self.where}: {_label(hint)} is not supported, {reason}")

    def _text(self, base: Any, rules: list[TextRule]) -> Check:
        kinds = self._kinds(base)
        if not kinds or not all(issubclass(kind.type, str | types.NoneType) for kind in kinds):
            raise self._unsupported(base, "since the rule is for a str")
        inner = self.check(base)
        types_of_all = tuple({kind.type: None for kind in kinds})
        some_only = any(kind.values is not None for kind in kinds)

        def run(value: Any, name: str, pending: Pending) -> None:
            if not isinstance(value, types_of_all) or (some_only and not any(kind.admits(value) for kind in kinds)):
                raise _another_type(name, value, *(kind.type for kind in kinds))
            if inner:
                inner.run(value, name, pending)
            if value is None:
                return
            for rule in rules:
                if error := rule.refusal(str.__str__(value)):
                    error.add_note(f"the value of {name}")
                    raise error

        return Check(types_of_all, run)

    def _leaf(self, hint: Any) -> Check:
        kinds = self._kinds(hint)

        def run(value: Any, name: str, pending: Pending) -> None:  # noqa: ARG001  # as of the others
            if not any(kind.admits(value) for kind in kinds):
                raise _another_type(name, value, *(kind.type for kind in kinds))

        return Check(tuple(kind.type for kind in kinds), run)

    def _one_of(self, hints: tuple[Any, ...]) -> Check:
        """Return the check of a union: a value that a member with a rule is for must pass one of those, or be of
        another member; but not of one that is more general, such as `Any` or `Sequence[str]` for a str.
        """
        typed = _Compiler(self.where, self.outer, typed=True)
        checks = [check for hint in hints if _holds(hint) and (check := self.check(hint))]
        others = [check for hint in hints if not _holds(hint) and (check := typed.check(hint))]

        def run(value: Any, name: str, pending: Pending) -> None:
            error: Exception | None = None
            exact = [kind for check in checks for kind in check.kinds if isinstance(value, kind)]
            for check in (*others, *checks):
                fitting = [kind for kind in check.kinds if isinstance(value, kind)]
                if any(not any(issubclass(known, kind) and known is not kind for known in exact) for kind in fitting):
                    try:
                        return check.run(value, name, pending)
                    except (ValueError, TypeError) as refused:
                        error = refused
            raise error or _another_type(name, value, *kinds)

        kinds = tuple(kind for check in (*checks, *others) for kind in check.kinds)
        return Check(kinds, run)

    def _kinds(self, hint: Any) -> list[_Kind]:
        """Return the types of the values of an annotation."""
        hint = _resolved(hint)
        origin, arguments = get_origin(hint), get_args(hint)
        if origin is Annotated:
            return self._kinds(arguments[0])
        if origin in _UNIONS:
            return [kind for argument in arguments for kind in self._kinds(argument)]
        if origin is Literal:
            return [_Kind(type(value), (value,)) for value in arguments]
        if hint is None:
            return [_Kind(types.NoneType)]
        if hint is Any or isinstance(hint, TypeVar):
            return [_Kind(object)]
        if hint is typing.LiteralString:
            return [_Kind(str)]
        if hint in (typing.Never, NoReturn):
            return []
        kind = dict if is_typed_dict(hint) else origin or hint
        try:
            isinstance(None, kind)
        except TypeError:
            raise self._unsupported(hint, "since its values are like others") from None
        return [_Kind(number) for number in _NUMBERS.get(kind, (kind,))]

    def _tuple(self, hint: Any) -> Check:
        places = list(self._places(hint))
        repeated = [index for index, (_, many) in enumerate(places) if many]
        if len(repeated) > 1:
            raise self._unsupported(hint, "since two of its parts have any length")
        checks = [self.check(item) for item, _ in places]
        fixed = len(places) - len(repeated)

        def run(value: Any, name: str, pending: Pending) -> None:
            _demand(value, tuple, name)
            more = len(value) - fixed
            if more < 0 or (more and not repeated):
                raise TypeError(f"{name} must have {'at least ' * bool(repeated)}{fixed} items, not {len(value)}")
            expanded = checks
            for index in repeated:
                expanded = [*checks[:index], *checks[index : index + 1] * more, *checks[index + 1 :]]
            for index, (check, item) in enumerate(zip(expanded, value, strict=True)):
                _run(check, item, f"{name}[{index}]", pending)

        return Check((tuple,), run)

    def _places(self, hint: Any) -> Iterator[tuple[Any, bool]]:
        """Yield the items of a tuple, and whether each comes any number of times."""
        arguments = get_args(hint)
        if arguments[1:] == (...,):
            yield arguments[0], True
            return
        for argument in arguments:
            unpack = getattr(get_origin(argument), "_name", None) == "Unpack"
            inner = get_args(argument)[0] if unpack else argument
            if not unpack and not getattr(argument, "__unpacked__", False):
                yield argument, False
            elif get_origin(inner) is tuple:
                yield from self._places(inner)
            else:
                raise self._unsupported(inner, "since its length is unknown")

    def _mapping(self, kind: type, hints: tuple[Any, ...]) -> Check:
        keys, values = self.check(hints[0]), self.check(hints[1]) if len(hints) > 1 else None

        def run(value: Any, name: str, pending: Pending) -> None:
            _demand(value, kind, name)
            for key, item in value.items():
                _run(keys, key, f"a key of {name}", pending)
                _run(values, item, f"{name}[{masked(repr(key)).text}]", pending)

        return Check((kind,), run)

    def _items(self, kind: type, check: Check | None) -> Check:
        indexed = issubclass(kind, abc.Sequence)

        def run(value: Any, name: str, pending: Pending) -> None:
            if self.typed and isinstance(value, abc.Iterator):
                return
            if isinstance(value, (*_TEXTS, abc.Iterator)):
                raise _another_type(name, value, kind)
            _demand(value, kind, name)
            for index, item in enumerate(value):
                _run(check, item, f"{name}[{index}]" if indexed else f"an item of {name}", pending)

        return Check((kind,), run)

    def _typed_dict(self, hint: Any) -> Check:
        checks = {key: self.check(item) for key, item in _fields(hint).items()}
        rest = self.check(getattr(hint, "__extra_items__", None))

        def run(value: Any, name: str, pending: Pending) -> None:
            _demand(value, dict, name)
            if self.typed and not hint.__required_keys__ <= value.keys() <= checks.keys():
                raise TypeError(f"{name} must have the keys of {hint.__name__}")
            for key, item in value.items():
                _run(checks.get(key, rest), item, f"{name}[{masked(repr(key)).text}]", pending)

        return Check((dict,), run)


def _record(kind: type) -> Check:
    def run(value: Any, name: str, pending: Pending) -> None:
        _demand(value, kind, name)
        pending.append((value, name))

    return Check((kind,), run)


def _run(check: Check | None, value: Any, name: str, pending: Pending) -> None:
    if check:
        check.run(value, name, pending)


def _demand(value: Any, kind: type, name: str) -> None:
    if not isinstance(value, kind):
        raise _another_type(name, value, kind)


def _another_type(name: str, value: Any, *kinds: type) -> TypeError:
    expected = dict.fromkeys("None" if kind is types.NoneType else kind.__name__ for kind in kinds)
    return TypeError(f"{name} must be a {' or '.join(expected)}, not {type(value).__name__}")


def _label(hint: Any) -> str:
    """Return an annotation in short."""
    if isinstance(hint, str | ForwardRef):
        return f"the name {hint if isinstance(hint, str) else hint.__forward_arg__!r} in quotation marks"
    origin = get_origin(hint)
    name = getattr(origin or hint, "__name__", None) or getattr(origin or hint, "_name", None) or type(hint).__name__
    return f"{name}[...]" if origin or isinstance(hint, dataclasses.InitVar) else str(name)
