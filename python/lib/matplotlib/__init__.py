"""The page draws its own charts."""
