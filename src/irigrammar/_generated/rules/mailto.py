"""The rules of mailto. Written by: python tools/compile_grammars.py --write"""

from irigrammar.grammars.expr import Alternation, Concatenation, Literal, Prose, Range, Ref, Repetition, Rule

RULES: dict[str, Rule] = {
    'mailtouri': Rule('mailtoURI', Concatenation(items=(Literal(text='mailto:', sensitive=False), Repetition(item=Ref(name='to'), low=0, high=1), Repetition(item=Ref(name='hfields'), low=0, high=1))), 'grammar/schemes/mailto.abnf', 3, 3),
    'to': Rule('to', Concatenation(items=(Ref(name='addr-spec'), Repetition(item=Concatenation(items=(Literal(text=',', sensitive=False), Ref(name='addr-spec'))), low=0, high=None))), 'grammar/schemes/mailto.abnf', 4, 4),
    'hfields': Rule('hfields', Concatenation(items=(Literal(text='?', sensitive=False), Ref(name='hfield'), Repetition(item=Concatenation(items=(Literal(text='&', sensitive=False), Ref(name='hfield'))), low=0, high=None))), 'grammar/schemes/mailto.abnf', 5, 5),
    'hfield': Rule('hfield', Concatenation(items=(Ref(name='hfname'), Literal(text='=', sensitive=False), Ref(name='hfvalue'))), 'grammar/schemes/mailto.abnf', 6, 6),
    'hfname': Rule('hfname', Repetition(item=Ref(name='qchar'), low=0, high=None), 'grammar/schemes/mailto.abnf', 7, 7),
    'hfvalue': Rule('hfvalue', Repetition(item=Ref(name='qchar'), low=0, high=None), 'grammar/schemes/mailto.abnf', 8, 8),
    'addr-spec': Rule('addr-spec', Concatenation(items=(Ref(name='local-part'), Literal(text='@', sensitive=False), Ref(name='domain'))), 'grammar/schemes/mailto.abnf', 9, 9),
    'local-part': Rule('local-part', Alternation(items=(Ref(name='dot-atom-text'), Ref(name='quoted-string'))), 'grammar/schemes/mailto.abnf', 10, 10),
    'domain': Rule('domain', Alternation(items=(Ref(name='dot-atom-text'), Concatenation(items=(Literal(text='[', sensitive=False), Repetition(item=Ref(name='dtext-no-obs'), low=0, high=None), Literal(text=']', sensitive=False))))), 'grammar/schemes/mailto.abnf', 11, 11),
    'dtext-no-obs': Rule('dtext-no-obs', Alternation(items=(Range(low=33, high=90), Range(low=94, high=126))), 'grammar/schemes/mailto.abnf', 12, 14),
    'qchar': Rule('qchar', Alternation(items=(Ref(name='unreserved'), Ref(name='pct-encoded'), Ref(name='some-delims'))), 'grammar/schemes/mailto.abnf', 15, 15),
    'some-delims': Rule('some-delims', Alternation(items=(Literal(text='!', sensitive=False), Literal(text='$', sensitive=False), Literal(text="'", sensitive=False), Literal(text='(', sensitive=False), Literal(text=')', sensitive=False), Literal(text='*', sensitive=False), Literal(text='+', sensitive=False), Literal(text=',', sensitive=False), Literal(text=';', sensitive=False), Literal(text=':', sensitive=False), Literal(text='@', sensitive=False))), 'grammar/schemes/mailto.abnf', 16, 17),
    'quoted-pair': Rule('quoted-pair', Concatenation(items=(Literal(text='\\', sensitive=False), Alternation(items=(Ref(name='VCHAR'), Ref(name='WSP'))))), 'grammar/schemes/mailto.abnf', 20, 20),
    'atext': Rule('atext', Alternation(items=(Ref(name='ALPHA'), Ref(name='DIGIT'), Literal(text='!', sensitive=False), Literal(text='#', sensitive=False), Literal(text='$', sensitive=False), Literal(text='%', sensitive=False), Literal(text='&', sensitive=False), Literal(text="'", sensitive=False), Literal(text='*', sensitive=False), Literal(text='+', sensitive=False), Literal(text='-', sensitive=False), Literal(text='/', sensitive=False), Literal(text='=', sensitive=False), Literal(text='?', sensitive=False), Literal(text='^', sensitive=False), Literal(text='_', sensitive=False), Literal(text='`', sensitive=False), Literal(text='{', sensitive=False), Literal(text='|', sensitive=False), Literal(text='}', sensitive=False), Literal(text='~', sensitive=False))), 'grammar/schemes/mailto.abnf', 21, 31),
    'dot-atom-text': Rule('dot-atom-text', Concatenation(items=(Repetition(item=Ref(name='atext'), low=1, high=None), Repetition(item=Concatenation(items=(Literal(text='.', sensitive=False), Repetition(item=Ref(name='atext'), low=1, high=None))), low=0, high=None))), 'grammar/schemes/mailto.abnf', 32, 32),
    'qtext': Rule('qtext', Alternation(items=(Literal(text='!', sensitive=True), Range(low=35, high=91), Range(low=93, high=126))), 'grammar/schemes/mailto.abnf', 33, 35),
    'qcontent': Rule('qcontent', Alternation(items=(Ref(name='qtext'), Ref(name='quoted-pair'))), 'grammar/schemes/mailto.abnf', 36, 36),
    'quoted-string': Rule('quoted-string', Concatenation(items=(Ref(name='DQUOTE'), Repetition(item=Ref(name='qcontent'), low=0, high=None), Ref(name='DQUOTE'))), 'grammar/schemes/mailto.abnf', 38, 38),
}
