"""Models of operations, with known departures, and their suites."""
