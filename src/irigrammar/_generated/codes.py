"""The codes of scans and of the lint of grammars.

Written by: python tools/compile_grammars.py --write
"""

from typing import Any

CODES: dict[str, dict[str, Any]] = {
    'L001': {'name': 'syntax-error', 'severity': 'error', 'title': 'The text is no ABNF (RFC 5234, section 4; RFC 7405), or a number in it is no character.', 'help': 'Nothing after the place is read; put there what the message says is expected.'},
    'L002': {'name': 'undefined-rule', 'severity': 'error', 'title': 'A reference to a rule that neither the text nor a grammar that it extends defines.', 'help': 'Define the rule, mend the name, or name the grammar that has it with --extends.'},
    'L003': {'name': 'unused-rule', 'severity': 'warning', 'title': 'A rule that no start rule reaches.', 'help': 'Remove it, refer to it, or name it as a start rule with --rule.'},
    'L004': {'name': 'duplicate-rule', 'severity': 'error', 'title': 'A rule that is defined again without =/.', 'help': 'RFC 5234, section 3.3, adds alternatives with =/; the first definition is the one that is used here.'},
    'L005': {'name': 'case-variant', 'severity': 'warning', 'title': 'A name in another case than where it is defined.', 'help': 'It means the same, for case does not count in names (RFC 5234, section 2.1); readers may look for two rules.'},
    'L006': {'name': 'prose-value', 'severity': 'warning', 'title': 'A description in words (RFC 5234, section 4), which no machine can match.', 'help': 'Write the rule that is meant.'},
    'L007': {'name': 'recursion', 'severity': 'warning', 'title': 'A rule that refers to itself.', 'help': 'No finite automaton matches it; a parser of ABNF may.'},
    'L008': {'name': 'non-ascii', 'severity': 'error', 'title': 'A character outside ASCII, such as a typographic quotation mark, outside a comment.', 'help': 'ABNF is written in ASCII (RFC 5234, section 2.4); write other characters by their numbers.'},
    'L009': {'name': 'nothing-to-add-to', 'severity': 'warning', 'title': 'A rule is added to with =/ before it is defined.', 'help': 'Define it with = first (RFC 5234, section 3.3).'},
    'S001': {'name': 'no-match', 'severity': 'error', 'title': 'The identifier does not match the production.', 'help': 'The string is not in the language of the production that documents of this type are held against. The finding stands where the longest prefix ends that some valid string begins with; `iri explain` says all of it.'},
    'S002': {'name': 'not-in-charset', 'severity': 'error', 'title': "Bytes are not in the document's charset.", 'help': 'The bytes cannot be decoded with the charset that the document has by its byte order mark, by declaration or configuration, or UTF-8. The rest of the document is scanned all the same.'},
    'S003': {'name': 'unreadable', 'severity': 'error', 'title': 'The document cannot be read.', 'help': 'The file is not there, may not be read, is a loop of links, holds binary data, is larger than the limit, or asks for a package that is not installed.'},
    'S004': {'name': 'unused-ignore', 'severity': 'warning', 'title': 'An inline ignore that is no longer needed.', 'help': 'Nothing was found where the comment says that a code is to be ignored, or there is no such code. Remove it.'},
    'S005': {'name': 'malformed-document', 'severity': 'warning', 'title': 'The document is not well formed here.', 'help': 'The parser had to skip something; identifiers near it may not have been found.'},
    'S006': {'name': 'bad-escape', 'severity': 'error', 'title': 'An escape in an identifier stands for no character.', 'help': 'A character reference or escape sequence is incomplete, or names a surrogate or what is no code point; the identifier cannot be judged.'},
}
