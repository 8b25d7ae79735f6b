"""Where older notebooks import from."""
