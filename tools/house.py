"""The order of imports: check and list which package imports which.

python tools/house.py            the arrows between packages, each with how many imports it stands for, and the circles
python tools/house.py --check    exit 1 where an import runs up, or modules import one another that are not named here

Imports in functions and for types count.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from irigrammar.grammars.rulelist import cyclic

SOURCE = Path(__file__).resolve().parents[1] / "src" / "irigrammar"
MODULES = {
    ".".join(path.relative_to(SOURCE.parent).with_suffix("").parts).removesuffix(".__init__"): path
    for path in SOURCE.rglob("*.py")
}

# Each package may import from those before it, and within itself.
ORDER = [
    *["text", "grammars", "shipped", "automata", "engines", "faults", "matching", "language", "processing"],
    *[
        "html",
        "schemes",
        "convert",
        "build",
        "exports",
        "hosts",
        "bidi",
        "advice",
        "report",
        "operations",
        "atlas",
        "trial",
        "scan",
    ],
    *["types", "learn", "views", "integrations", "cli", "__main__"],
]
# Below all of them.
GROUND = ["_generated", "lazy", "dataclass", "unicode", "masking", "files", "store", "finding", "errors"]

# What looks like the name of a module and is another thing.
FILES = {"irigrammar.toml", "tool.irigrammar"}

_MODULE_NAME = re.compile(r"irigrammar(\.\w+)+\.?")


def imports_of(tree: ast.AST, module: str) -> Iterator[tuple[str, int]]:
    """Yield the modules of this package that a module imports: in functions, and for types alone, too.

    A string that is the name of a module counts: it is there to be imported.
    """
    todo = [tree]
    while todo:
        node = todo.pop()
        match node:
            case ast.Import(names):
                yield from ((alias.name, node.lineno) for alias in names if _is_ours(alias.name))
            case ast.ImportFrom(source, names, level):
                if level:
                    package = module.split(".")[:-level]
                    source = ".".join([*package, *([source] if source else [])])
                if source is not None and _is_ours(source):
                    for alias in names:
                        full = f"{source}.{alias.name}"
                        yield full if full in MODULES else source, node.lineno
            case ast.Constant(str(text)) if _MODULE_NAME.fullmatch(text) and text not in FILES:
                yield text.rstrip("."), node.lineno
        todo += ast.iter_child_nodes(node)


def _is_ours(name: str) -> bool:
    return name == "irigrammar" or name.startswith("irigrammar.")


def package_of(module: str) -> str:
    return [*module.split("."), ""][1]


def may_import(module: str, target: str) -> bool:
    """Return whether one module of this package may import another."""
    here, there = package_of(module), package_of(target)
    if here == there and here:
        return True
    if here in GROUND:
        return there in GROUND and GROUND.index(there) < GROUND.index(here)
    if there in GROUND:
        return True
    if not there:  # the package itself offers everything there is
        return here == "cli"
    return not here or ORDER.index(there) < ORDER.index(here)


# A Grammar hands out Matchers, which know their Grammar.
CIRCLES = {frozenset({"matching.grammar", "matching.matcher"})}


@cache
def imports() -> dict[str, list[tuple[str, int]]]:
    """Return what each module imports of this package, with the line."""
    return {
        module: list(imports_of(ast.parse(path.read_text(encoding="utf-8")), module))
        for module, path in MODULES.items()
    }


def upward() -> list[str]:
    """Return the imports that run up."""
    return [
        f"{module}, line {line}: {target}"
        for module, targets in imports().items()
        for target, line in targets
        if not may_import(module, target)
    ]


def circles() -> set[frozenset[str]]:
    """Return the sets of modules that import one another."""
    targets = {
        module.removeprefix("irigrammar."): {name.removeprefix("irigrammar.") for name, _ in rows if name in MODULES}
        for module, rows in imports().items()
    }
    return set(cyclic({module: names - {module, "irigrammar"} for module, names in targets.items()}).values())


def arrows() -> Counter[tuple[str, str]]:
    """Return how many imports lead from one package to another."""
    return Counter(
        (package_of(module), package_of(target))
        for module, rows in imports().items()
        for target, _ in rows
        if package_of(module) and package_of(target) not in {"", package_of(module)}
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="exit 1 where an import runs up or a circle is new")
    if not parser.parse_args().check:
        counts = arrows()
        for package in [*ORDER, *reversed(GROUND)]:
            targets = sorted(((to, count) for (here, to), count in counts.items() if here == package), key=_place)
            print(f"{package:<13} -> {', '.join(f'{to} {count}' for to, count in targets) or 'nothing'}")
    wrong = upward() + [f"circle: {', '.join(sorted(circle))}" for circle in circles() - CIRCLES]
    named = "; ".join(", ".join(sorted(circle)) for circle in CIRCLES)
    summary = f"{len(wrong)} wrong" if wrong else f"no import runs up, and no circle but {named}"
    print(*wrong, f"{len(MODULES)} modules; {summary}", sep="\n")
    return int(bool(wrong))


def _place(row: tuple[str, int]) -> int:
    return [*GROUND, *ORDER].index(row[0])


if __name__ == "__main__":
    sys.exit(main())
