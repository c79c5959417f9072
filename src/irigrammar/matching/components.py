"""The classes of components, and the productions that have them."""

from __future__ import annotations

from irigrammar.engines.production import shipped_production
from irigrammar.engines.spans import Spans
from irigrammar.grammars import COMPONENT_FIELDS
from irigrammar.lazy import cache
from irigrammar.matching.parts import Components
from irigrammar.shipped.loader import entry

TYPE_CHECKING = False  # typing costs more than a first verdict: see irigrammar.lazy
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from irigrammar.engines.production import Production
    from irigrammar.engines.tree import TreeEngine
    from irigrammar.grammars.entry import Entry


@cache
def shipped_splitter(grammar: str, rule: str) -> Splitter:
    """Return the splitter of a catalog grammar's own rule, made once."""
    from irigrammar._generated.catalog import MARKED

    marked_grammar = grammar if rule in MARKED.get(grammar, ()) else None
    return splitter_of(shipped_production(grammar, rule), entry(grammar), marked_grammar)


def splitter_of(production: Production, entry: Entry, marked_grammar: str | None = None) -> Splitter:
    """Return the splitter of a production of a grammar; raise `GrammarError` where its entry says that it has none.

    `marked_grammar` is the grammar of the catalog with which the program of this production ships.
    """
    if not entry.splits:
        from irigrammar.errors import GrammarError

        raise GrammarError(f"{production.name} is not the whole of its components; use parse(), or another grammar")
    return Splitter(production, entry.components, entry.prefer, marked_grammar)


class Splitter:
    """Splits by one production. Raises `GrammarError` when it is made for one that is not a reference."""

    def __init__(
        self,
        production: Production,
        components: Mapping[str, str],
        prefer: str | None,
        marked_grammar: str | None = None,
    ) -> None:
        """Take a production with the fields of its rules, and find the function `split`; the type of its components is
        a new class. Raises `GrammarError` for a production of no references.
        """
        self.prefer = prefer
        own = {"__slots__": (), "__doc__": Components.__doc__}
        self.type: type[Components] = type("Components", (Components,), own)
        of_mark = {rule.lower(): COMPONENT_FIELDS.index(field) for rule, field in components.items()}

        def engine() -> TreeEngine:
            """Return the tree engine of references, from the shipped marks if the package has them."""
            from irigrammar.engines.tree import TreeEngine

            if marked_grammar:
                from irigrammar.engines.usual import shipped_marks

                return TreeEngine(shipped_marks(marked_grammar, production.name))
            from irigrammar.matching.references import reference_program

            return TreeEngine(reference_program(production, components, prefer))

        usual = None
        if production.usual:
            from irigrammar.engines.usual import usual_split

            usual = usual_split(production.usual, production.name)
        self.spans = Spans(engine, (self.type, len(COMPONENT_FIELDS), of_mark), usual)
        self.split: Callable[[str], Components | None] = self.spans.find  # type: ignore[assignment]  # it is of that type
