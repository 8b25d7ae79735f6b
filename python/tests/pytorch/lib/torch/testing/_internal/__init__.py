"""Stands for what PyTorch's own tests are written with."""
