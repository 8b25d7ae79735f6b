"""What scripts still take from `distutils`, which Python 3.12 has dropped."""
