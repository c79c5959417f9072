"""The names of the catalog's grammars.

Written by: python tools/compile_grammars.py --write
"""

# With the first start rule of each.
STARTS = {'rfc5234': 'ALPHA', 'rfc3986': 'URI-reference', 'rfc3987': 'IRI-reference', 'iri-bis': 'IRI-reference', 'leiri': 'LEIRI-reference', 'leiri-bis': 'IRI-reference', 'web-address': 'IRI-reference', 'rfc6570': 'URI-Template', 'http': 'http-URI', 'ws': 'ws-URI', 'mailto': 'mailtoURI', 'data': 'dataurl', 'urn': 'namestring', 'file': 'file-URI', 'file-nonstandard': 'file-URI', 'tel': 'telephone-uri', 'sip': 'SIP-URI', 'geo': 'geo-URI', 'ldap': 'ldapurl', 'ldaps': 'ldapurl', 'coap': 'coap-URI', 'tag': 'tagURI', 'did': 'did', 'cid': 'cid-url', 'acct': 'acctURI', 'ni': 'NI-URI', 'ftp': 'ftpurl', 'about': 'about-uri', 'news': 'newsURL', 'xmpp': 'xmppuri', 'pkcs11': 'pk11-URI', 'at': 'at-uri', 'dns': 'dnsurl', 'info': 'info-URI', 'sms': 'sms-uri', 'swh': 'identifier', 'pkg': 'PURL', 'amqp': 'amqp-URI', 'redis': 'redis-URI', 'ssh': 'sshURI', 'doi': 'doi-URI', 'postgresql': 'postgresql-URI', 'mongodb': 'mongodb-URI', 'mysql': 'mysql-URI', 'otpauth': 'otpauth-URI', 'json-pointer': 'json-pointer', 'relative-json-pointer': 'relative-json-pointer', 'imap': 'imapurl', 'pop': 'pop-url', 'rtsp': 'RTSP-URI', 'rfc6874': 'URI-reference', 'text-fragment': 'FragmentDirective', 'curie': 'curie', 'curie-rdfa': 'curie', 'json-schema': 'schema-ref', 'npm': 'dependency', 'url-standard': 'valid-URL'}
# Those that are not of schemes and the like.
GENERIC = ('rfc5234', 'rfc3986', 'rfc3987', 'iri-bis', 'leiri', 'leiri-bis', 'web-address', 'rfc6570')
# The rules whose usual states ship (irigrammar.engines.usual).
USUAL: dict[str, tuple[str, ...]] = {'rfc3986': ('URI-reference', 'URI'), 'rfc3987': ('IRI-reference', 'IRI')}
# The rules whose program that marks components ships.
MARKED: dict[str, tuple[str, ...]] = {'rfc3986': ('URI-reference', 'URI'), 'rfc3987': ('IRI-reference', 'IRI'), 'leiri': ('LEIRI-reference', 'LEIRI'), 'web-address': ('IRI-reference', 'IRI')}
