"""The engines: match, locate faults and parse by automata."""
