"""Contestants: irigrammar and its peers, one module for each job.

Each is loaded on first use.
"""
