"""The grammars of the abnf package, as `abnf:rfc5322` and so on.

They come with the rules that they import.
"""

from __future__ import annotations

import ast
import importlib
import pkgutil
from functools import cache
from types import ModuleType
from typing import Any

from irigrammar.dataclass import replace
from irigrammar.errors import GrammarError, UnknownGrammar
from irigrammar.grammars.expr import Prose, Ref, Rule, abnf
from irigrammar.grammars.imports import Key, collect
from irigrammar.grammars.reader import read
from irigrammar.shipped.loader import load

PREFIX = "abnf:"
_FOLDER = "abnf.grammars"


@cache
def package_names() -> tuple[str, ...]:
    """Return the names of the package's grammars, in the order of their names.

    >>> "abnf:rfc5322" in package_names()
    True
    """
    return tuple(PREFIX + name for name in _module_names() if _has_text(name))


def package_text(name: str) -> str:
    """Return the ABNF of one of the package's grammars, and after it the rules that it imports, each on a line.

    An imported rule whose name is that of another rule here is called by the name of its grammar, too: `rfc3986-host`
    for RFC 3986's `host` in RFC 9110, where `Host` is a header field. Raises `UnknownGrammar`, with near names, and
    `GrammarError` for a rule that is nowhere.

    >>> [line for line in package_text("abnf:rfc9110").splitlines() if line.endswith("= rfc3986-host")]
    ['uri-host = rfc3986-host']
    """
    module = name.removeprefix(PREFIX)
    if module not in _module_names() or not _text(module).strip():
        raise UnknownGrammar(name, package_names())
    rules = _rules(module)
    homes = {key: _home(module, key) for key in rules}
    own = [rule for key, rule in rules.items() if homes[key].grammar == module]
    # Rules imported from a rule of another name.
    own += [replace(rule, expr=Ref(rule.name)) for key, rule in rules.items() if homes[key].name != key]

    def target(grammar: str, _: Rule, part: Ref | Prose) -> Key | None:
        """Return the key of the rule that a name in a grammar stands for, None for prose, core rules and rules of the
        module.
        """
        home = grammar or module
        if isinstance(part, Prose) or (part.name.lower() not in _rules(home) and load("rfc5234").find(part.name)):
            return None  # prose, or a core rule
        key = _home(home, part.name)
        return None if key.grammar == module else key

    first = [home for key, home in homes.items() if home.grammar != module and home.name == key]
    own_names = [rule.name for rule in own]
    own, imported_rules = collect(own, target, lambda key: _rules(key.grammar)[key.name], own_names, first)
    return "".join(f"{rule.name} = {abnf(rule.expr)}\n" for rule in [*own, *imported_rules.values()])


@cache
def _module_names() -> tuple[str, ...]:
    folder = importlib.import_module(_FOLDER)
    return tuple(sorted(module.name for module in pkgutil.iter_modules(folder.__path__)))


def _has_text(name: str) -> bool:
    """Return whether a module's source has ABNF; it is read and not imported, since to import all modules takes
    seconds.
    """
    source = pkgutil.get_data(_FOLDER, f"{name}.py") or b""
    classes = (node for node in ast.parse(source).body if isinstance(node, ast.ClassDef) and node.name == "Rule")
    lines = (line for node in classes for line in node.body if isinstance(line, ast.Assign | ast.AnnAssign))
    texts = (line.value for line in lines if ast.unparse(line).startswith("grammar"))
    return any("".join(ast.literal_eval(text)).strip() for text in texts if text is not None)


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


@cache
def _home(module: str, name: str) -> Key:
    """Return the key of the rule that a name means in a module: its own, or the one of another module with the same
    definition. Raises `GrammarError` where there is none.
    """
    own = _rules(module).get(name.lower())
    if own and not isinstance(own.expr, Prose):
        return Key(module, name.lower())
    definition = getattr(_module(module).Rule(name), "definition", None)
    modules = [value for value in vars(_module(module)).values() if isinstance(value, ModuleType)]
    names = [value.__name__ for value in modules if hasattr(value, "Rule")]
    others = [name.removeprefix(f"{_FOLDER}.") for name in names if name.startswith(f"{_FOLDER}.")]
    for other in others:
        for key, rule in _rules(other).items():
            if definition is not None and _module(other).Rule(rule.name).definition is definition:
                return Key(other, key)
    for other in others:  # what another module imports in its turn
        if definition is not None and getattr(_module(other).Rule(name), "definition", None) is definition:
            return _home(other, name)
    if own:
        return Key(module, name.lower())
    raise GrammarError(f"no rule is called {name}", source=PREFIX + module)
