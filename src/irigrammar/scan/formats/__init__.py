"""Documents of each type: where identifiers are in them, and how they are written there."""
