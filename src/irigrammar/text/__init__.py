"""Characters, lines and pages of text for display."""
