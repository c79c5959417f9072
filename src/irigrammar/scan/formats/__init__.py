"""Documents of each type: where identifiers stand in them, and how they are written there."""
