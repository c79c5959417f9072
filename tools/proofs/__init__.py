"""Run exports through their engines."""
