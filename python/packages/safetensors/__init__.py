"""Tensors in files that hold nothing else."""
