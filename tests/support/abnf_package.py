"""The grammars in the package abnf."""

from __future__ import annotations

import ast
from pathlib import Path

import abnf.grammars

__all__ = ["package_texts"]


def package_texts() -> dict[str, str]:
    """Return the text of each grammar by its module, which is not imported: that reads and compiles all its rules."""
    texts = {}
    for path in sorted(Path(abnf.grammars.__path__[0]).glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Assign([ast.Name("grammar")], value) | ast.AnnAssign(
                    ast.Name("grammar"), _, ast.expr() as value
                ):
                    grammar = ast.literal_eval(value)
                    texts[path.stem] = (
                        "".join(f"{rule}\r\n" for rule in grammar) if isinstance(grammar, list) else grammar
                    )
    return texts
