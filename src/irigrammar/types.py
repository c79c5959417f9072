"""Types of parameters, and classes of results.

Parameters: AuthorityChoice, CharsetErrors, CharsetEscape, Errors, Form, GrammarLimits, HostForm, HostPolicy, Ignored,
Level, Profile, References, RungName, Schemes, Severity, Source, Spaces. The others are what functions return, or parts
of it.
"""

from __future__ import annotations

from irigrammar.advice.rule import Profile
from irigrammar.faults.explain import RuledOut
from irigrammar.finding import Applicability, Label, Severity
from irigrammar.grammars.limits import GrammarLimits
from irigrammar.matching.searching import Match, Span
from irigrammar.processing.choices import (
    AuthorityChoice,
    CharsetErrors,
    CharsetEscape,
    Errors,
    Form,
    HostForm,
    HostPolicy,
    Ignored,
    Level,
    References,
    RungName,
    Source,
    Spaces,
)
from irigrammar.processing.compare import Comparison, Rung
from irigrammar.processing.deviations import Deviation
from irigrammar.processing.document_charset import Interpretation
from irigrammar.processing.liberal import Change, Liberal
from irigrammar.processing.scheme_rules.check import SchemeCheck
from irigrammar.processing.schemes import Scheme, Schemes
from irigrammar.processing.trace import Step, Traced
from irigrammar.scan.find import Identifier

__all__ = [
    "Applicability",
    "AuthorityChoice",
    "Change",
    "CharsetErrors",
    "CharsetEscape",
    "Comparison",
    "Deviation",
    "Errors",
    "Form",
    "GrammarLimits",
    "HostForm",
    "HostPolicy",
    "Identifier",
    "Ignored",
    "Interpretation",
    "Label",
    "Level",
    "Liberal",
    "Match",
    "Profile",
    "References",
    "RuledOut",
    "Rung",
    "RungName",
    "Scheme",
    "SchemeCheck",
    "Schemes",
    "Severity",
    "Source",
    "Spaces",
    "Span",
    "Step",
    "Traced",
]


def __dir__() -> list[str]:
    return __all__
