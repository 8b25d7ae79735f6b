"""Further charts."""
