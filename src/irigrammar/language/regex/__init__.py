"""Regular expressions of other engines as rules.

pattern    the parts of a pattern, of any dialect; dialects: what each dialect has; reading: from a text to its parts
machine    what a pattern with lookarounds matches, as an automaton; rules: a pattern as rules of a grammar
"""
