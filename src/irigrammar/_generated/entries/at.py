"""The entry of at.

Written by: python tools/compile_grammars.py --write
"""

ENTRY = {'name': 'at', 'title': 'AT URIs', 'document': 'AT Protocol, AT URI Scheme', 'section': '', 'files': ('schemes/at.abnf',), 'start': ('at-uri',), 'extends': 'rfc5234', 'replace': {}, 'components': {}, 'kinds': {}, 'sections': {}, 'words': {'ALPHA': 'an ASCII letter', 'BIT': 'a binary digit', 'CR': 'a carriage return', 'CRLF': 'a line end', 'DIGIT': 'a digit', 'DQUOTE': 'a quotation mark', 'HEXDIG': 'a hexadecimal digit', 'HTAB': 'a tab', 'LF': 'a line feed', 'LWSP': 'white space', 'SP': 'a space', 'VCHAR': 'a printable ASCII character', 'WSP': 'white space', 'authority': 'the authority', 'handle': 'the handle', 'at-did': 'the DID', 'collection': 'the collection', 'nsid': 'the NSID', 'rkey': 'the record key'}, 'further': {}, 'pairs': {}, 'prefer': None, 'splits': False, 'generic': False, 'errata': ()}
