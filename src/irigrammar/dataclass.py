"""Dataclasses and named tuples whose functions are made on first use.

To type checkers these are the standard library's names, and to all that ask: `fields`, `asdict`, `is_dataclass` and
signatures answer. Its own `dataclass` compiles six functions for each class, and brings `inspect` and `ast`: with it,
`iri check` executes 8 % more instructions, an explained fault 10 % and `iri scan` 11 % (CPython 3.11). Here a class
takes 20 µs, and its `__init__` is compiled for the first value. A `NamedTuple` of typing takes 90 µs, of which most is
for annotations that nobody reads; here 10.
"""

from __future__ import annotations

from _operator import attrgetter  # the module operator takes 0.4 ms more

TYPE_CHECKING = False  # as in `lazy`
if TYPE_CHECKING:
    from dataclasses import dataclass, field, replace
    from typing import NamedTuple
else:
    try:
        from _collections import _tuplegetter
    except ImportError:  # not CPython

        def _tuplegetter(index, doc):
            return property(lambda self: tuple.__getitem__(self, index), doc=doc)

    _NONE = object()
    _FEW = 50  # values that are made before the function that makes them is compiled

    class field:  # noqa: N801  # the standard library's name
        """The settings of a field; its `options` are those of the standard library."""

        __slots__ = ("compare", "default", "default_factory", "hash", "init", "options", "repr", "type")

        def __init__(self, **options):
            self.options = options
            self.default = options.get("default", _NONE)
            self.default_factory = options.get("default_factory", _NONE)
            self.init = options.get("init", True)
            self.repr = options.get("repr", True)
            self.compare = options.get("compare", True)
            self.hash = options.get("hash", self.compare)

    def dataclass(*, frozen=False, slots=False, eq=True, repr=True):  # noqa: A002  # the standard library's name
        """Return the decorator that makes a dataclass of a class, as the standard library's does."""
        return lambda cls: _with_functions(cls, frozen, slots, eq, repr)

    def replace(value, /, **changes):
        """Return a new value of the same class, made by its constructor, with some fields changed."""
        values = {name: getattr(value, name) for name, spec in value._described.items() if spec.init}
        return type(value)(**values | changes)

    class _Twins:
        """An attribute of a class's twin, which the standard library makes when it is first asked for."""

        def __init__(self, of):
            self._of = of

        def __get__(self, instance, owner):
            """Return the attribute of the class's twin, a dataclass of the standard library with the same fields, made
            at the first use.
            """
            import dataclasses

            if "_twin" not in owner.__dict__:
                rows = [(name, spec.type, dataclasses.field(**spec.options)) for name, spec in owner._described.items()]
                owner._twin = dataclasses.make_dataclass(owner.__name__, rows, frozen=owner._is_frozen)
            return self._of(owner._twin)

    def _signature(twin):
        import inspect

        return inspect.signature(twin)

    def _with_functions(cls, frozen, slots, eq, with_repr):
        """Return a class with the fields and attributes of another and the functions of a dataclass; `__init__` is
        compiled after some calls with positional values only, or at once for any other.
        """
        fields = {}
        for base in reversed(cls.__mro__[1:]):
            fields |= base.__dict__.get("_described", {})
        body = {name: value for name, value in cls.__dict__.items() if name not in ("__dict__", "__weakref__")}
        base_fields = {*fields}
        for name, kind in cls.__annotations__.items():
            if not kind.startswith("ClassVar"):
                value = body.pop(name, _NONE)
                spec = value if isinstance(value, field) else field(**{"default": value} if value is not _NONE else {})
                spec.type = kind
                fields[name] = spec
                if not slots and spec.default is not _NONE:
                    body[name] = spec.default
        functions = _functions(fields, frozen, eq, with_repr)
        if slots:
            body["__slots__"] = tuple(name for name in fields if name not in base_fields)
            functions |= {"__getstate__": _state, "__setstate__": _restore}
        if frozen:
            functions |= {"__setattr__": _refuse, "__delattr__": _refuse}
        names = {
            "__match_args__": tuple(name for name, spec in fields.items() if spec.init),
            "_described": fields,
            "_is_frozen": frozen,
            "__dataclass_fields__": _Twins(lambda twin: twin.__dataclass_fields__),
            "__dataclass_params__": _Twins(lambda twin: twin.__dataclass_params__),
            "__signature__": _Twins(_signature),
        }
        new_class = type(cls)(cls.__name__, cls.__bases__, functions | body | names)
        new_class.__qualname__ = cls.__qualname__
        if "__init__" not in body:
            names = tuple(name for name, spec in fields.items() if spec.init)
            remaining = _FEW if len(names) == len(fields) and not hasattr(new_class, "__post_init__") else 0

            def __init__(self, *values, **keywords):  # noqa: N807  # the first ones
                nonlocal remaining
                if remaining and len(values) == len(names) and not keywords:
                    remaining -= 1
                    for name, value in zip(names, values, strict=True):
                        object.__setattr__(self, name, value)
                    return
                new_class.__init__ = _initializer(new_class)
                new_class.__init__(self, *values, **keywords)

            new_class.__init__ = __init__
        return new_class

    def _getter(names):
        return attrgetter(*names) if names else lambda _: ()

    def _functions(fields, frozen, eq, with_repr):
        """Return the special methods of the fields: `__repr__` and `__eq__` if asked for, `__hash__` with the latter,
        None for classes that are not frozen.
        """
        eq_key = _getter([name for name, spec in fields.items() if spec.compare])
        hash_key = _getter([name for name, spec in fields.items() if spec.hash])
        functions = {}
        if with_repr:
            functions["__repr__"] = _repr
        if eq:

            def __eq__(self, other):  # noqa: N807  # a class's `__eq__`
                return eq_key(self) == eq_key(other) if other.__class__ is self.__class__ else NotImplemented

            functions |= {"__eq__": __eq__, "__hash__": (lambda self: hash(hash_key(self))) if frozen else None}
        return functions

    def _initializer(cls):
        """Return the `__init__` of a class, compiled from its fields and their defaults; it calls `__post_init__` if
        there is one. A field that is neither a parameter nor has a default is not set.
        """
        parameters, lines, space = ["self"], [], {"_set": object.__setattr__, "_none": _NONE}
        for name, spec in cls._described.items():
            value = name
            if spec.default_factory is not _NONE:
                space[f"_made_{name}"] = spec.default_factory
                value = f"{name} if {name} is not _none else _made_{name}()" if spec.init else f"_made_{name}()"
                default = "=_none"
            elif spec.default is not _NONE:
                space[f"_default_{name}"] = spec.default
                default = f"=_default_{name}"
                value = name if spec.init else f"_default_{name}"
            else:
                default = ""
            if spec.init:
                parameters.append(name + default)
            if spec.init or default:
                lines.append(f" _set(self, {name!r}, {value})" if cls._is_frozen else f" self.{name} = {value}")
        if hasattr(cls, "__post_init__"):
            lines.append(" self.__post_init__()")
        exec(f"def __init__({', '.join(parameters)}):\n" + ("\n".join(lines) or " pass"), space)
        init = space["__init__"]
        init.__qualname__ = f"{cls.__qualname__}.__init__"
        return init

    def _repr(self):
        shown = [f"{name}={getattr(self, name)!r}" for name, spec in self._described.items() if spec.repr]
        return f"{self.__class__.__qualname__}({', '.join(shown)})"

    def _refuse(_self, name, *_):
        from dataclasses import FrozenInstanceError

        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def _state(self):
        return [getattr(self, name) for name in self._described]

    def _restore(self, state):
        for name, value in zip(self._described, state, strict=True):
            object.__setattr__(self, name, value)

    class _NamedTuples(type):
        """The metaclass of `NamedTuple`, which makes subclasses of tuple from the classes that name it as a base."""

        def __new__(cls, name, _, body):
            """Return a subclass of tuple with the annotated fields of a class body, and with its functions."""
            names = tuple(body.get("__annotations__", ()))
            defaults = {field: body[field] for field in names if field in body}
            functions = {
                "__slots__": (),
                "__new__": _first_new(),
                "__match_args__": names,
                "__getnewargs__": lambda self: self[:],
                "__repr__": _tuple_repr,
                "__signature__": _NewSignature(),
                "_asdict": lambda self: dict(zip(self._fields, self, strict=True)),
                "_field_defaults": defaults,
                "_fields": names,
                "_make": classmethod(tuple.__new__),
                "_replace": _copy_with,
                "__replace__": _copy_with,
            }
            getters = {field: _tuplegetter(index, None) for index, field in enumerate(names)}
            return type(name, (tuple,), functions | body | getters)

    NamedTuple = type.__new__(_NamedTuples, "NamedTuple", (), {"__doc__": "A tuple with named fields, as in typing."})

    def _first_new():
        """Return the `__new__` of a named tuple's first calls; after a few, or with keywords, another one is compiled.
        A wrong number of values is a `TypeError` of that one.
        """
        remaining = _FEW

        def __new__(cls, /, *values, **keywords):  # noqa: N807  # the first ones
            nonlocal remaining
            if remaining and len(values) == len(cls._fields) and not keywords:
                remaining -= 1
                return tuple.__new__(cls, values)
            return _compiled_new(cls)(cls, *values, **keywords)

        return __new__

    def _compiled_new(cls):
        """Compile the `__new__` of a named tuple, set it on the class that has the fields, and return it."""
        owner = next(owner for owner in cls.__mro__ if "_fields" in owner.__dict__)
        space = {f"_default_{name}": value for name, value in owner._field_defaults.items()} | {"_new": tuple.__new__}
        parameters = ", ".join(
            f"{name}=_default_{name}" if f"_default_{name}" in space else name for name in cls._fields
        )
        values = "".join(f"{name}, " for name in cls._fields)
        owner.__new__ = new = eval(f"lambda _cls, {parameters}: _new(_cls, ({values}))", space)
        new.__name__, new.__qualname__ = "__new__", f"{owner.__qualname__}.__new__"
        new.__annotations__ = owner.__annotations__
        return new

    class _NewSignature:
        def __get__(self, instance, owner):
            import inspect

            signature = inspect.signature(_compiled_new(owner))
            return signature.replace(parameters=[*signature.parameters.values()][1:])

    def _tuple_repr(self):
        shown = [f"{name}={value!r}" for name, value in zip(self._fields, self, strict=True)]
        return f"{self.__class__.__name__}({', '.join(shown)})"

    def _copy_with(self, /, **changes):
        """Return a named tuple with other values of some fields. Raises `ValueError` for names that are no fields."""
        values = [changes.pop(name, value) for name, value in zip(self._fields, self, strict=True)]
        if changes:
            raise ValueError(f"Got unexpected field names: {[*changes]!r}")
        return tuple.__new__(self.__class__, values)


__all__ = ["NamedTuple", "dataclass", "field", "replace"]
