"""IPython.display by its older name."""

from IPython.display import *
