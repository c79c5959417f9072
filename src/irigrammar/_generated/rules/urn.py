"""The rules of urn.

Written by: python tools/compile_grammars.py --write
"""

from irigrammar.grammars.expr import Alternation, Concatenation, Literal, Prose, Range, Ref, Repetition, Rule

RULES: dict[str, Rule] = {
    'namestring': Rule('namestring', Concatenation(items=(Ref(name='assigned-name'), Repetition(item=Ref(name='rq-components'), low=0, high=1), Repetition(item=Concatenation(items=(Literal(text='#', sensitive=False), Ref(name='f-component'))), low=0, high=1))), 'grammar/schemes/urn.abnf', 3, 5),
    'assigned-name': Rule('assigned-name', Concatenation(items=(Literal(text='urn', sensitive=False), Literal(text=':', sensitive=False), Ref(name='NID'), Literal(text=':', sensitive=False), Ref(name='NSS'))), 'grammar/schemes/urn.abnf', 6, 6),
    'nid': Rule('NID', Concatenation(items=(Ref(name='alphanum'), Repetition(item=Ref(name='ldh'), low=0, high=30), Ref(name='alphanum'))), 'grammar/schemes/urn.abnf', 7, 7),
    'ldh': Rule('ldh', Alternation(items=(Ref(name='alphanum'), Literal(text='-', sensitive=False))), 'grammar/schemes/urn.abnf', 8, 8),
    'nss': Rule('NSS', Concatenation(items=(Ref(name='pchar'), Repetition(item=Alternation(items=(Ref(name='pchar'), Literal(text='/', sensitive=False))), low=0, high=None))), 'grammar/schemes/urn.abnf', 9, 9),
    'rq-components': Rule('rq-components', Concatenation(items=(Repetition(item=Concatenation(items=(Literal(text='?+', sensitive=False), Ref(name='r-component'))), low=0, high=1), Repetition(item=Concatenation(items=(Literal(text='?=', sensitive=False), Ref(name='q-component'))), low=0, high=1))), 'grammar/schemes/urn.abnf', 10, 11),
    'r-component': Rule('r-component', Concatenation(items=(Ref(name='pchar'), Repetition(item=Alternation(items=(Ref(name='pchar'), Literal(text='/', sensitive=False), Literal(text='?', sensitive=False))), low=0, high=None))), 'grammar/schemes/urn.abnf', 12, 12),
    'q-component': Rule('q-component', Concatenation(items=(Ref(name='pchar'), Repetition(item=Alternation(items=(Ref(name='pchar'), Literal(text='/', sensitive=False), Literal(text='?', sensitive=False))), low=0, high=None))), 'grammar/schemes/urn.abnf', 13, 13),
    'f-component': Rule('f-component', Ref(name='fragment'), 'grammar/schemes/urn.abnf', 14, 14),
    'alphanum': Rule('alphanum', Alternation(items=(Ref(name='ALPHA'), Ref(name='DIGIT'))), 'grammar/schemes/urn.abnf', 17, 17),
    'informalnamespacename': Rule('InformalNamespaceName', Concatenation(items=(Literal(text='urn-', sensitive=False), Ref(name='Number'))), 'grammar/schemes/urn.abnf', 20, 20),
    'number': Rule('Number', Concatenation(items=(Ref(name='DigitNonZero'), Repetition(item=Ref(name='Digit'), low=0, high=None))), 'grammar/schemes/urn.abnf', 21, 21),
    'digitnonzero': Rule('DigitNonZero', Alternation(items=(Literal(text='1', sensitive=False), Literal(text='2', sensitive=False), Literal(text='3', sensitive=False), Literal(text='4', sensitive=False), Literal(text='5', sensitive=False), Literal(text='6', sensitive=False), Literal(text='7', sensitive=False), Literal(text='8', sensitive=False), Literal(text='9', sensitive=False))), 'grammar/schemes/urn.abnf', 22, 23),
    'digit': Rule('Digit', Alternation(items=(Literal(text='0', sensitive=False), Ref(name='DigitNonZero'))), 'grammar/schemes/urn.abnf', 24, 24),
    'uuid': Rule('UUID', Concatenation(items=(Ref(name='time-low'), Literal(text='-', sensitive=False), Ref(name='time-mid'), Literal(text='-', sensitive=False), Ref(name='time-high-and-version'), Literal(text='-', sensitive=False), Ref(name='clock-seq-and-reserved'), Ref(name='clock-seq-low'), Literal(text='-', sensitive=False), Ref(name='node'))), 'grammar/schemes/urn.abnf', 27, 30),
    'time-low': Rule('time-low', Repetition(item=Ref(name='hexOctet'), low=4, high=4), 'grammar/schemes/urn.abnf', 31, 31),
    'time-mid': Rule('time-mid', Repetition(item=Ref(name='hexOctet'), low=2, high=2), 'grammar/schemes/urn.abnf', 32, 32),
    'time-high-and-version': Rule('time-high-and-version', Repetition(item=Ref(name='hexOctet'), low=2, high=2), 'grammar/schemes/urn.abnf', 33, 33),
    'clock-seq-and-reserved': Rule('clock-seq-and-reserved', Ref(name='hexOctet'), 'grammar/schemes/urn.abnf', 34, 34),
    'clock-seq-low': Rule('clock-seq-low', Ref(name='hexOctet'), 'grammar/schemes/urn.abnf', 35, 35),
    'node': Rule('node', Repetition(item=Ref(name='hexOctet'), low=6, high=6), 'grammar/schemes/urn.abnf', 36, 36),
    'hexoctet': Rule('hexOctet', Concatenation(items=(Ref(name='hexDigit'), Ref(name='hexDigit'))), 'grammar/schemes/urn.abnf', 37, 37),
    'hexdigit': Rule('hexDigit', Alternation(items=(Literal(text='0', sensitive=False), Literal(text='1', sensitive=False), Literal(text='2', sensitive=False), Literal(text='3', sensitive=False), Literal(text='4', sensitive=False), Literal(text='5', sensitive=False), Literal(text='6', sensitive=False), Literal(text='7', sensitive=False), Literal(text='8', sensitive=False), Literal(text='9', sensitive=False), Literal(text='a', sensitive=False), Literal(text='b', sensitive=False), Literal(text='c', sensitive=False), Literal(text='d', sensitive=False), Literal(text='e', sensitive=False), Literal(text='f', sensitive=False), Literal(text='A', sensitive=False), Literal(text='B', sensitive=False), Literal(text='C', sensitive=False), Literal(text='D', sensitive=False), Literal(text='E', sensitive=False), Literal(text='F', sensitive=False))), 'grammar/schemes/urn.abnf', 38, 41),
    'uuid-urn': Rule('uuid-urn', Concatenation(items=(Literal(text='urn:uuid:', sensitive=False), Ref(name='UUID'))), 'grammar/schemes/urn.abnf', 42, 42),
    'oid': Rule('oid', Concatenation(items=(Ref(name='oid-number'), Repetition(item=Concatenation(items=(Ref(name='DOT'), Ref(name='oid-number'))), low=0, high=None))), 'grammar/schemes/urn.abnf', 46, 46),
    'oid-number': Rule('oid-number', Alternation(items=(Ref(name='DIGIT'), Concatenation(items=(Ref(name='LEADDIGIT'), Repetition(item=Ref(name='DIGIT'), low=1, high=None))))), 'grammar/schemes/urn.abnf', 48, 48),
    'leaddigit': Rule('LEADDIGIT', Range(low=49, high=57), 'grammar/schemes/urn.abnf', 49, 49),
    'dot': Rule('DOT', Literal(text='.', sensitive=True), 'grammar/schemes/urn.abnf', 50, 50),
    'oid-urn': Rule('oid-urn', Concatenation(items=(Literal(text='urn:oid:', sensitive=False), Ref(name='oid'))), 'grammar/schemes/urn.abnf', 51, 51),
}
