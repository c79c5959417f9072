"""Patterns of the beginnings of identifiers in text, for the re module.

Written by: python tools/compile_grammars.py --write
"""

SCHEME = ('[+\\-.0-9A-Za-z]*+', '[+\\-.0-9]*+')
REGISTRABLE = '[A-Za-z][+\\-.0-9A-Za-z]*+'
AUTHORITY = '//[^\\x00-\\x20"\'),;<>\\\\\\]`\\x85\\xa0]'
BEFORE_NONE = '[#-%+\\--/:@\\\\]'
NO_COLON = '[,.;\\uff1a]'
PLAIN = '//[\\-0-9A-Za-z]++\\.[\\-0-9A-Za-z](?>\\.?+[\\-0-9A-Za-z])*+(?:/(?>(?:[.:]?+[+\\-/-9=A-Z_a-z\\~\\xc0-\\xd6\\xd8-\\xf6\\xf8-\\xff]|[\\&,][0-9_]|%(?:[1-9A-Fa-f][0-9A-Fa-f]|0[A-Fa-f])))*+(?:\\?(?:[.:]?+[+\\-/-9=A-Z_a-z\\~\\xc0-\\xd6\\xd8-\\xf6\\xf8-\\xff]|[\\&,][0-9_]|%(?:[1-9A-Fa-f][0-9A-Fa-f]|0[A-Fa-f]))(?>(?:[.:]?+[+\\-/-9=A-Z_a-z\\~\\xc0-\\xd6\\xd8-\\xf6\\xf8-\\xff]|[\\&,][0-9_]|%(?:[1-9A-Fa-f][0-9A-Fa-f]|0[A-Fa-f])))*+)?|\\?(?:[.:]?+[+\\-/-9=A-Z_a-z\\~\\xc0-\\xd6\\xd8-\\xf6\\xf8-\\xff]|[\\&,][0-9_]|%(?:[1-9A-Fa-f][0-9A-Fa-f]|0[A-Fa-f]))(?>(?:[.:]?+[+\\-/-9=A-Z_a-z\\~\\xc0-\\xd6\\xd8-\\xf6\\xf8-\\xff]|[\\&,][0-9_]|%(?:[1-9A-Fa-f][0-9A-Fa-f]|0[A-Fa-f])))*+)?(?:#(?:[.:]?+[+\\-/-9=A-Z_a-z\\~\\xc0-\\xd6\\xd8-\\xf6\\xf8-\\xff]|[\\&,][0-9_]|%(?:[1-9A-Fa-f][0-9A-Fa-f]|0[A-Fa-f]))(?>(?:[.:]?+[+\\-/-9=A-Z_a-z\\~\\xc0-\\xd6\\xd8-\\xf6\\xf8-\\xff]|[\\&,][0-9_]|%(?:[1-9A-Fa-f][0-9A-Fa-f]|0[A-Fa-f])))*+)?'
PLAIN_REFERENCE = '#?+/(?:[0-9A-Z_a-z]|\\$[a-z])[\\-.0-9A-Z_a-z]*+(?:(?>/(?:[0-9A-Z_a-z]|\\$[a-z]))[\\-.0-9A-Z_a-z]*+)*+'
SENTENCE_END = '[!,.:;?]'

