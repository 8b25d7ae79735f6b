"""Work beside other work."""
