"""The rules of ftp. Written by: python tools/compile_grammars.py --write"""

from irigrammar.grammars.expr import Alternation, Concatenation, Literal, Prose, Range, Ref, Repetition, Rule

RULES: dict[str, Rule] = {
    'ftpurl': Rule('ftpurl', Concatenation(items=(Literal(text='ftp://', sensitive=False), Ref(name='login'), Repetition(item=Concatenation(items=(Literal(text='/', sensitive=False), Ref(name='fpath'), Repetition(item=Concatenation(items=(Literal(text=';type=', sensitive=False), Ref(name='ftptype'))), low=0, high=1))), low=0, high=1))), 'grammar/schemes/ftp.abnf', 4, 4),
    'fpath': Rule('fpath', Concatenation(items=(Ref(name='fsegment'), Repetition(item=Concatenation(items=(Literal(text='/', sensitive=False), Ref(name='fsegment'))), low=0, high=None))), 'grammar/schemes/ftp.abnf', 6, 6),
    'fsegment': Rule('fsegment', Repetition(item=Alternation(items=(Ref(name='uchar'), Literal(text='?', sensitive=False), Literal(text=':', sensitive=False), Literal(text='@', sensitive=False), Literal(text='&', sensitive=False), Literal(text='=', sensitive=False))), low=0, high=None), 'grammar/schemes/ftp.abnf', 8, 8),
    'ftptype': Rule('ftptype', Alternation(items=(Literal(text='A', sensitive=False), Literal(text='I', sensitive=False), Literal(text='D', sensitive=False), Literal(text='a', sensitive=False), Literal(text='i', sensitive=False), Literal(text='d', sensitive=False))), 'grammar/schemes/ftp.abnf', 10, 10),
    'login': Rule('login', Concatenation(items=(Repetition(item=Concatenation(items=(Ref(name='user'), Repetition(item=Concatenation(items=(Literal(text=':', sensitive=False), Ref(name='password'))), low=0, high=1), Literal(text='@', sensitive=False))), low=0, high=1), Ref(name='hostport'))), 'grammar/schemes/ftp.abnf', 13, 13),
    'hostport': Rule('hostport', Concatenation(items=(Ref(name='host'), Repetition(item=Concatenation(items=(Literal(text=':', sensitive=False), Ref(name='port'))), low=0, high=1))), 'grammar/schemes/ftp.abnf', 14, 14),
    'host': Rule('host', Alternation(items=(Ref(name='hostname'), Ref(name='hostnumber'))), 'grammar/schemes/ftp.abnf', 16, 16),
    'hostname': Rule('hostname', Concatenation(items=(Repetition(item=Concatenation(items=(Ref(name='domainlabel'), Literal(text='.', sensitive=False))), low=0, high=None), Ref(name='toplabel'))), 'grammar/schemes/ftp.abnf', 18, 18),
    'domainlabel': Rule('domainlabel', Alternation(items=(Ref(name='alphadigit'), Concatenation(items=(Ref(name='alphadigit'), Repetition(item=Alternation(items=(Ref(name='alphadigit'), Literal(text='-', sensitive=False))), low=0, high=None), Ref(name='alphadigit'))))), 'grammar/schemes/ftp.abnf', 20, 20),
    'toplabel': Rule('toplabel', Alternation(items=(Ref(name='ALPHA'), Concatenation(items=(Ref(name='ALPHA'), Repetition(item=Alternation(items=(Ref(name='alphadigit'), Literal(text='-', sensitive=False))), low=0, high=None), Ref(name='alphadigit'))))), 'grammar/schemes/ftp.abnf', 22, 22),
    'alphadigit': Rule('alphadigit', Alternation(items=(Ref(name='ALPHA'), Ref(name='DIGIT'))), 'grammar/schemes/ftp.abnf', 24, 24),
    'hostnumber': Rule('hostnumber', Concatenation(items=(Ref(name='digits'), Literal(text='.', sensitive=False), Ref(name='digits'), Literal(text='.', sensitive=False), Ref(name='digits'), Literal(text='.', sensitive=False), Ref(name='digits'))), 'grammar/schemes/ftp.abnf', 25, 25),
    'port': Rule('port', Ref(name='digits'), 'grammar/schemes/ftp.abnf', 26, 26),
    'user': Rule('user', Repetition(item=Alternation(items=(Ref(name='uchar'), Literal(text=';', sensitive=False), Literal(text='?', sensitive=False), Literal(text='&', sensitive=False), Literal(text='=', sensitive=False))), low=0, high=None), 'grammar/schemes/ftp.abnf', 28, 28),
    'password': Rule('password', Repetition(item=Alternation(items=(Ref(name='uchar'), Literal(text=';', sensitive=False), Literal(text='?', sensitive=False), Literal(text='&', sensitive=False), Literal(text='=', sensitive=False))), low=0, high=None), 'grammar/schemes/ftp.abnf', 30, 30),
    'safe': Rule('safe', Alternation(items=(Literal(text='$', sensitive=False), Literal(text='-', sensitive=False), Literal(text='_', sensitive=False), Literal(text='.', sensitive=False), Literal(text='+', sensitive=False))), 'grammar/schemes/ftp.abnf', 33, 33),
    'extra': Rule('extra', Alternation(items=(Literal(text='!', sensitive=False), Literal(text='*', sensitive=False), Literal(text="'", sensitive=False), Literal(text='(', sensitive=False), Literal(text=')', sensitive=False), Literal(text=',', sensitive=False))), 'grammar/schemes/ftp.abnf', 35, 35),
    'escape': Rule('escape', Concatenation(items=(Literal(text='%', sensitive=False), Ref(name='HEXDIG'), Ref(name='HEXDIG'))), 'grammar/schemes/ftp.abnf', 37, 37),
    'unreserved': Rule('unreserved', Alternation(items=(Ref(name='ALPHA'), Ref(name='DIGIT'), Ref(name='safe'), Ref(name='extra'))), 'grammar/schemes/ftp.abnf', 39, 39),
    'uchar': Rule('uchar', Alternation(items=(Ref(name='unreserved'), Ref(name='escape'))), 'grammar/schemes/ftp.abnf', 41, 41),
    'digits': Rule('digits', Repetition(item=Ref(name='DIGIT'), low=1, high=None), 'grammar/schemes/ftp.abnf', 43, 43),
}
