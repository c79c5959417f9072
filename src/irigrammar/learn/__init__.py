"""Derivations, traces, exercises, rules and characters explained."""
