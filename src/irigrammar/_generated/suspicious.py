"""Names and addresses for the rules on suspicious strings.

Written by: python tools/compile_grammars.py --write
"""

BLOCKS: tuple[tuple[str, str, str], ...] = (
    ('0.0.0.0/8', 'this network', 'RFC 791, 3.2'),
    ('0.0.0.0/32', 'this host', 'RFC 1122, 3.2.1.3'),
    ('10.0.0.0/8', 'private use', 'RFC 1918, 3'),
    ('100.64.0.0/10', 'shared address space', 'RFC 6598, 7'),
    ('127.0.0.0/8', 'loopback', 'RFC 1122, 3.2.1.3'),
    ('169.254.0.0/16', 'link-local', 'RFC 3927, 2.1'),
    ('172.16.0.0/12', 'private use', 'RFC 1918, 3'),
    ('192.0.0.0/24', 'IETF protocol assignments', 'RFC 6890, 2.1'),
    ('192.0.2.0/24', 'documentation', 'RFC 5737, 3'),
    ('192.88.99.0/24', '6to4 relay anycast, deprecated', 'RFC 7526, 1'),
    ('192.168.0.0/16', 'private use', 'RFC 1918, 3'),
    ('198.18.0.0/15', 'benchmarking', 'RFC 2544, appendix C.2.2'),
    ('198.51.100.0/24', 'documentation', 'RFC 5737, 3'),
    ('203.0.113.0/24', 'documentation', 'RFC 5737, 3'),
    ('224.0.0.0/4', 'multicast', 'RFC 5771, 3'),
    ('240.0.0.0/4', 'reserved', 'RFC 1112, 4'),
    ('255.255.255.255/32', 'limited broadcast', 'RFC 919, 7'),
    ('::/3', 'reserved by the IETF', 'RFC 4291, 2.4'),
    ('4000::/2', 'reserved by the IETF', 'RFC 4291, 2.4'),
    ('8000::/1', 'reserved by the IETF', 'RFC 4291, 2.4'),
    ('::/128', 'unspecified address', 'RFC 4291, 2.5.2'),
    ('::1/128', 'loopback', 'RFC 4291, 2.5.3'),
    ('64:ff9b:1::/48', 'local-use IPv4/IPv6 translation', 'RFC 8215, 3'),
    ('100::/64', 'discard-only', 'RFC 6666, 3'),
    ('100:0:0:1::/64', 'dummy prefix', 'RFC 9780, 3'),
    ('2001::/23', 'IETF protocol assignments', 'RFC 2928, 2'),
    ('2001::/32', 'Teredo', 'RFC 4380, 2.6'),
    ('2001:2::/48', 'benchmarking', 'RFC 5180, 8'),
    ('2001:10::/28', 'ORCHID, deprecated', 'RFC 4843, 1'),
    ('2001:20::/28', 'ORCHIDv2', 'RFC 7343, 1'),
    ('2001:db8::/32', 'documentation', 'RFC 3849, 2'),
    ('2002::/16', '6to4', 'RFC 3056, 2'),
    ('3fff::/20', 'documentation', 'RFC 9637, 3'),
    ('5f00::/16', 'segment routing identifiers', 'RFC 9602, 6'),
    ('fc00::/7', 'unique local', 'RFC 4193, 3'),
    ('fe80::/10', 'link-local', 'RFC 4291, 2.5.6'),
    ('fec0::/10', 'site-local, deprecated', 'RFC 3879, 4'),
    ('ff00::/8', 'multicast', 'RFC 4291, 2.7'),
)
HOLDERS: tuple[tuple[str, str, str], ...] = (
    ('::ffff:0:0/96', 'IPv4-mapped', 'RFC 4291, 2.5.5.2'),
    ('::/96', 'IPv4-compatible, deprecated', 'RFC 4291, 2.5.5.1'),
    ('64:ff9b::/96', 'IPv4/IPv6 translation', 'RFC 6052, 2.1'),
    ('::ffff:0:0:0/96', 'IPv4-translated', 'RFC 2765, 2.1'),
)
DOMAINS: tuple[tuple[str, str, str], ...] = (
    ('localhost', 'loopback: each machine is its own', 'RFC 6761, 6.3'),
    ('localdomain', 'a default of programs, for the machine itself', 'RFC 6761, 6.3'),
    ('local', 'multicast DNS: known only on the local link', 'RFC 6762, 3'),
    ('internal', 'private use: known only within a network', 'RFC 6761, 5'),
    ('lan', 'private use: known only within a network', 'RFC 6762, appendix G'),
    ('intranet', 'private use: known only within a network', 'RFC 6762, appendix G'),
    ('corp', 'private use: known only within a network', 'RFC 6762, appendix G'),
    ('home', 'private use: known only within a network', 'RFC 6762, appendix G'),
    ('private', 'private use: known only within a network', 'RFC 6762, appendix G'),
    ('home.arpa', 'home networks: known only within one', 'RFC 8375, 3'),
    ('test', 'testing: never delegated', 'RFC 6761, 6.2'),
    ('invalid', 'never resolved', 'RFC 6761, 6.4'),
    ('onion', 'Tor: unknown to the DNS', 'RFC 7686, 2'),
    ('alt', 'outside the DNS', 'RFC 9476, 2'),
    ('resolver.arpa', 'the resolver itself', 'RFC 9462'),
    ('service.arpa', 'services of one link', 'RFC 9665'),
    ('ipv4only.arpa', 'discovery of NAT64', 'RFC 8880'),
    ('eap.arpa', 'access to a network, unknown to the DNS', 'RFC 9965'),
    ('eap-noob.arpa', 'access to a network, unknown to the DNS', 'RFC 9140'),
    ('6tisch.arpa', 'joining a network, unknown to the DNS', 'RFC 9031'),
    ('10.in-addr.arpa', 'addresses of private networks, in reverse', 'RFC 6761, 6.1'),
    ('16.172.in-addr.arpa', 'addresses of private networks, in reverse', 'RFC 6761, 6.1'),
    ('17.172.in-addr.arpa', 'addresses of private networks, in reverse', 'RFC 6761, 6.1'),
    ('18.172.in-addr.arpa', 'addresses of private networks, in reverse', 'RFC 6761, 6.1'),
    ('19.172.in-addr.arpa', 'addresses of private networks, in reverse', 'RFC 6761, 6.1'),
    ('20.172.in-addr.arpa', 'addresses of private networks, in reverse', 'RFC 6761, 6.1'),
    ('21.172.in-addr.arpa', 'addresses of private networks, in reverse', 'RFC 6761, 6.1'),
    ('22.172.in-addr.arpa', 'addresses of private networks, in reverse', 'RFC 6761, 6.1'),
    ('23.172.in-addr.arpa', 'addresses of private networks, in reverse', 'RFC 6761, 6.1'),
    ('24.172.in-addr.arpa', 'addresses of private networks, in reverse', 'RFC 6761, 6.1'),
    ('25.172.in-addr.arpa', 'addresses of private networks, in reverse', 'RFC 6761, 6.1'),
    ('26.172.in-addr.arpa', 'addresses of private networks, in reverse', 'RFC 6761, 6.1'),
    ('27.172.in-addr.arpa', 'addresses of private networks, in reverse', 'RFC 6761, 6.1'),
    ('28.172.in-addr.arpa', 'addresses of private networks, in reverse', 'RFC 6761, 6.1'),
    ('29.172.in-addr.arpa', 'addresses of private networks, in reverse', 'RFC 6761, 6.1'),
    ('30.172.in-addr.arpa', 'addresses of private networks, in reverse', 'RFC 6761, 6.1'),
    ('31.172.in-addr.arpa', 'addresses of private networks, in reverse', 'RFC 6761, 6.1'),
    ('168.192.in-addr.arpa', 'addresses of private networks, in reverse', 'RFC 6761, 6.1'),
    ('254.169.in-addr.arpa', 'link-local addresses, in reverse', 'RFC 6762, 12'),
    ('8.e.f.ip6.arpa', 'link-local addresses, in reverse', 'RFC 6762, 12'),
    ('9.e.f.ip6.arpa', 'link-local addresses, in reverse', 'RFC 6762, 12'),
    ('a.e.f.ip6.arpa', 'link-local addresses, in reverse', 'RFC 6762, 12'),
    ('b.e.f.ip6.arpa', 'link-local addresses, in reverse', 'RFC 6762, 12'),
    ('170.0.0.192.in-addr.arpa', 'discovery of NAT64', 'RFC 8880'),
    ('171.0.0.192.in-addr.arpa', 'discovery of NAT64', 'RFC 8880'),
)
TYPED_SCHEMES = 'http https ftp file mailto ws wss'
NOT_MISSPELLED = 'fileb ftps httpu httpmu httpg httpx shttp files'
DEFANGED = 'hxxp=http hxxps=https fxp=ftp'
SCRIPTS = 'javascript vbscript livescript mocha'
FOLDERS = 'Applications Library System Users Volumes bin boot dev etc home lib media mnt opt private proc root run sbin srv sys tmp usr var'
PAGES = 'html htm xhtml'
EXTENSIONS = """
ac am as bar cab cc cfd data do dot in java la lk map md mk ml mm mo mov ms name pl pm pro properties ps pub py rs sc sh so
st tab tf vi works zip zone
"""
