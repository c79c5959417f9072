"""The entry of json-pointer.

Written by: python tools/compile_grammars.py --write
"""

ENTRY = {'name': 'json-pointer', 'title': 'JSON Pointer', 'document': 'RFC 6901', 'section': '3', 'files': ('schemes/json-pointer.abnf',), 'start': ('json-pointer',), 'extends': 'rfc5234', 'replace': {}, 'components': {}, 'kinds': {}, 'sections': {'json-pointer': '3', 'reference-token': '3', 'unescaped': '3', 'escaped': '3'}, 'words': {'ALPHA': 'an ASCII letter', 'BIT': 'a binary digit', 'CR': 'a carriage return', 'CRLF': 'a line end', 'DIGIT': 'a digit', 'DQUOTE': 'a quotation mark', 'HEXDIG': 'a hexadecimal digit', 'HTAB': 'a tab', 'LF': 'a line feed', 'LWSP': 'white space', 'SP': 'a space', 'VCHAR': 'a printable ASCII character', 'WSP': 'white space', 'reference-token': 'the reference token', 'escaped': 'the escape'}, 'further': {}, 'pairs': {}, 'prefer': None, 'splits': False, 'generic': False, 'errata': ({'rule': 'unescaped', 'published': '%x00-2E / %x30-7D / %x7F-10FFFF', 'used': '%x00-2E / %x30-7D / %x7F-D7FF / %xE000-10FFFF', 'why': 'U+D800 to U+DFFF are not characters'},)}