# What follows the colon, by schemes.
AFTER_COLON: dict[str, str] = {
    'acct cid im mailto mid pres sip sips xmpp': '[^\\x00-\\x20"<>@\\x85\\xa0]{1,256}@(?:[0-9A-Z_a-z\\xa0-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\uffef\\U00010000-\\U0001fffd\\U00020000-\\U0002fffd\\U00030000-\\U0003fffd\\U00040000-\\U0004fffd\\U00050000-\\U0005fffd\\U00060000-\\U0006fffd\\U00070000-\\U0007fffd\\U00080000-\\U0008fffd\\U00090000-\\U0009fffd\\U000a0000-\\U000afffd\\U000b0000-\\U000bfffd\\U000c0000-\\U000cfffd\\U000d0000-\\U000dfffd\\U000e1000-\\U000efffd]|%[0-9A-Fa-f][0-9A-Fa-f]|\\[[.0-:A-Fa-f]+\\])',
    'data': '[A-Za-z]+/[+\\-.0-9A-Z_a-z]+(?:;[+\\-.0-9A-Z_a-z]+(?:=[+\\-.0-9A-Z_a-z]+)?)*,[^\\x00-\\x20"\'.<\\\\`\\x85\\xa0]',
    'did': '[0-9A-Za-z]+:[%\\-.0-9A-Z_a-z\\xa0-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\uffef\\U00010000-\\U0001fffd\\U00020000-\\U0002fffd\\U00030000-\\U0003fffd\\U00040000-\\U0004fffd\\U00050000-\\U0005fffd\\U00060000-\\U0006fffd\\U00070000-\\U0007fffd\\U00080000-\\U0008fffd\\U00090000-\\U0009fffd\\U000a0000-\\U000afffd\\U000b0000-\\U000bfffd\\U000c0000-\\U000cfffd\\U000d0000-\\U000dfffd\\U000e1000-\\U000efffd]',
    'doi': '10\\.[0-9]{4,9}/[^\\x00-\\x20\\x85\\xa0]',
    'file': '/[^\\x00-\\x20"\'*\\^\\x85\\xa0]',
    'geo': '-?[0-9]+(?:\\.[0-9]+)?,-?[0-9]',
    'info': '(?:[Aa][Rr][Xx][Ii][Vv]|[Dd](?:[Dd][Cc]|[Oo][Ii])|[Hh][Dd][Ll]|[Ll][Cc](?:[Cc][Nn])?|[Oo](?:[Cc][Ll][Cc][Nn][Uu][Mm]|[Ff][Ii])|[Pp](?:[Mm][Ii][Dd]|[Rr][Oo][Nn][Oo][Mm])|[Rr][Ee][Ff][Ss][Ee][Qq]|[Ss][Ii](?:[Dd]|[Cc][Ii]))/[^\\x00-\\x20\\x85\\xa0]',
    'jdbc': '[A-Za-z][+\\-0-9A-Z_a-z]*:[(/-9@-Z_a-z\\xa0-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\uffef\\U00010000-\\U0001fffd\\U00020000-\\U0002fffd\\U00030000-\\U0003fffd\\U00040000-\\U0004fffd\\U00050000-\\U0005fffd\\U00060000-\\U0006fffd\\U00070000-\\U0007fffd\\U00080000-\\U0008fffd\\U00090000-\\U0009fffd\\U000a0000-\\U000afffd\\U000b0000-\\U000bfffd\\U000c0000-\\U000cfffd\\U000d0000-\\U000dfffd\\U000e1000-\\U000efffd]',
    'magnet': '\\?[A-Za-z]',
    'news': '(?:[^\\x00-\\x20"<>@\\x85\\xa0]{1,256}@(?:[0-9A-Z_a-z\\xa0-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\uffef\\U00010000-\\U0001fffd\\U00020000-\\U0002fffd\\U00030000-\\U0003fffd\\U00040000-\\U0004fffd\\U00050000-\\U0005fffd\\U00060000-\\U0006fffd\\U00070000-\\U0007fffd\\U00080000-\\U0008fffd\\U00090000-\\U0009fffd\\U000a0000-\\U000afffd\\U000b0000-\\U000bfffd\\U000c0000-\\U000cfffd\\U000d0000-\\U000dfffd\\U000e1000-\\U000efffd]|%[0-9A-Fa-f][0-9A-Fa-f]|\\[[.0-:A-Fa-f]+\\])|[A-Za-z][+\\-0-9A-Za-z]*\\.[+\\-0-9A-Za-z](?:\\.?[+\\-0-9A-Za-z])*)',
    'pkg': '[A-Za-z][+\\-.0-9A-Za-z]*/[0-9A-Z_a-z\\xa0-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\uffef\\U00010000-\\U0001fffd\\U00020000-\\U0002fffd\\U00030000-\\U0003fffd\\U00040000-\\U0004fffd\\U00050000-\\U0005fffd\\U00060000-\\U0006fffd\\U00070000-\\U0007fffd\\U00080000-\\U0008fffd\\U00090000-\\U0009fffd\\U000a0000-\\U000afffd\\U000b0000-\\U000bfffd\\U000c0000-\\U000cfffd\\U000d0000-\\U000dfffd\\U000e1000-\\U000efffd]',
    'sms': '\\+?[0-9][\\-0-9]{2}',
    'swh': '[0-9]:[A-Za-z]+:[0-9A-Fa-f]',
    'tag': '[\\-.0-9@-Z_a-z\\xa0-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\uffef\\U00010000-\\U0001fffd\\U00020000-\\U0002fffd\\U00030000-\\U0003fffd\\U00040000-\\U0004fffd\\U00050000-\\U0005fffd\\U00060000-\\U0006fffd\\U00070000-\\U0007fffd\\U00080000-\\U0008fffd\\U00090000-\\U0009fffd\\U000a0000-\\U000afffd\\U000b0000-\\U000bfffd\\U000c0000-\\U000cfffd\\U000d0000-\\U000dfffd\\U000e1000-\\U000efffd]+,[0-9]{4}(?:-[0-9]{2}){0,2}:[^\\x00-\\x20"\'),\\\\\\]`\\x85\\xa0]',
    'tel': '\\+?[(0-9][()\\-.0-9]{2}',
    'urn': '[0-9A-Za-z][\\-0-9A-Za-z]{0,63}:(?:\\.\\.?)?[^\\x00-\\x20"\'),.;<>\\\\\\]{}\\x85\\xa0]',
}
