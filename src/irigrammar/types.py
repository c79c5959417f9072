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
from irigrammar.processing.browser import AuthorityChoice
from irigrammar.processing.compare import Comparison, Rung, RungName
from irigrammar.processing.deviations import Deviation
from irigrammar.processing.document_charset import CharsetEscape, Ignored, Interpretation
from irigrammar.processing.labels import HostPolicy
from irigrammar.processing.liberal import Change, Form, Liberal
from irigrammar.processing.normalize import Level
from irigrammar.processing.prepare import References, Spaces
from irigrammar.processing.scheme_rules.check import SchemeCheck
from irigrammar.processing.schemes import Scheme, Schemes
from irigrammar.processing.support.bulk import Errors
from irigrammar.processing.to_iri import HostForm
from irigrammar.processing.trace import Step, Traced
from irigrammar.processing.ucs import CharsetErrors, Source
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
    "Step",
    "Traced",
]


def __dir__() -> list[str]:
    return __all__
