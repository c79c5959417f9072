"""Characters, lines and pages of text as people see them."""
