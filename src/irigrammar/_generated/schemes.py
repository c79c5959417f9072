"""What is known of schemes.

Written by: python tools/compile_grammars.py --write
"""

from typing import Any

SCHEMES: tuple[dict[str, Any], ...] = (
    {'name': 'http', 'document': 'RFC 9110', 'domain_name': True, 'default_port': 80, 'empty_path': '/', 'document_charset': True, 'sections': {'domain_name': 'RFC 9110, section 4.3.2', 'default_port': 'RFC 9110, section 4.2.1', 'empty_path': 'RFC 9110, section 4.2.3', 'document_charset': 'draft-ietf-iri-3987bis-04, section 3.5'}},
    {'name': 'https', 'document': 'RFC 9110', 'domain_name': True, 'default_port': 443, 'empty_path': '/', 'document_charset': True, 'sections': {'domain_name': 'RFC 9110, section 4.3.3', 'default_port': 'RFC 9110, section 4.2.2', 'empty_path': 'RFC 9110, section 4.2.3', 'document_charset': 'draft-ietf-iri-3987bis-04, section 3.5'}},
    {'name': 'ws', 'document': 'RFC 6455', 'domain_name': True, 'default_port': 80, 'empty_path': '/', 'sections': {'domain_name': 'RFC 6455, section 3', 'default_port': 'RFC 6455, section 3', 'empty_path': 'RFC 6455, section 3'}},
    {'name': 'wss', 'document': 'RFC 6455', 'domain_name': True, 'default_port': 443, 'empty_path': '/', 'sections': {'domain_name': 'RFC 6455, section 3', 'default_port': 'RFC 6455, section 3', 'empty_path': 'RFC 6455, section 3'}},
    {'name': 'ftp', 'document': 'RFC 1738', 'domain_name': True, 'default_port': 21, 'empty_path': '/', 'sections': {'domain_name': 'RFC 1738, section 3.1', 'default_port': 'RFC 1738, section 3.2', 'empty_path': 'RFC 3986, section 6.2.3'}},
    {'name': 'file', 'document': 'RFC 8089', 'domain_name': True, 'default_host': 'localhost', 'empty_path': '/', 'sections': {'domain_name': 'RFC 8089, section 2', 'default_host': 'RFC 8089, section 2', 'empty_path': 'RFC 3986, section 6.2.3'}},
    {'name': 'mailto', 'document': 'RFC 6068', 'sections': {}},
    {'name': 'data', 'document': 'RFC 2397', 'sections': {}},
    {'name': 'javascript', 'document': 'draft-hoehrmann-javascript-scheme-03', 'sections': {}},
    {'name': 'urn', 'document': 'RFC 8141', 'lower_until': ':', 'sections': {'lower_until': 'RFC 8141, section 3.1'}},
)
