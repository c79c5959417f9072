"""The rules of xmpp. Written by: python tools/compile_grammars.py --write"""

from irigrammar.grammars.expr import Alternation, Concatenation, Literal, Prose, Range, Ref, Repetition, Rule

RULES: dict[str, Rule] = {
    'xmppiri': Rule('xmppiri', Concatenation(items=(Literal(text='xmpp', sensitive=False), Literal(text=':', sensitive=False), Ref(name='ihierxmpp'), Repetition(item=Concatenation(items=(Literal(text='?', sensitive=False), Ref(name='iquerycomp'))), low=0, high=1), Repetition(item=Concatenation(items=(Literal(text='#', sensitive=False), Ref(name='ifragment'))), low=0, high=1))), 'grammar/schemes/xmpp.abnf', 3, 5),
    'ihierxmpp': Rule('ihierxmpp', Alternation(items=(Ref(name='iauthpath'), Ref(name='ipathxmpp'))), 'grammar/schemes/xmpp.abnf', 6, 6),
    'iauthpath': Rule('iauthpath', Concatenation(items=(Literal(text='//', sensitive=False), Ref(name='iauthxmpp'), Repetition(item=Concatenation(items=(Literal(text='/', sensitive=False), Ref(name='ipathxmpp'))), low=0, high=1))), 'grammar/schemes/xmpp.abnf', 7, 7),
    'iauthxmpp': Rule('iauthxmpp', Concatenation(items=(Ref(name='inodeid'), Literal(text='@', sensitive=False), Ref(name='ihost'))), 'grammar/schemes/xmpp.abnf', 8, 8),
    'ipathxmpp': Rule('ipathxmpp', Concatenation(items=(Repetition(item=Concatenation(items=(Ref(name='inodeid'), Literal(text='@', sensitive=False))), low=0, high=1), Ref(name='ihost'), Repetition(item=Concatenation(items=(Literal(text='/', sensitive=False), Ref(name='iresid'))), low=0, high=1))), 'grammar/schemes/xmpp.abnf', 9, 9),
    'inodeid': Rule('inodeid', Repetition(item=Alternation(items=(Ref(name='iunreserved'), Ref(name='pct-encoded'), Ref(name='nodeallow'))), low=0, high=None), 'grammar/schemes/xmpp.abnf', 10, 10),
    'nodeallow': Rule('nodeallow', Alternation(items=(Literal(text='!', sensitive=False), Literal(text='$', sensitive=False), Literal(text='(', sensitive=False), Literal(text=')', sensitive=False), Literal(text='*', sensitive=False), Literal(text='+', sensitive=False), Literal(text=',', sensitive=False), Literal(text=';', sensitive=False), Literal(text='=', sensitive=False))), 'grammar/schemes/xmpp.abnf', 11, 11),
    'iresid': Rule('iresid', Repetition(item=Alternation(items=(Ref(name='iunreserved'), Ref(name='pct-encoded'), Ref(name='resallow'))), low=0, high=None), 'grammar/schemes/xmpp.abnf', 12, 12),
    'resallow': Rule('resallow', Alternation(items=(Literal(text='!', sensitive=False), Literal(text='$', sensitive=False), Literal(text='&', sensitive=False), Literal(text="'", sensitive=False), Literal(text='(', sensitive=False), Literal(text=')', sensitive=False), Literal(text='*', sensitive=False), Literal(text='+', sensitive=False), Literal(text=',', sensitive=False), Literal(text=':', sensitive=False), Literal(text=';', sensitive=False), Literal(text='=', sensitive=False))), 'grammar/schemes/xmpp.abnf', 13, 14),
    'iquerycomp': Rule('iquerycomp', Concatenation(items=(Ref(name='iquerytype'), Repetition(item=Repetition(item=Ref(name='ipair'), low=0, high=None), low=0, high=1))), 'grammar/schemes/xmpp.abnf', 15, 15),
    'iquerytype': Rule('iquerytype', Repetition(item=Ref(name='iunreserved'), low=0, high=None), 'grammar/schemes/xmpp.abnf', 16, 16),
    'ipair': Rule('ipair', Concatenation(items=(Literal(text=';', sensitive=False), Ref(name='ikey'), Literal(text='=', sensitive=False), Ref(name='ivalue'))), 'grammar/schemes/xmpp.abnf', 17, 17),
    'ikey': Rule('ikey', Repetition(item=Ref(name='iunreserved'), low=0, high=None), 'grammar/schemes/xmpp.abnf', 18, 18),
    'ivalue': Rule('ivalue', Repetition(item=Alternation(items=(Ref(name='iunreserved'), Ref(name='pct-encoded'))), low=0, high=None), 'grammar/schemes/xmpp.abnf', 19, 19),
    'xmppuri': Rule('xmppuri', Concatenation(items=(Literal(text='xmpp', sensitive=False), Literal(text=':', sensitive=False), Ref(name='hierxmpp'), Repetition(item=Concatenation(items=(Literal(text='?', sensitive=False), Ref(name='querycomp'))), low=0, high=1), Repetition(item=Concatenation(items=(Literal(text='#', sensitive=False), Ref(name='fragment'))), low=0, high=1))), 'grammar/schemes/xmpp.abnf', 22, 22),
    'hierxmpp': Rule('hierxmpp', Alternation(items=(Ref(name='authpath'), Ref(name='pathxmpp'))), 'grammar/schemes/xmpp.abnf', 23, 23),
    'authpath': Rule('authpath', Concatenation(items=(Literal(text='//', sensitive=False), Ref(name='authxmpp'), Repetition(item=Concatenation(items=(Literal(text='/', sensitive=False), Ref(name='pathxmpp'))), low=0, high=1))), 'grammar/schemes/xmpp.abnf', 24, 24),
    'authxmpp': Rule('authxmpp', Concatenation(items=(Ref(name='nodeid'), Literal(text='@', sensitive=False), Ref(name='host'))), 'grammar/schemes/xmpp.abnf', 25, 25),
    'pathxmpp': Rule('pathxmpp', Concatenation(items=(Repetition(item=Concatenation(items=(Ref(name='nodeid'), Literal(text='@', sensitive=False))), low=0, high=1), Ref(name='host'), Repetition(item=Concatenation(items=(Literal(text='/', sensitive=False), Ref(name='resid'))), low=0, high=1))), 'grammar/schemes/xmpp.abnf', 26, 26),
    'nodeid': Rule('nodeid', Repetition(item=Alternation(items=(Ref(name='unreserved'), Ref(name='pct-encoded'), Ref(name='nodeallow'))), low=0, high=None), 'grammar/schemes/xmpp.abnf', 27, 27),
    'resid': Rule('resid', Repetition(item=Alternation(items=(Ref(name='unreserved'), Ref(name='pct-encoded'), Ref(name='resallow'))), low=0, high=None), 'grammar/schemes/xmpp.abnf', 28, 28),
    'querycomp': Rule('querycomp', Concatenation(items=(Ref(name='querytype'), Repetition(item=Repetition(item=Ref(name='pair'), low=0, high=None), low=0, high=1))), 'grammar/schemes/xmpp.abnf', 29, 29),
    'querytype': Rule('querytype', Repetition(item=Alternation(items=(Ref(name='unreserved'), Ref(name='pct-encoded'))), low=0, high=None), 'grammar/schemes/xmpp.abnf', 30, 30),
    'pair': Rule('pair', Concatenation(items=(Literal(text=';', sensitive=False), Ref(name='key'), Literal(text='=', sensitive=False), Ref(name='value'))), 'grammar/schemes/xmpp.abnf', 31, 31),
    'key': Rule('key', Repetition(item=Alternation(items=(Ref(name='unreserved'), Ref(name='pct-encoded'))), low=0, high=None), 'grammar/schemes/xmpp.abnf', 32, 32),
    'value': Rule('value', Repetition(item=Alternation(items=(Ref(name='unreserved'), Ref(name='pct-encoded'))), low=0, high=None), 'grammar/schemes/xmpp.abnf', 33, 33),
}
