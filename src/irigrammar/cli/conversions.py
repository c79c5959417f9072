"""The commands that convert identifiers and data.

With `--typed` they normalize first (draft-ietf-iri-3987bis-04, 3.1).
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Literal, get_args

import click

from irigrammar.cli.converting import (
    HOST_HELP,
    Checking,
    Conversion,
    as_text,
    authority_option,
    checked_base,
    checked_page,
    conversion,
    errors_option,
    host_options,
    labels_option,
    portable_option,
    schemes_option,
    source_options,
    strict_paths_option,
)
from irigrammar.cli.lines import charset_option, known_charset
from irigrammar.cli.options import choice_option, grammar_option
from irigrammar.cli.output import F
from irigrammar.errors import ConversionError
from irigrammar.processing.choices import (
    HOST_POLICIES,
    AuthorityChoice,
    CharsetEscape,
    CharsetLabels,
    HostForm,
    Ignored,
    Level,
    References,
    Spaces,
)
from irigrammar.processing.conversions import (
    iri_to_uri,
    leiri_to_iri,
    normalize,
    resolve,
    uri_to_iri,
    web_address_to_iri,
)

if TYPE_CHECKING:
    from irigrammar.matching.grammar import Grammar
    from irigrammar.processing.schemes import Schemes


@click.command("to-uri")
@source_options
@grammar_option()
@host_options
@schemes_option
@charset_option("--query-charset", "The charset of http and https queries.", queries=True)
@errors_option
@click.option("--scheme-rules", is_flag=True, help="Check the result against the scheme's own grammar too.")
@click.option("--strict", is_flag=True, help="With --scheme-rules, refuse schemes without a known syntax.")
@conversion
@portable_option
def to_uri(grammar: str | Grammar, scheme_rules: bool, strict: bool, **options: Any) -> Conversion:
    """Map each IRI reference TEXT to a URI reference (RFC 3987, 3.1); without TEXT, lines of standard input.

    Hosts that are domain names are converted by IDNA, label by label; ASCII labels stay unchanged. With --scheme-rules,
    a note names each TEXT whose scheme has no known syntax, so that it is not checked.

    Exit status: 0 all mapped, 1 some TEXT is not an IRI reference or has no URI, 2 usage.
    """
    convert: Conversion = partial(iri_to_uri, grammar=grammar, scheme_rules=scheme_rules, **options)
    if strict and not scheme_rules:
        raise click.UsageError("--strict needs --scheme-rules")
    if scheme_rules:
        return Checking(convert, grammar, options["schemes"], strict=strict)
    return convert


@click.command("to-iri")
@source_options
@grammar_option()
@choice_option(
    "--host", among=["unicode", "keep"], default="unicode", help="Whether to show labels of domain names in Unicode."
)
@click.option(
    "--keep", metavar="CHARACTERS", help="Characters that stay percent-encoded, instead of invisible and private ones."
)
@click.option(
    "--minimal", is_flag=True, help="Encode also what would end it in running text (UTS 58, minimal escaping)."
)
@schemes_option
@conversion
def to_iri(
    grammar: str | Grammar, host: HostForm, keep: str | None, minimal: bool, schemes: Schemes | None
) -> Conversion:
    """Map each URI reference TEXT to an IRI reference (RFC 3987, 3.2); without TEXT, lines of standard input.

    Decoded are unreserved characters and UTF-8 that the grammar allows in its component; reserved ones, "%", invisible
    and bidi formatting characters and segments of encoded dots (%2e%2e) stay, so that the IRI maps back to the same
    URI, except for the case of triplets and encoded unreserved characters.

    Exit status: 0 all mapped, 1 some TEXT is not a URI reference, 2 usage.
    """
    characters = None if keep is None else as_text(keep)
    return partial(uri_to_iri, host=host, keep=characters, minimal=minimal, grammar=grammar, schemes=schemes)


@click.command("from-leiri")
@source_options
@grammar_option("leiri")
@click.option("--no-check", is_flag=True, help="Convert any string, without checking that it is a LEIRI.")
@conversion
def from_leiri(grammar: str | Grammar, no_check: bool) -> Conversion:
    """Map each Legacy Extended IRI reference TEXT to an IRI reference (LEIRI Note, 4; 3987bis-04, 7.1); without TEXT,
    lines of standard input.

    Exit status: 0 all mapped, 1 some TEXT is not one, 2 usage.
    """
    return partial(leiri_to_iri, check=not no_check, grammar=grammar)


@click.command("from-web-address")
@source_options
@charset_option("--charset", "The document's charset, used for queries.", queries=True)
@errors_option
@authority_option
@schemes_option
@grammar_option("web-address")
@conversion
def from_web_address(**options: Any) -> Conversion:
    """Map each Web Address TEXT, as browsers accept it, to an IRI reference (3987bis-04, 7.2); without TEXT, lines of
    standard input.

    Exit status: 0 all mapped, 1 some TEXT is not one or would change its authority, 2 usage.
    """
    return partial(web_address_to_iri, **options)


@click.command("for-charset")
@click.argument("charset", metavar="CHARSET")
@source_options
@grammar_option()
@choice_option(
    "--escape",
    among=get_args(CharsetEscape),
    default="reference",
    help="How to write characters that the charset lacks.",
)
@labels_option
@schemes_option
@conversion
def for_charset_command(charset: str, grammar: str | Grammar, **options: Any) -> Conversion:
    """Write each IRI reference TEXT as a document in CHARSET has it (3987bis-04, 6.3): what the charset lacks as a
    character reference of HTML and XML, or percent-encoded; without TEXT, lines of standard input.

    Exit status: 0 all written, 1 some TEXT is not an IRI reference, 2 usage, or an unknown CHARSET.
    """
    from irigrammar.processing.document_charset import for_charset

    return partial(for_charset, charset=known_charset(charset), grammar=grammar, **options)


@click.command("interpret")
@source_options
@click.option(
    "--charset", "charsets", multiple=True, metavar="NAME", help="A charset to try after UTF-8.  [repeatable]"
)
@click.option(
    "--name", "names", multiple=True, metavar="NAME", help="A name of a resource that is there.  [repeatable]"
)
@click.option(
    "--ignore",
    "differences",
    multiple=True,
    type=click.Choice(get_args(Ignored)),
    help="A difference from a name to ignore.  [repeatable]",
)
@labels_option
@conversion
def interpret_command(
    charsets: tuple[str, ...], names: tuple[str, ...], differences: tuple[Ignored, ...], labels: CharsetLabels
) -> Conversion:
    """Show what each received path, query or segment TEXT may name, the most exact reading first (3987bis-04, 8.7):
    its percent-encoded bytes read as UTF-8, then in each --charset; with --name, the names that are meant.

    Exit status: 0 every TEXT has a reading, 1 some has none, 2 usage.
    """
    from irigrammar.processing.document_charset import interpret

    known_charsets = [known_charset(name) for name in charsets]

    def readings(text: str) -> list[str]:
        """Return a line "NAME<tab>CHARSET IGNORED..." per interpretation. Raises `ConversionError` if there is none."""
        interpretations = interpret(
            text, known_charsets, names=[as_text(name) for name in names] or None, ignore=differences, labels=labels
        )
        if not interpretations:
            raise ConversionError("it has no reading in these charsets" if not names else "no name is meant")
        return [f"{reading.name}\t{' '.join((reading.charset, *reading.ignored))}" for reading in interpretations]

    return readings


@click.command("encode")
@source_options
@grammar_option()
@click.option("-r", "--rule", metavar="RULE", help="The rule: segment, isegment, query, ...")
@click.option(
    "--general", is_flag=True, help="Instead of a rule: encode only what no URI has; delimiters stay (3987bis-04, 3.3)."
)
@charset_option("--charset", "The charset of the bytes.")
@conversion
def encode_command(grammar: str | Grammar, rule: str | None, general: bool, charset: str) -> Conversion:
    """Percent-encode each TEXT, which is data such as a file name, so that it matches a rule; "%" and delimiters are
    encoded, too (RFC 3986, 2.4); without TEXT, lines of standard input.

    Exit status: 0 all encoded, 1 some TEXT cannot be, 2 usage.
    """
    if general and rule is not None:
        raise click.UsageError("--rule and --general cannot be combined")
    from irigrammar.processing.support.build import encode, map_component

    if general:
        return map_component
    if rule is None:
        raise click.UsageError("Missing option '-r' / '--rule'; or give --general")
    return partial(encode, rule=rule, grammar=grammar, charset=charset)


def references_option(command: F) -> F:
    """Add `--references`."""
    kinds = get_args(References)
    return choice_option("--references", among=kinds, default=kinds[0], help="Character references to decode.")(command)


@click.command("prepare")
@source_options
@choice_option(
    "--spaces",
    among=["encode", "remove", "split"],
    default="encode",
    help="Encode spaces, remove them, or split references at them.",
)
@references_option
@conversion
def prepare_command(spaces: Spaces | Literal["split"], references: References) -> Conversion:
    """Prepare each TEXT to be read as a reference (draft-weber-iri-guidelines-00, 4): decode character
    references, trim white space, handle spaces; without TEXT, lines of standard input.
    """
    from irigrammar.processing.prepare import prepare, prepare_list

    if spaces == "split":
        return partial(prepare_list, references=references)
    return partial(prepare, spaces=spaces, references=references)


@click.command("repair")
@source_options
@grammar_option()
@references_option
@conversion
def repair_command(grammar: str | Grammar, references: References) -> Conversion:
    """Make a reference of each TEXT that nearly is one: trim white space, apply safe fixes, percent-encode what is not
    allowed outside the authority; without TEXT, lines of standard input. A TEXT that is valid stays.

    A TEXT that would need another host, a guess, or that may be several identifiers is refused.

    Exit status: 0 all written, 1 some TEXT is refused, 2 usage.
    """
    from irigrammar.processing.repair import repair_text

    return partial(repair_text, references=references, grammar=grammar)


@click.command("normalize")
@source_options
@grammar_option()
@authority_option
@choice_option(
    "--level", among=["syntax", "scheme"], default="syntax", help="Normalize by syntax only, or also by the scheme."
)
@host_options
@schemes_option
@strict_paths_option
@conversion
@portable_option
def normalize_command(grammar: str | Grammar, level: Level, **options: Any) -> Conversion:
    """Write each TEXT in normal form (RFC 3987, 5.3.2 and 5.3.3); without TEXT, lines of standard input.

    Exit status: 0 all written, 1 some TEXT is not in the grammar, 2 usage.
    """
    return partial(normalize, level=level, grammar=grammar, **options)


@click.command("resolve")
@click.argument("base", metavar="BASE")
@source_options
@grammar_option()
@authority_option
@click.option("--not-strict", is_flag=True, help="Ignore the scheme of a reference if it is the base's.")
@strict_paths_option
@conversion
@portable_option
def resolve_command(base: str, grammar: str | Grammar, not_strict: bool, **options: Any) -> Conversion:
    """Resolve each reference TEXT against BASE (RFC 3986, 5.2); without TEXT, lines of standard input.

    Exit status: 0 all resolved, 1 some TEXT is not in the grammar, 2 usage, or BASE is not absolute.
    """
    return partial(resolve, checked_base(base, grammar), strict=not not_strict, grammar=grammar, **options)


@click.command("link-target")
@click.argument("base", metavar="BASE")
@source_options
@charset_option("--charset", "The document's charset, used for queries.", queries=True)
@partial(errors_option, default="reference")
@partial(authority_option, default="browser")
@choice_option("--host", among=HOST_POLICIES, default="uts46", help=HOST_HELP)
@schemes_option
@conversion
def link_target_command(base: str, charset: str, **options: Any) -> Conversion:
    """Write the URI to which each link TEXT of a document leads, as browsers read it: a Web Address, resolved against
    BASE, the query in the document's charset (3987bis-04, 7.2); without TEXT, lines of standard input.

    Exit status: 0 all written, 1 some TEXT is not a link, or browsers refuse it, 2 usage, or browsers refuse BASE.
    """
    from irigrammar.processing.link import link_target

    page = checked_base(base, "web-address") if options["authority"] == "grammar" else checked_page(base)
    return partial(link_target, page, charset=charset, **options)


@click.command("relativize")
@click.argument("base", metavar="BASE")
@source_options
@grammar_option()
@authority_option
@conversion
def relativize_command(base: str, grammar: str | Grammar, authority: AuthorityChoice) -> Conversion:
    """Write each TEXT as the shortest reference that resolves to it against BASE (RFC 3986, 4.2 and 5.2); without TEXT,
    lines of standard input.

    Exit status: 0 all written, 1 some TEXT is not in the grammar or has no such reference, 2 usage, or
    BASE is not absolute.
    """
    from irigrammar.processing.resolve import relativize

    return partial(relativize, checked_base(base, grammar), grammar=grammar, authority=authority)
