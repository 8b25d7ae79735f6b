"""What draws: the page."""
