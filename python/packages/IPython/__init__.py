"""Jupyter's shell and what it shows, as far as a page can do that."""

from IPython._help import help
from IPython._shell import get_ipython
from IPython.display import display

__version__ = "8.0.0"
version_info = (8, 0, 0, "")
