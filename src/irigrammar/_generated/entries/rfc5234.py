"""The entry of rfc5234.

Written by: python tools/compile_grammars.py --write
"""

ENTRY = {'name': 'rfc5234', 'title': 'ABNF core rules', 'document': 'RFC 5234', 'section': 'B.1', 'files': ('rfc5234.abnf',), 'start': ('ALPHA', 'BIT', 'CHAR', 'CR', 'CRLF', 'CTL', 'DIGIT', 'DQUOTE', 'HEXDIG', 'HTAB', 'LF', 'LWSP', 'OCTET', 'SP', 'VCHAR', 'WSP'), 'extends': None, 'replace': {}, 'components': {}, 'kinds': {}, 'sections': {}, 'words': {'ALPHA': 'an ASCII letter', 'BIT': 'a binary digit', 'CR': 'a carriage return', 'CRLF': 'a line end', 'DIGIT': 'a digit', 'DQUOTE': 'a quotation mark', 'HEXDIG': 'a hexadecimal digit', 'HTAB': 'a tab', 'LF': 'a line feed', 'LWSP': 'white space', 'SP': 'a space', 'VCHAR': 'a printable ASCII character', 'WSP': 'white space'}, 'further': {}, 'pairs': {}, 'prefer': None, 'splits': True, 'generic': True, 'errata': ()}
