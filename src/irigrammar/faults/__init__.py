"""Why a string does not match."""
