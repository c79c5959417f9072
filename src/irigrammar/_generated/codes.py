"""The codes of scans and of the lint of grammars.

Written by: python tools/compile_grammars.py --write
"""

from typing import Any

CODES: dict[str, dict[str, Any]] = {
    'L001': {'name': 'syntax-error', 'severity': 'error', 'title': 'The text is not ABNF (RFC 5234, section 4; RFC 7405), or a number in it is not a character.', 'help': 'Nothing after this place is read; write there what the message expects.'},
    'L002': {'name': 'undefined-rule', 'severity': 'error', 'title': 'A reference to a rule that is not defined in the text or a grammar that it extends.', 'help': 'Define the rule, correct the name, or name the grammar that has it with --extends.'},
    'L003': {'name': 'unused-rule', 'severity': 'warning', 'title': 'A rule that no start rule reaches.', 'help': 'Remove it, refer to it, or name it as a start rule with --rule.'},
    'L004': {'name': 'duplicate-rule', 'severity': 'error', 'title': 'A rule that is defined again without =/.', 'help': 'Use =/ to add alternatives (RFC 5234, section 3.3); here only the first definition counts.'},
    'L005': {'name': 'case-variant', 'severity': 'warning', 'title': 'A name is not written in the case of its definition.', 'help': 'Case does not count in names (RFC 5234, section 2.1), but readers may look for two rules.'},
    'L006': {'name': 'prose-value', 'severity': 'warning', 'title': 'A description in words (RFC 5234, section 4), which no machine can match.', 'help': 'Write the rule in ABNF.'},
    'L007': {'name': 'recursion', 'severity': 'warning', 'title': 'A rule that refers to itself.', 'help': 'No finite automaton matches it; an ABNF parser may.'},
    'L008': {'name': 'non-ascii', 'severity': 'error', 'title': 'A character outside ASCII, such as a typographic quotation mark, outside a comment.', 'help': 'ABNF is written in ASCII (RFC 5234, section 2.4); write other characters by their numbers.'},
    'L009': {'name': 'nothing-to-add-to', 'severity': 'warning', 'title': 'A rule is added to with =/ before it is defined.', 'help': 'Define it with = first (RFC 5234, section 3.3).'},
    'L010': {'name': 'surrogates', 'severity': 'warning', 'title': 'A range holds U+D800 to U+DFFF, which are not characters; they are left out.', 'help': 'Write two ranges, up to %xD7FF and from %xE000 on.'},
    'S002': {'name': 'not-in-charset', 'severity': 'warning', 'title': "Bytes are not in the document's charset.", 'help': "The bytes cannot be decoded with the document's charset, which is given by its byte order mark, a declaration or the configuration, or is UTF-8. The rest of the document is still scanned. A document that is not UTF-8 and says nothing is read as windows-1252; declare its charset, or give --encoding."},
    'S003': {'name': 'unreadable', 'severity': 'error', 'title': 'The document cannot be read.', 'help': 'The file does not exist, may not be read, is a loop of links, is binary though it was named, or is larger than the limit. The exit status is 2 for files that were named.'},
    'S004': {'name': 'unused-ignore', 'severity': 'warning', 'title': 'An inline ignore that is no longer needed.', 'help': 'The comment ignores a code that was not found there or does not exist. Remove it.'},
    'S005': {'name': 'malformed-document', 'severity': 'warning', 'title': 'The document is not well formed here.', 'help': 'The parser had to skip something; identifiers near it may not have been found.'},
    'S006': {'name': 'bad-escape', 'severity': 'error', 'title': 'An escape in an identifier is invalid.', 'help': 'A character reference or escape sequence is incomplete, or names a surrogate or no code point; the identifier cannot be checked.'},
    'S007': {'name': 'against-policy', 'severity': 'error', 'title': 'An identifier does not match the policy of its namespace.', 'help': 'The configuration has a table of namespaces with a prefix that the identifier begins with, and the rule there does not match it. Correct the identifier, or the grammar.'},
    'F000': {'name': 'no-match', 'severity': 'error', 'title': 'The string does not match the rule.', 'help': 'None of the known reasons applies; the message names the character and the component in which it is not allowed.'},
    'F001': {'name': 'undecodable-bytes', 'severity': 'error', 'title': 'The bytes are not UTF-8.', 'help': 'Identifiers are sequences of characters. Bytes are decoded as UTF-8; decode them with their own encoding first, or convert the file.', 'section': 'RFC 3629, section 3'},
    'B001': {'name': 'bidi-formatting-character', 'severity': 'error', 'title': 'A bidi formatting character is in the identifier.', 'help': 'It changes the order in which the characters are displayed, so that what readers see can be neither typed nor trusted. Remove it.', 'section': 'RFC 3987, 4.1'},
    'B002': {'name': 'bidi-formatting-since', 'severity': 'advice', 'title': 'A bidi formatting character that is newer than RFC 3987 is in the identifier.', 'help': 'Unicode added it after the document was written; it changes the display order like those that are forbidden. Remove it.', 'section': 'RFC 3987, 4.1'},
    'B003': {'name': 'mixed-directions', 'severity': 'warning', 'title': 'A component has right-to-left and left-to-right characters.', 'help': 'Its characters are displayed in an order that readers cannot type again. Use one direction in each component.', 'section': 'RFC 3987, 4.2'},
    'B004': {'name': 'right-to-left-begin', 'severity': 'warning', 'title': 'A component with right-to-left characters does not begin with one.', 'help': 'What comes first may be displayed as part of the component before it.', 'section': 'RFC 3987, 4.2'},
    'B005': {'name': 'right-to-left-end', 'severity': 'warning', 'title': 'A component with right-to-left characters does not end with one.', 'help': 'What comes last may be displayed as part of the component after it.', 'section': 'RFC 3987, 4.2'},
    'B006': {'name': 'number-after-right-to-left', 'severity': 'advice', 'title': 'A component of digits follows a right-to-left component.', 'help': 'The digits are displayed on its other side.', 'section': 'RFC 3987, 4.4'},
    'B007': {'name': 'digits-after-right-to-left', 'severity': 'advice', 'title': 'A component that begins with digits follows a right-to-left component.', 'help': 'The digits are displayed on its other side, away from the rest of their component.', 'section': 'draft-ietf-iri-bidi-guidelines-03, 5'},
    'X001': {'name': 'generic-grammar', 'severity': 'error', 'title': 'An identifier does not match the generic grammar, whatever the grammar of its scheme says.', 'help': 'The grammars of some schemes allow what no URI has; write what both allow.', 'section': 'RFC 3986, section 3'},
}
