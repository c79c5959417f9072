"""The pytest plugin: an option, a setting and a fixture.

pytest loads it in every run wherever irigrammar is installed. So it loads nothing else: the scan and the grammars come
in when somebody asks for them. `-p no:irigrammar` leaves it out. `assert_matches` is in
`irigrammar.integrations.pytest`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from irigrammar.matching.matcher import Matcher

__all__ = ["iri_matcher", "pytest_addoption", "pytest_configure"]

_SETTING = "iri_scan_paths"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--iri-scan` and the setting `iri_scan_paths`."""
    parser.getgroup("irigrammar").addoption(
        "--iri-scan",
        action="append",
        default=[],
        metavar="FILE|FOLDER",
        help="Collect the documents of a file or folder as tests, as `iri scan` finds them and as its configuration "
        "says (repeatable). An argument that is one of them selects it.",
    )
    parser.addini(
        _SETTING,
        "Files and folders whose documents are tests wherever the arguments of pytest lead to them.",
        type="args",
        default=[],
    )


def pytest_configure(config: pytest.Config) -> None:
    """Collect documents if an option or setting asks for it; raise `pytest.UsageError` for paths that cannot be
    scanned.
    """
    arguments, settings = config.getoption("iri_scan"), config.getini(_SETTING)
    if arguments or settings:
        from irigrammar.integrations._pytest_documents import Documents

        config.pluginmanager.register(Documents(config, arguments, settings), "irigrammar-documents")


@pytest.fixture(scope="session")
def iri_matcher() -> Callable[..., Matcher]:
    """A function of a rule (by default a grammar's first start rule) and a grammar (by default "rfc3987": a name of the
    catalog, a file of ABNF, or a grammar) that returns the matcher: `iri_matcher("IRI").matches(text)`.
    """
    from irigrammar.integrations.pytest import matcher

    return matcher
