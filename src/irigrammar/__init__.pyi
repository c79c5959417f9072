"""The public names as type checkers see them; `__init__.py` imports each when it is first used."""

from irigrammar import bidi as bidi
from irigrammar import html as html
from irigrammar import language as language
from irigrammar.advice.advise import advise as advise
from irigrammar.advice.rule import Profile as Profile
from irigrammar.engines.kernel import engine as engine
from irigrammar.engines.node import Node as Node
from irigrammar.errors import ConversionError as ConversionError
from irigrammar.errors import ExportError as ExportError
from irigrammar.errors import GrammarError as GrammarError
from irigrammar.errors import IrigrammarError as IrigrammarError
from irigrammar.errors import MissingExtra as MissingExtra
from irigrammar.errors import UnknownCode as UnknownCode
from irigrammar.errors import UnknownDialect as UnknownDialect
from irigrammar.errors import UnknownGrammar as UnknownGrammar
from irigrammar.errors import UnknownRule as UnknownRule
from irigrammar.exports.registry import export as export
from irigrammar.faults.explain import RuledOut as RuledOut
from irigrammar.faults.fault import Fault as Fault
from irigrammar.faults.fault import NoMatch as NoMatch
from irigrammar.finding import Applicability as Applicability
from irigrammar.finding import Finding as Finding
from irigrammar.finding import Fix as Fix
from irigrammar.finding import Label as Label
from irigrammar.finding import Severity as Severity
from irigrammar.grammars.reader import GrammarLimits as GrammarLimits
from irigrammar.matching.grammar import Grammar as Grammar
from irigrammar.matching.grammar import catalog as catalog
from irigrammar.matching.grammar import check as check
from irigrammar.matching.grammar import grammar as grammar
from irigrammar.matching.grammar import matches as matches
from irigrammar.matching.grammar import parse as parse
from irigrammar.matching.grammar import split as split
from irigrammar.matching.matcher import Matcher as Matcher
from irigrammar.matching.matcher import Verdict as Verdict
from irigrammar.matching.parts import Components as Components
from irigrammar.processing.browser import AuthorityChoice as AuthorityChoice
from irigrammar.processing.build import encode as encode
from irigrammar.processing.build import map_component as map_component
from irigrammar.processing.compare import Comparison as Comparison
from irigrammar.processing.compare import Rung as Rung
from irigrammar.processing.compare import compare as compare
from irigrammar.processing.deviations import Deviation as Deviation
from irigrammar.processing.labels import HostPolicy as HostPolicy
from irigrammar.processing.leiri import leiri_to_iri as leiri_to_iri
from irigrammar.processing.liberal import Change as Change
from irigrammar.processing.liberal import Form as Form
from irigrammar.processing.liberal import Liberal as Liberal
from irigrammar.processing.liberal import split_liberal as split_liberal
from irigrammar.processing.normalize import Level as Level
from irigrammar.processing.normalize import normalize as normalize
from irigrammar.processing.prepare import References as References
from irigrammar.processing.prepare import Spaces as Spaces
from irigrammar.processing.prepare import prepare as prepare
from irigrammar.processing.prepare import prepare_list as prepare_list
from irigrammar.processing.resolve import relativize as relativize
from irigrammar.processing.resolve import resolve as resolve
from irigrammar.processing.schemes import Scheme as Scheme
from irigrammar.processing.schemes import Schemes as Schemes
from irigrammar.processing.schemes import schemes as schemes
from irigrammar.processing.to_iri import HostForm as HostForm
from irigrammar.processing.to_iri import uri_to_iri as uri_to_iri
from irigrammar.processing.to_uri import iri_to_uri as iri_to_uri
from irigrammar.processing.trace import Step as Step
from irigrammar.processing.trace import Trace as Trace
from irigrammar.processing.trace import Traced as Traced
from irigrammar.processing.trace import traced as traced
from irigrammar.processing.ucs import Source as Source
from irigrammar.processing.ucs import to_ucs as to_ucs
from irigrammar.processing.web_address import web_address_to_iri as web_address_to_iri

__all__: list[str]
__version__: str
_HOMES: dict[str, str]
_PACKAGES: tuple[str, ...]
