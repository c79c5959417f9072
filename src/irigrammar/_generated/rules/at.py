"""The rules of at. Written by: python tools/compile_grammars.py --write"""

from irigrammar.grammars.expr import Alternation, Concatenation, Literal, Prose, Range, Ref, Repetition, Rule

RULES: dict[str, Rule] = {
    'at-uri': Rule('at-uri', Concatenation(items=(Literal(text='at://', sensitive=True), Ref(name='authority'), Repetition(item=Concatenation(items=(Literal(text='/', sensitive=False), Ref(name='collection'), Repetition(item=Concatenation(items=(Literal(text='/', sensitive=False), Ref(name='rkey'))), low=0, high=1))), low=0, high=1))), 'grammar/schemes/at.abnf', 4, 4),
    'authority': Rule('authority', Alternation(items=(Ref(name='handle'), Ref(name='at-did'))), 'grammar/schemes/at.abnf', 5, 5),
    'handle': Rule('handle', Concatenation(items=(Repetition(item=Concatenation(items=(Ref(name='label'), Literal(text='.', sensitive=False))), low=1, high=None), Ref(name='top-label'))), 'grammar/schemes/at.abnf', 6, 6),
    'label': Rule('label', Concatenation(items=(Ref(name='let-dig'), Repetition(item=Concatenation(items=(Repetition(item=Ref(name='let-dig-hyp'), low=0, high=None), Ref(name='let-dig'))), low=0, high=1))), 'grammar/schemes/at.abnf', 7, 7),
    'top-label': Rule('top-label', Concatenation(items=(Ref(name='ALPHA'), Repetition(item=Concatenation(items=(Repetition(item=Ref(name='let-dig-hyp'), low=0, high=None), Ref(name='let-dig'))), low=0, high=1))), 'grammar/schemes/at.abnf', 8, 8),
    'let-dig': Rule('let-dig', Alternation(items=(Ref(name='ALPHA'), Ref(name='DIGIT'))), 'grammar/schemes/at.abnf', 9, 9),
    'let-dig-hyp': Rule('let-dig-hyp', Alternation(items=(Ref(name='let-dig'), Literal(text='-', sensitive=False))), 'grammar/schemes/at.abnf', 10, 10),
    'at-did': Rule('at-did', Concatenation(items=(Literal(text='did:', sensitive=True), Repetition(item=Range(low=97, high=122), low=1, high=None), Literal(text=':', sensitive=False), Repetition(item=Alternation(items=(Ref(name='did-char'), Literal(text=':', sensitive=False), Literal(text='%', sensitive=False))), low=0, high=None), Ref(name='did-char'))), 'grammar/schemes/at.abnf', 11, 11),
    'did-char': Rule('did-char', Alternation(items=(Ref(name='let-dig'), Literal(text='.', sensitive=False), Literal(text='_', sensitive=False), Literal(text='-', sensitive=False))), 'grammar/schemes/at.abnf', 12, 12),
    'collection': Rule('collection', Ref(name='nsid'), 'grammar/schemes/at.abnf', 13, 13),
    'nsid': Rule('nsid', Concatenation(items=(Ref(name='top-label'), Repetition(item=Concatenation(items=(Literal(text='.', sensitive=False), Ref(name='label'))), low=1, high=None), Literal(text='.', sensitive=False), Ref(name='nsid-name'))), 'grammar/schemes/at.abnf', 14, 14),
    'nsid-name': Rule('nsid-name', Concatenation(items=(Ref(name='ALPHA'), Repetition(item=Ref(name='let-dig'), low=0, high=None))), 'grammar/schemes/at.abnf', 15, 15),
    'rkey': Rule('rkey', Repetition(item=Ref(name='rkey-char'), low=1, high=None), 'grammar/schemes/at.abnf', 16, 16),
    'rkey-char': Rule('rkey-char', Alternation(items=(Ref(name='let-dig'), Literal(text='.', sensitive=False), Literal(text='-', sensitive=False), Literal(text='_', sensitive=False), Literal(text=':', sensitive=False), Literal(text='~', sensitive=False))), 'grammar/schemes/at.abnf', 17, 17),
}
