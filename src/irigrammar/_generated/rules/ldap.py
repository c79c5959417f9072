"""The rules of ldap.

Written by: python tools/compile_grammars.py --write
"""

from irigrammar.grammars.expr import Alternation, Concatenation, Literal, Prose, Range, Ref, Repetition, Rule

RULES: dict[str, Rule] = {
    'ldapurl': Rule('ldapurl', Concatenation(items=(Ref(name='scheme'), Ref(name='COLON'), Ref(name='SLASH'), Ref(name='SLASH'), Repetition(item=Concatenation(items=(Ref(name='host'), Repetition(item=Concatenation(items=(Ref(name='COLON'), Ref(name='port'))), low=0, high=1))), low=0, high=1), Repetition(item=Concatenation(items=(Ref(name='SLASH'), Ref(name='dn'), Repetition(item=Concatenation(items=(Ref(name='QUESTION'), Repetition(item=Ref(name='attributes'), low=0, high=1), Repetition(item=Concatenation(items=(Ref(name='QUESTION'), Repetition(item=Ref(name='scope'), low=0, high=1), Repetition(item=Concatenation(items=(Ref(name='QUESTION'), Repetition(item=Ref(name='filter'), low=0, high=1), Repetition(item=Concatenation(items=(Ref(name='QUESTION'), Ref(name='extensions'))), low=0, high=1))), low=0, high=1))), low=0, high=1))), low=0, high=1))), low=0, high=1))), 'grammar/schemes/ldap.abnf', 3, 14),
    'scheme': Rule('scheme', Literal(text='ldap', sensitive=False), 'grammar/schemes/ldap.abnf', 15, 15),
    'dn': Rule('dn', Repetition(item=Ref(name='element-char'), low=0, high=None), 'grammar/schemes/ldap.abnf', 17, 20),
    'attributes': Rule('attributes', Concatenation(items=(Ref(name='attrdesc'), Repetition(item=Concatenation(items=(Ref(name='COMMA'), Ref(name='attrdesc'))), low=0, high=None))), 'grammar/schemes/ldap.abnf', 21, 21),
    'attrdesc': Rule('attrdesc', Concatenation(items=(Ref(name='selector'), Repetition(item=Concatenation(items=(Ref(name='COMMA'), Ref(name='selector'))), low=0, high=None))), 'grammar/schemes/ldap.abnf', 22, 22),
    'selector': Rule('selector', Alternation(items=(Literal(text='*', sensitive=False), Concatenation(items=(Ref(name='oid'), Repetition(item=Concatenation(items=(Literal(text=';', sensitive=False), Repetition(item=Ref(name='keychar'), low=1, high=None))), low=0, high=None))))), 'grammar/schemes/ldap.abnf', 24, 28),
    'scope': Rule('scope', Alternation(items=(Literal(text='base', sensitive=False), Literal(text='one', sensitive=False), Literal(text='sub', sensitive=False))), 'grammar/schemes/ldap.abnf', 29, 29),
    'extensions': Rule('extensions', Concatenation(items=(Ref(name='extension'), Repetition(item=Concatenation(items=(Ref(name='COMMA'), Ref(name='extension'))), low=0, high=None))), 'grammar/schemes/ldap.abnf', 30, 30),
    'extension': Rule('extension', Concatenation(items=(Repetition(item=Ref(name='EXCLAMATION'), low=0, high=1), Ref(name='extype'), Repetition(item=Concatenation(items=(Ref(name='EQUALS'), Ref(name='exvalue'))), low=0, high=1))), 'grammar/schemes/ldap.abnf', 31, 31),
    'extype': Rule('extype', Ref(name='oid'), 'grammar/schemes/ldap.abnf', 32, 32),
    'exvalue': Rule('exvalue', Repetition(item=Ref(name='value-char'), low=0, high=None), 'grammar/schemes/ldap.abnf', 34, 38),
    'exclamation': Rule('EXCLAMATION', Literal(text='!', sensitive=True), 'grammar/schemes/ldap.abnf', 39, 39),
    'slash': Rule('SLASH', Literal(text='/', sensitive=True), 'grammar/schemes/ldap.abnf', 40, 40),
    'colon': Rule('COLON', Literal(text=':', sensitive=True), 'grammar/schemes/ldap.abnf', 41, 41),
    'question': Rule('QUESTION', Literal(text='?', sensitive=True), 'grammar/schemes/ldap.abnf', 42, 42),
    'equals': Rule('EQUALS', Literal(text='=', sensitive=True), 'grammar/schemes/ldap.abnf', 44, 44),
    'comma': Rule('COMMA', Literal(text=',', sensitive=True), 'grammar/schemes/ldap.abnf', 45, 45),
    'dot': Rule('DOT', Literal(text='.', sensitive=True), 'grammar/schemes/ldap.abnf', 46, 46),
    'hyphen': Rule('HYPHEN', Literal(text='-', sensitive=True), 'grammar/schemes/ldap.abnf', 47, 47),
    'oid': Rule('oid', Alternation(items=(Ref(name='descr'), Ref(name='numericoid'))), 'grammar/schemes/ldap.abnf', 48, 48),
    'descr': Rule('descr', Ref(name='keystring'), 'grammar/schemes/ldap.abnf', 49, 49),
    'keystring': Rule('keystring', Concatenation(items=(Ref(name='leadkeychar'), Repetition(item=Ref(name='keychar'), low=0, high=None))), 'grammar/schemes/ldap.abnf', 50, 50),
    'leadkeychar': Rule('leadkeychar', Ref(name='ALPHA'), 'grammar/schemes/ldap.abnf', 51, 51),
    'keychar': Rule('keychar', Alternation(items=(Ref(name='ALPHA'), Ref(name='DIGIT'), Ref(name='HYPHEN'))), 'grammar/schemes/ldap.abnf', 52, 52),
    'numericoid': Rule('numericoid', Concatenation(items=(Ref(name='number'), Repetition(item=Concatenation(items=(Ref(name='DOT'), Ref(name='number'))), low=1, high=None))), 'grammar/schemes/ldap.abnf', 53, 53),
    'number': Rule('number', Alternation(items=(Ref(name='DIGIT'), Concatenation(items=(Ref(name='LDIGIT'), Repetition(item=Ref(name='DIGIT'), low=1, high=None))))), 'grammar/schemes/ldap.abnf', 54, 54),
    'ldigit': Rule('LDIGIT', Range(low=49, high=57), 'grammar/schemes/ldap.abnf', 55, 55),
    'filter': Rule('filter', Concatenation(items=(Literal(text='(', sensitive=False), Repetition(item=Ref(name='element-char'), low=0, high=None), Literal(text=')', sensitive=False))), 'grammar/schemes/ldap.abnf', 59, 59),
    'element-char': Rule('element-char', Alternation(items=(Ref(name='value-char'), Ref(name='COMMA'))), 'grammar/schemes/ldap.abnf', 60, 60),
    'value-char': Rule('value-char', Alternation(items=(Ref(name='unreserved'), Ref(name='pct-encoded'), Literal(text=':', sensitive=False), Literal(text='/', sensitive=False), Literal(text='[', sensitive=False), Literal(text=']', sensitive=False), Literal(text='@', sensitive=False), Literal(text='!', sensitive=False), Literal(text='$', sensitive=False), Literal(text='&', sensitive=False), Literal(text="'", sensitive=False), Literal(text='(', sensitive=False), Literal(text=')', sensitive=False), Literal(text='*', sensitive=False), Literal(text='+', sensitive=False), Literal(text=';', sensitive=False), Literal(text='=', sensitive=False))), 'grammar/schemes/ldap.abnf', 61, 62),
}
