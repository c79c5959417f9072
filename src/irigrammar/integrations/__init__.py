"""Where people validate: one small module for each library, imported when it is asked for."""
