"""The programs that parse."""
