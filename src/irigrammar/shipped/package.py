"""The grammars that the abnf package brings, under names such as `abnf:rfc5322`, with the rules that they import."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from functools import cache
from types import ModuleType
from typing import Any, NamedTuple

from irigrammar.errors import GrammarError, UnknownGrammar
from irigrammar.grammars.expr import Alternation, Concatenation, Expr, Prose, Ref, Repetition, Rule, walk
from irigrammar.grammars.reader import read
from irigrammar.grammars.render import abnf
from irigrammar.shipped.loader import load

PREFIX = "abnf:"
_FOLDER = "abnf.grammars"


class _Key(NamedTuple):
    """A rule of a module of the package, its name in lower case."""

    module: str
    name: str


@cache
def package_names() -> tuple[str, ...]:
    """Return the names of the package's grammars, in the order of their names.

    >>> "abnf:rfc5322" in package_names()
    True
    """
    folder = importlib.import_module(_FOLDER)
    names = (module.name for module in pkgutil.iter_modules(folder.__path__))
    return tuple(PREFIX + name for name in sorted(names) if _text(name).strip())


def package_text(name: str) -> str:
    """Return the ABNF of one of the package's grammars, and after it the rules that it imports, each on a line.

    An imported rule whose name is that of another rule here is called by the name of its grammar, too: `rfc3986-host`
    for RFC 3986's `host` in RFC 9110, where `Host` is a header field. Raises `UnknownGrammar`, with near names, and
    `GrammarError` for a rule that is nowhere.

    >>> [line for line in package_text("abnf:rfc9110").splitlines() if line.endswith("= rfc3986-host")]
    ['uri-host = rfc3986-host']
    """
    if name not in package_names():
        raise UnknownGrammar(name, package_names())
    module = name.removeprefix(PREFIX)
    own = {key: rule for key, rule in _rules(module).items() if _home(module, key).module == module}
    names: dict[_Key, str] = {_Key(module, key): rule.name for key, rule in own.items()}
    todo = list(names)

    def called(key: _Key) -> str:
        """Return what a rule is called here; one that is new is taken, too."""
        if key not in names:
            spelled = _rules(key.module)[key.name].name
            taken = {other.lower() for other in names.values()}
            names[key] = f"{key.module}-{spelled}" if spelled.lower() in taken else spelled
            todo.append(key)
        return names[key]

    lines: list[str] = []
    for name_here, rule in _rules(module).items():
        home = _home(module, name_here)
        if name_here not in own and called(home).lower() != name_here:  # it is imported from a rule of another name
            names[_Key("", name_here)] = rule.name
            lines.append(f"{rule.name} = {called(home)}")
    first = len(lines)
    for key in todo:  # grows while it is read
        rule = _rules(key.module)[key.name]
        refs = [ref.name for ref in _refs(rule.expr) if not _is_core(key.module, ref.name)]
        renamed = _renamed(rule.expr, {ref: called(_home(key.module, ref)) for ref in refs})
        lines.append(f"{names[key]} = {abnf(renamed)}")
    return "\n".join([*lines[first:], *lines[:first], ""])


@cache
def _module(name: str) -> ModuleType:
    return importlib.import_module(f"{_FOLDER}.{name}")


@cache
def _text(name: str) -> str:
    source: Any = getattr(getattr(_module(name), "Rule", None), "grammar", "")
    text = source if isinstance(source, str) else "".join(f"{rule.strip()}\n" for rule in source)
    return text.replace("\r\n", "\n")


@cache
def _rules(name: str) -> dict[str, Rule]:
    return read(_text(name), PREFIX + name)


def _refs(expr: Expr) -> Iterator[Ref]:
    return (part for part in walk(expr) if isinstance(part, Ref))


def _is_core(module: str, name: str) -> bool:
    return name.lower() not in _rules(module) and load("rfc5234").find(name) is not None


@cache
def _home(module: str, name: str) -> _Key:
    """Return the rule that a name means in a module: its own, or the one of another module with the same definition."""
    own = _rules(module).get(name.lower())
    if own and not isinstance(own.expr, Prose):
        return _Key(module, name.lower())
    definition = getattr(_module(module).Rule(name), "definition", None)
    others = [value.__name__.rpartition(".")[2] for value in vars(_module(module)).values() if _is_of_package(value)]
    for other in others:
        for key, rule in _rules(other).items():
            if definition is not None and _module(other).Rule(rule.name).definition is definition:
                return _Key(other, key)
    for other in others:  # what another module imports in its turn
        if definition is not None and getattr(_module(other).Rule(name), "definition", None) is definition:
            return _home(other, name)
    if own:
        return _Key(module, name.lower())
    raise GrammarError(f"no rule is called {name}", source=PREFIX + module)


def _is_of_package(value: object) -> bool:
    return isinstance(value, ModuleType) and value.__name__.startswith(f"{_FOLDER}.") and hasattr(value, "Rule")


def _renamed(expr: Expr, names: dict[str, str]) -> Expr:
    match expr:
        case Ref():
            return Ref(names.get(expr.name, expr.name))
        case Concatenation():
            return Concatenation(tuple(_renamed(item, names) for item in expr.items))
        case Alternation():
            return Alternation(tuple(_renamed(item, names) for item in expr.items))
        case Repetition():
            return Repetition(_renamed(expr.item, names), expr.low, expr.high)
    return expr
