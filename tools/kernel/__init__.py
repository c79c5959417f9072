"""Verification of the C kernel.

Agreement, fuzzing, sanitizers, leaks and wheels.
"""
