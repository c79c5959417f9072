"""The productions that a user holds: grammars, matchers, components."""
