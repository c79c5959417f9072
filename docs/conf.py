"""The site, which `nox -s docs` builds into docs/_build without network."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from sphinx.application import Sphinx

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

import irigrammar  # noqa: E402
from irigrammar.cli.main import cli  # noqa: E402
from tools import pages  # noqa: E402  # the checkout's own

project = "irigrammar"
copyright = "irigrammar contributors"  # noqa: A001  # the setting is called so
author = "irigrammar contributors"
release = version = irigrammar.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_click"]
exclude_patterns = ["_build"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
suppress_warnings = ["misc.highlighting_failure"]  # ABNF and console output that no lexer reads to the end
default_role = "code"  # docstrings have names between single backticks
highlight_language = "none"
nitpicky = False

# Their modules have subclasses of what is in the packages, which the site does not need.
autodoc_mock_imports = ["aiohttp", "django", "marshmallow", "requests", "rest_framework", "sqlalchemy", "urllib3"]
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True}
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True
python_display_short_literal_types = True

smartquotes = False  # "--file" is an option, not a dash

html_theme = "furo"
html_title = f"irigrammar {release}"
html_static_path = ["_static"]
html_css_files = ["irigrammar.css"]
html_extra_path = ["_extra"] if Path(__file__).with_name("_extra").is_dir() else []  # the explorer, by nox -s docs
html_show_sphinx = False
html_show_search_summary = False  # it fetches pages, which browsers refuse for files
html_copy_source = False
html_theme_options = pages.theme()

# One page of manual for each command: python -m sphinx -b man docs docs/_build/man
man_pages = [
    (f"reference/commands/{name}", f"iri-{name}", summary, author, 1) for name, summary in cli.summaries.items()
]


def escape_patterns(_: Sphinx, __: Any, lines: list[str]) -> None:
    """Keep the asterisks of patterns such as `**/*.md` in help texts."""
    lines[:] = [re.sub(r"\*+(?=[/.])", lambda found: "\\*" * len(found[0]), line) for line in lines]


# What functions of the package return, and nobody makes by hand.
RETURNED = {f"irigrammar.{name}" for name in ("Fault", "Grammar", "Matcher", "Node", "Verdict")}


def tidy_docstring(_: Sphinx, __: str, ___: str, ____: Any, _____: Any, lines: list[str]) -> None:
    """Keep the backslashes of prose, which reStructuredText takes for escapes, and make lists of tables of names."""
    if lines and lines[0].startswith("Represent a PEP 604 union type"):  # Python's words, not those of the alias
        lines.clear()
    in_example = False
    for number, line in enumerate(lines):
        in_example = bool(line.strip()) and (in_example or line.lstrip().startswith(">>>"))
        if not in_example:
            row = re.fullmatch(r"(\w.*?) {2,}(\S.*)", line)
            lines[number] = f"* `{row[1]}`: {row[2]}" if row else line.replace("\\", "\\\\")


def tidy_signature(
    _: Sphinx, __: str, name: str, ___: Any, ____: Any, signature: str | None, returns: str | None
) -> tuple[str | None, str | None]:
    """Leave out what is not for the reader: parameters of what is only returned, and how defaults are made."""
    if name in RETURNED:
        return "", None
    module = sys.modules.get(name.rpartition(".")[0])
    constant = re.compile(r"\b_[A-Z]+\b")
    return signature and constant.sub(
        lambda found: repr(getattr(module, found[0])), signature.replace("<factory>", "{}")
    ), returns


def is_plain_field(_: Sphinx, __: str, ___: str, member: Any, ____: bool, _____: Any) -> bool | None:
    """Leave out the fields of a named tuple, which its signature has, and modules, which have a path."""
    is_field = str(getattr(member, "__doc__", "")).startswith("Alias for field number")
    return True if is_field or isinstance(member, ModuleType) else None


def setup(app: Sphinx) -> dict[str, Any]:
    """Write the generated pages before the sources are read."""
    pages.write()
    for part in ("description", "options"):
        app.connect(f"sphinx-click-process-{part}", escape_patterns)
    app.connect("autodoc-process-docstring", tidy_docstring)
    app.connect("autodoc-process-signature", tidy_signature)
    app.connect("autodoc-skip-member", is_plain_field)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
