"""The rules of did. Written by: python tools/compile_grammars.py --write"""

from irigrammar.grammars.expr import Alternation, Concatenation, Literal, Prose, Range, Ref, Repetition, Rule

RULES: dict[str, Rule] = {
    'did': Rule('did', Concatenation(items=(Literal(text='did:', sensitive=False), Ref(name='method-name'), Literal(text=':', sensitive=False), Ref(name='method-specific-id'))), 'grammar/schemes/did.abnf', 3, 3),
    'method-name': Rule('method-name', Repetition(item=Ref(name='method-char'), low=1, high=None), 'grammar/schemes/did.abnf', 4, 4),
    'method-char': Rule('method-char', Alternation(items=(Range(low=97, high=122), Ref(name='DIGIT'))), 'grammar/schemes/did.abnf', 5, 5),
    'method-specific-id': Rule('method-specific-id', Concatenation(items=(Repetition(item=Concatenation(items=(Repetition(item=Ref(name='idchar'), low=0, high=None), Literal(text=':', sensitive=False))), low=0, high=None), Repetition(item=Ref(name='idchar'), low=1, high=None))), 'grammar/schemes/did.abnf', 6, 6),
    'idchar': Rule('idchar', Alternation(items=(Ref(name='ALPHA'), Ref(name='DIGIT'), Literal(text='.', sensitive=False), Literal(text='-', sensitive=False), Literal(text='_', sensitive=False), Ref(name='pct-encoded'))), 'grammar/schemes/did.abnf', 7, 7),
    'pct-encoded': Rule('pct-encoded', Concatenation(items=(Literal(text='%', sensitive=False), Ref(name='HEXDIG'), Ref(name='HEXDIG'))), 'grammar/schemes/did.abnf', 8, 8),
    'did-url': Rule('did-url', Concatenation(items=(Ref(name='did'), Ref(name='path-abempty'), Repetition(item=Concatenation(items=(Literal(text='?', sensitive=False), Ref(name='query'))), low=0, high=1), Repetition(item=Concatenation(items=(Literal(text='#', sensitive=False), Ref(name='fragment'))), low=0, high=1))), 'grammar/schemes/did.abnf', 11, 11),
}
