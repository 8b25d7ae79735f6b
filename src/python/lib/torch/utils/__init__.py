"""What is beside networks."""
