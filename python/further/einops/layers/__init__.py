"""Patterns as layers of networks."""
