"""Output of notebooks."""
