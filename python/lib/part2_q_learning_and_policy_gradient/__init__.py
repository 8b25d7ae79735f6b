"""The course's folder of this name."""
