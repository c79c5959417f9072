"""The names of the catalog's grammars; those that are not of schemes and the like.

Written by: python tools/compile_grammars.py --write
"""

NAMES = ('rfc5234', 'rfc3986', 'rfc3987', 'iri-bis', 'leiri', 'leiri-bis', 'web-address', 'rfc6570', 'http', 'ws', 'mailto', 'data', 'urn', 'file', 'file-nonstandard', 'tel', 'sip', 'geo', 'ldap', 'coap', 'tag', 'did', 'cid', 'acct', 'ni', 'ftp', 'about', 'news', 'xmpp', 'pkcs11', 'at', 'json-pointer', 'rfc6874', 'text-fragment', 'curie', 'url-standard')
GENERIC = ('rfc5234', 'rfc3986', 'rfc3987', 'iri-bis', 'leiri', 'leiri-bis', 'web-address', 'rfc6570')
# The rules whose usual states ship (irigrammar.engines.usual).
USUAL: dict[str, tuple[str, ...]] = {'rfc3986': ('URI-reference', 'URI'), 'rfc3987': ('IRI-reference', 'IRI')}
