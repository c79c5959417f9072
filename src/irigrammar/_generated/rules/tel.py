"""The rules of tel. Written by: python tools/compile_grammars.py --write"""

from irigrammar.grammars.expr import Alternation, Concatenation, Literal, Prose, Range, Ref, Repetition, Rule

RULES: dict[str, Rule] = {
    'telephone-uri': Rule('telephone-uri', Concatenation(items=(Literal(text='tel:', sensitive=False), Ref(name='telephone-subscriber'))), 'grammar/schemes/tel.abnf', 3, 3),
    'telephone-subscriber': Rule('telephone-subscriber', Alternation(items=(Ref(name='global-number'), Ref(name='local-number'))), 'grammar/schemes/tel.abnf', 4, 4),
    'global-number': Rule('global-number', Concatenation(items=(Ref(name='global-number-digits'), Repetition(item=Ref(name='par'), low=0, high=None))), 'grammar/schemes/tel.abnf', 5, 5),
    'local-number': Rule('local-number', Concatenation(items=(Ref(name='local-number-digits'), Repetition(item=Ref(name='par'), low=0, high=None), Ref(name='context'), Repetition(item=Ref(name='par'), low=0, high=None))), 'grammar/schemes/tel.abnf', 6, 6),
    'par': Rule('par', Alternation(items=(Ref(name='parameter'), Ref(name='extension'), Ref(name='isdn-subaddress'))), 'grammar/schemes/tel.abnf', 7, 7),
    'isdn-subaddress': Rule('isdn-subaddress', Concatenation(items=(Literal(text=';isub=', sensitive=False), Repetition(item=Ref(name='paramchar'), low=1, high=None))), 'grammar/schemes/tel.abnf', 9, 9),
    'extension': Rule('extension', Concatenation(items=(Literal(text=';ext=', sensitive=False), Repetition(item=Ref(name='phonedigit'), low=1, high=None))), 'grammar/schemes/tel.abnf', 10, 10),
    'context': Rule('context', Concatenation(items=(Literal(text=';phone-context=', sensitive=False), Ref(name='descriptor'))), 'grammar/schemes/tel.abnf', 11, 11),
    'descriptor': Rule('descriptor', Alternation(items=(Ref(name='domainname'), Ref(name='global-number-digits'))), 'grammar/schemes/tel.abnf', 12, 12),
    'global-number-digits': Rule('global-number-digits', Concatenation(items=(Literal(text='+', sensitive=False), Repetition(item=Ref(name='phonedigit'), low=0, high=None), Ref(name='DIGIT'), Repetition(item=Ref(name='phonedigit'), low=0, high=None))), 'grammar/schemes/tel.abnf', 13, 13),
    'local-number-digits': Rule('local-number-digits', Concatenation(items=(Repetition(item=Ref(name='phonedigit-hex'), low=0, high=None), Alternation(items=(Ref(name='HEXDIG'), Literal(text='*', sensitive=False), Literal(text='#', sensitive=False))), Repetition(item=Ref(name='phonedigit-hex'), low=0, high=None))), 'grammar/schemes/tel.abnf', 14, 14),
    'domainname': Rule('domainname', Concatenation(items=(Repetition(item=Concatenation(items=(Ref(name='domainlabel'), Literal(text='.', sensitive=False))), low=0, high=None), Ref(name='toplabel'), Repetition(item=Literal(text='.', sensitive=False), low=0, high=1))), 'grammar/schemes/tel.abnf', 15, 15),
    'domainlabel': Rule('domainlabel', Alternation(items=(Ref(name='alphanum'), Concatenation(items=(Ref(name='alphanum'), Repetition(item=Alternation(items=(Ref(name='alphanum'), Literal(text='-', sensitive=False))), low=0, high=None), Ref(name='alphanum'))))), 'grammar/schemes/tel.abnf', 16, 16),
    'toplabel': Rule('toplabel', Alternation(items=(Ref(name='ALPHA'), Concatenation(items=(Ref(name='ALPHA'), Repetition(item=Alternation(items=(Ref(name='alphanum'), Literal(text='-', sensitive=False))), low=0, high=None), Ref(name='alphanum'))))), 'grammar/schemes/tel.abnf', 17, 17),
    'parameter': Rule('parameter', Concatenation(items=(Literal(text=';', sensitive=False), Ref(name='pname'), Repetition(item=Concatenation(items=(Literal(text='=', sensitive=False), Ref(name='pvalue'))), low=0, high=1))), 'grammar/schemes/tel.abnf', 18, 18),
    'pname': Rule('pname', Repetition(item=Alternation(items=(Ref(name='alphanum'), Literal(text='-', sensitive=False))), low=1, high=None), 'grammar/schemes/tel.abnf', 19, 19),
    'pvalue': Rule('pvalue', Repetition(item=Ref(name='paramchar'), low=1, high=None), 'grammar/schemes/tel.abnf', 20, 20),
    'paramchar': Rule('paramchar', Alternation(items=(Ref(name='param-unreserved'), Ref(name='unreserved'), Ref(name='pct-encoded'))), 'grammar/schemes/tel.abnf', 21, 21),
    'unreserved': Rule('unreserved', Alternation(items=(Ref(name='alphanum'), Ref(name='mark'))), 'grammar/schemes/tel.abnf', 22, 22),
    'mark': Rule('mark', Alternation(items=(Literal(text='-', sensitive=False), Literal(text='_', sensitive=False), Literal(text='.', sensitive=False), Literal(text='!', sensitive=False), Literal(text='~', sensitive=False), Literal(text='*', sensitive=False), Literal(text="'", sensitive=False), Literal(text='(', sensitive=False), Literal(text=')', sensitive=False))), 'grammar/schemes/tel.abnf', 23, 23),
    'pct-encoded': Rule('pct-encoded', Concatenation(items=(Literal(text='%', sensitive=False), Ref(name='HEXDIG'), Ref(name='HEXDIG'))), 'grammar/schemes/tel.abnf', 24, 24),
    'param-unreserved': Rule('param-unreserved', Alternation(items=(Literal(text='[', sensitive=False), Literal(text=']', sensitive=False), Literal(text='/', sensitive=False), Literal(text=':', sensitive=False), Literal(text='&', sensitive=False), Literal(text='+', sensitive=False), Literal(text='$', sensitive=False))), 'grammar/schemes/tel.abnf', 25, 25),
    'phonedigit': Rule('phonedigit', Alternation(items=(Ref(name='DIGIT'), Repetition(item=Ref(name='visual-separator'), low=0, high=1))), 'grammar/schemes/tel.abnf', 26, 26),
    'phonedigit-hex': Rule('phonedigit-hex', Alternation(items=(Ref(name='HEXDIG'), Literal(text='*', sensitive=False), Literal(text='#', sensitive=False), Repetition(item=Ref(name='visual-separator'), low=0, high=1))), 'grammar/schemes/tel.abnf', 27, 27),
    'visual-separator': Rule('visual-separator', Alternation(items=(Literal(text='-', sensitive=False), Literal(text='.', sensitive=False), Literal(text='(', sensitive=False), Literal(text=')', sensitive=False))), 'grammar/schemes/tel.abnf', 28, 28),
    'alphanum': Rule('alphanum', Alternation(items=(Ref(name='ALPHA'), Ref(name='DIGIT'))), 'grammar/schemes/tel.abnf', 29, 29),
    'reserved': Rule('reserved', Alternation(items=(Literal(text=';', sensitive=False), Literal(text='/', sensitive=False), Literal(text='?', sensitive=False), Literal(text=':', sensitive=False), Literal(text='@', sensitive=False), Literal(text='&', sensitive=False), Literal(text='=', sensitive=False), Literal(text='+', sensitive=False), Literal(text='$', sensitive=False), Literal(text=',', sensitive=False))), 'grammar/schemes/tel.abnf', 30, 30),
    'uric': Rule('uric', Alternation(items=(Ref(name='reserved'), Ref(name='unreserved'), Ref(name='pct-encoded'))), 'grammar/schemes/tel.abnf', 31, 31),
}
