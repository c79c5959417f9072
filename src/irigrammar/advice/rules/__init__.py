"""The rules of advice: every `Rule` in a module here, by family.

Codes are a letter for the family and a number, and never change: C characters (draft-ietf-iri-3987bis-04, 6.1, 7.3 and
8.5), H hosts, P percent-encoding, R the reference as a whole, U Unicode scripts and look-alikes (UTS 39). B is kept for
findings on bidi structure; S and L are syntax faults and grammar lint.
"""
