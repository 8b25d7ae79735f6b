"""Tools beside networks."""
