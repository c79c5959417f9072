"""The public names as type checkers see them; `__init__.py` imports each when it is first used."""

from irigrammar import atlas as atlas
from irigrammar import bidi as bidi
from irigrammar import build as build
from irigrammar import convert as convert
from irigrammar import exports as exports
from irigrammar import hosts as hosts
from irigrammar import html as html
from irigrammar import language as language
from irigrammar import schemes as schemes
from irigrammar import types as types
from irigrammar.advice.advise import advise as advise
from irigrammar.engines.node import Node as Node
from irigrammar.errors import ConversionError as ConversionError
from irigrammar.errors import ExportError as ExportError
from irigrammar.errors import GrammarError as GrammarError
from irigrammar.errors import IrigrammarError as IrigrammarError
from irigrammar.errors import MissingExtra as MissingExtra
from irigrammar.errors import ParseLimit as ParseLimit
from irigrammar.errors import RewriteError as RewriteError
from irigrammar.errors import UnknownCode as UnknownCode
from irigrammar.errors import UnknownDialect as UnknownDialect
from irigrammar.errors import UnknownGrammar as UnknownGrammar
from irigrammar.errors import UnknownRule as UnknownRule
from irigrammar.faults.fault import Fault as Fault
from irigrammar.faults.fault import NoMatch as NoMatch
from irigrammar.finding import Finding as Finding
from irigrammar.finding import Fix as Fix
from irigrammar.matching.grammar import Grammar as Grammar
from irigrammar.matching.grammar import catalog as catalog
from irigrammar.matching.grammar import check as check
from irigrammar.matching.grammar import grammar as grammar
from irigrammar.matching.grammar import matches as matches
from irigrammar.matching.grammar import parse as parse
from irigrammar.matching.grammar import require as require
from irigrammar.matching.grammar import rewrite as rewrite
from irigrammar.matching.matcher import Matcher as Matcher
from irigrammar.matching.matcher import Verdict as Verdict
from irigrammar.matching.parts import Components as Components
from irigrammar.processing.compare import compare as compare
from irigrammar.processing.conversions import iri_to_uri as iri_to_uri
from irigrammar.processing.conversions import normalize as normalize
from irigrammar.processing.conversions import resolve as resolve
from irigrammar.processing.conversions import uri_to_iri as uri_to_iri
from irigrammar.processing.repair import repair as repair
from irigrammar.processing.resolve import relativize as relativize
from irigrammar.processing.split import split as split
from irigrammar.processing.support.build import encode as encode
from irigrammar.scan.find import find as find
from irigrammar.unicode import unicode_version as unicode_version

__all__: list[str]
__version__: str
_HOMES: dict[str, str]
_MODULES: tuple[str, ...]
