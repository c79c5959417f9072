"""Derivations, traces, exercises, and pages on rules and characters."""
