"""The rules of file. Written by: python tools/compile_grammars.py --write"""

from irigrammar.grammars.expr import Alternation, Concatenation, Literal, Prose, Range, Ref, Repetition, Rule

RULES: dict[str, Rule] = {
    'file-uri': Rule('file-URI', Concatenation(items=(Ref(name='file-scheme'), Literal(text=':', sensitive=False), Ref(name='file-hier-part'))), 'grammar/schemes/file.abnf', 3, 3),
    'file-scheme': Rule('file-scheme', Literal(text='file', sensitive=False), 'grammar/schemes/file.abnf', 5, 5),
    'file-hier-part': Rule('file-hier-part', Alternation(items=(Concatenation(items=(Literal(text='//', sensitive=False), Ref(name='auth-path'))), Ref(name='local-path'))), 'grammar/schemes/file.abnf', 7, 8),
    'auth-path': Rule('auth-path', Concatenation(items=(Repetition(item=Ref(name='file-auth'), low=0, high=1), Ref(name='path-absolute'))), 'grammar/schemes/file.abnf', 10, 10),
    'local-path': Rule('local-path', Ref(name='path-absolute'), 'grammar/schemes/file.abnf', 12, 12),
    'file-auth': Rule('file-auth', Alternation(items=(Literal(text='localhost', sensitive=False), Ref(name='host'))), 'grammar/schemes/file.abnf', 14, 15),
}
