"""The rules of cid. Written by: python tools/compile_grammars.py --write"""

from irigrammar.grammars.expr import Alternation, Concatenation, Literal, Prose, Range, Ref, Repetition, Rule

RULES: dict[str, Rule] = {
    'content-id': Rule('content-id', Ref(name='url-addr-spec'), 'grammar/schemes/cid.abnf', 3, 3),
    'message-id': Rule('message-id', Ref(name='url-addr-spec'), 'grammar/schemes/cid.abnf', 4, 4),
    'url-addr-spec': Rule('url-addr-spec', Ref(name='addr-spec'), 'grammar/schemes/cid.abnf', 6, 6),
    'cid-url': Rule('cid-url', Concatenation(items=(Literal(text='cid', sensitive=False), Literal(text=':', sensitive=False), Ref(name='content-id'))), 'grammar/schemes/cid.abnf', 8, 8),
    'mid-url': Rule('mid-url', Concatenation(items=(Literal(text='mid', sensitive=False), Literal(text=':', sensitive=False), Ref(name='message-id'), Repetition(item=Concatenation(items=(Literal(text='/', sensitive=False), Ref(name='content-id'))), low=0, high=1))), 'grammar/schemes/cid.abnf', 9, 9),
    'addr-spec': Rule('addr-spec', Concatenation(items=(Ref(name='local-part'), Literal(text='@', sensitive=False), Ref(name='domain'))), 'grammar/schemes/cid.abnf', 13, 13),
    'local-part': Rule('local-part', Concatenation(items=(Ref(name='word'), Repetition(item=Concatenation(items=(Literal(text='.', sensitive=False), Ref(name='word'))), low=0, high=None))), 'grammar/schemes/cid.abnf', 14, 14),
    'domain': Rule('domain', Concatenation(items=(Ref(name='sub-domain'), Repetition(item=Concatenation(items=(Literal(text='.', sensitive=False), Ref(name='sub-domain'))), low=0, high=None))), 'grammar/schemes/cid.abnf', 15, 15),
    'word': Rule('word', Ref(name='url-atom'), 'grammar/schemes/cid.abnf', 16, 16),
    'sub-domain': Rule('sub-domain', Ref(name='url-atom'), 'grammar/schemes/cid.abnf', 17, 17),
    'url-atom': Rule('url-atom', Repetition(item=Alternation(items=(Ref(name='ALPHA'), Ref(name='DIGIT'), Literal(text='-', sensitive=False), Literal(text='_', sensitive=False), Literal(text='~', sensitive=False), Literal(text='!', sensitive=False), Literal(text='$', sensitive=False), Literal(text='&', sensitive=False), Literal(text="'", sensitive=False), Literal(text='*', sensitive=False), Literal(text='+', sensitive=False), Literal(text='=', sensitive=False), Ref(name='pct-encoded'))), low=1, high=None), 'grammar/schemes/cid.abnf', 18, 18),
}
