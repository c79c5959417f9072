"""Run suites against implementations."""
