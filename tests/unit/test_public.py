"""The public names: what the package exports, each with its words."""

from __future__ import annotations

import ast
import importlib
import inspect
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import ModuleType, UnionType
from typing import Literal, Union, get_origin

import pytest
from places import MODULES

import irigrammar


def test_public_names_are_sorted_loaded_when_used_and_documented() -> None:
    assert irigrammar.__all__ == sorted(set(irigrammar.__all__))
    for name in irigrammar.__all__:
        value = getattr(irigrammar, name)
        assert value is irigrammar.__getattr__(name), name
        assert vars(irigrammar)[name] is value, name  # and is found at once from then on
        assert inspect.getdoc(value) or get_origin(value) in (Literal, Union, UnionType), name
        assert not inspect.ismodule(value) or value.__name__.startswith("irigrammar."), name


def is_error(value: object) -> bool:
    return inspect.isclass(value) and issubclass(value, Exception)


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'irigrammar' has no attribute 'nothing'"):
        irigrammar.nothing  # type: ignore[attr-defined]  # noqa: B018
    with pytest.raises(ImportError):
        exec("from irigrammar import nothing")


def test_dir_lists_the_public_names() -> None:
    modules = [getattr(irigrammar, name) for name in irigrammar._MODULES]
    for module in (irigrammar, *modules):
        assert dir(module) == sorted(module.__all__)


def test_few_names_at_the_top() -> None:
    errors = [name for name in irigrammar.__all__ if is_error(getattr(irigrammar, name))]
    assert len(errors) <= 12
    assert len(irigrammar.__all__) - len(errors) <= 30


def test_a_star_import_gives_the_public_names() -> None:
    names: dict[str, object] = {}
    exec("from irigrammar import *", names)
    assert set(irigrammar.__all__) <= names.keys()


def test_types_are_declared_for_every_public_name() -> None:
    """The stub is true for type checkers: the imports of the stub name each lazy attribute's home."""
    tree = ast.parse(Path(irigrammar.__file__).with_suffix(".pyi").read_text(encoding="utf-8"))
    declared: dict[str, str] = {}
    for node in tree.body:
        if isinstance(node, ast.ImportFrom):
            declared |= {alias.asname or "": f"{node.module}:{alias.name}" for alias in node.names}
    assert set(declared) == {*irigrammar.__all__, *irigrammar._MODULES}
    for name, home in declared.items():
        module, _, attribute = home.partition(":")
        imported = importlib.import_module(module)
        value = getattr(imported, attribute, None) or importlib.import_module(f"{module}.{attribute}")
        assert value is getattr(irigrammar, name)


def modules() -> Iterator[ModuleType]:
    """Import every module; leave out those that say that an extra is missing, as integrations do."""
    for name in MODULES:
        with suppress(irigrammar.MissingExtra):
            yield importlib.import_module(name)


def test_a_name_stays_itself_when_modules_of_that_name_are_loaded() -> None:
    """`resolve` is a function and also a module of `processing`: importing every module does not replace it."""
    values = {name: getattr(irigrammar, name) for name in irigrammar.__all__}
    assert len(list(modules())) > 200
    for name, value in values.items():
        assert getattr(irigrammar, name) is value, name
        assert not inspect.ismodule(value) or name in irigrammar._MODULES, name


def test_each_module_and_what_it_exports_is_documented() -> None:
    for module in modules():
        assert module.__doc__, module
        for exported, value in vars(module).items():
            if exported.startswith("_") or getattr(value, "__module__", None) != module.__name__:
                continue
            if inspect.isclass(value) or inspect.isfunction(value):
                assert inspect.getdoc(value), (module, exported)
            if inspect.isclass(value) and value.__module__ == module.__name__:
                for member, attribute in vars(value).items():
                    public = not member.startswith("_") and (
                        inspect.isfunction(attribute) or isinstance(attribute, property)
                    )
                    assert not public or inspect.getdoc(attribute), (module, f"{exported}.{member}")


def test_the_version_is_that_of_the_distribution() -> None:
    from importlib.metadata import version

    assert version("irigrammar") == irigrammar.__version__


def test_no_two_public_classes_have_the_same_name() -> None:
    """Public are the package, its public modules, and what integrations offer; a class may be offered by several."""
    offered = [irigrammar, *(getattr(irigrammar, name) for name in irigrammar._MODULES)]
    offered += [module for module in modules() if module.__name__.startswith("irigrammar.integrations.")]
    classes: dict[str, set[type]] = {}
    for module in offered:
        for name in getattr(module, "__all__", ()):
            if inspect.isclass(value := getattr(module, name)):
                classes.setdefault(name, set()).add(value)
    assert {name: homes for name, homes in classes.items() if len(homes) > 1} == {}
