"""The rules of file-nonstandard. Written by: python tools/compile_grammars.py --write"""

from irigrammar.grammars.expr import Alternation, Concatenation, Literal, Prose, Range, Ref, Repetition, Rule

RULES: dict[str, Rule] = {
    'file-uri': Rule('file-URI', Concatenation(items=(Ref(name='file-scheme'), Literal(text=':', sensitive=False), Ref(name='file-hier-part'))), 'grammar/schemes/file-nonstandard.abnf', 3, 3),
    'file-scheme': Rule('file-scheme', Literal(text='file', sensitive=False), 'grammar/schemes/file-nonstandard.abnf', 5, 5),
    'file-hier-part': Rule('file-hier-part', Alternation(items=(Concatenation(items=(Literal(text='//', sensitive=False), Ref(name='auth-path'))), Ref(name='local-path'))), 'grammar/schemes/file-nonstandard.abnf', 7, 8),
    'auth-path': Rule('auth-path', Alternation(items=(Concatenation(items=(Repetition(item=Ref(name='file-auth'), low=0, high=1), Ref(name='path-absolute'))), Concatenation(items=(Repetition(item=Ref(name='file-auth'), low=0, high=1), Ref(name='file-absolute'))), Concatenation(items=(Ref(name='unc-authority'), Ref(name='path-absolute'))))), 'grammar/schemes/file-nonstandard.abnf', 10, 12),
    'local-path': Rule('local-path', Alternation(items=(Concatenation(items=(Repetition(item=Ref(name='drive-letter'), low=0, high=1), Ref(name='path-absolute'))), Ref(name='file-absolute'))), 'grammar/schemes/file-nonstandard.abnf', 14, 15),
    'file-auth': Rule('file-auth', Alternation(items=(Literal(text='localhost', sensitive=False), Concatenation(items=(Repetition(item=Concatenation(items=(Ref(name='userinfo'), Literal(text='@', sensitive=False))), low=0, high=1), Ref(name='host'))))), 'grammar/schemes/file-nonstandard.abnf', 17, 18),
    'unc-authority': Rule('unc-authority', Concatenation(items=(Repetition(item=Literal(text='/', sensitive=False), low=2, high=3), Ref(name='file-host'))), 'grammar/schemes/file-nonstandard.abnf', 20, 20),
    'file-host': Rule('file-host', Alternation(items=(Ref(name='inline-IP'), Ref(name='IPv4address'), Ref(name='reg-name'))), 'grammar/schemes/file-nonstandard.abnf', 22, 22),
    'inline-ip': Rule('inline-IP', Concatenation(items=(Literal(text='%5B', sensitive=False), Alternation(items=(Ref(name='IPv6address'), Ref(name='IPvFuture'))), Literal(text='%5D', sensitive=False))), 'grammar/schemes/file-nonstandard.abnf', 24, 24),
    'file-absolute': Rule('file-absolute', Concatenation(items=(Literal(text='/', sensitive=False), Ref(name='drive-letter'), Ref(name='path-absolute'))), 'grammar/schemes/file-nonstandard.abnf', 26, 26),
    'drive-letter': Rule('drive-letter', Alternation(items=(Concatenation(items=(Ref(name='ALPHA'), Literal(text=':', sensitive=False))), Concatenation(items=(Ref(name='ALPHA'), Literal(text='|', sensitive=False))))), 'grammar/schemes/file-nonstandard.abnf', 28, 29),
}
