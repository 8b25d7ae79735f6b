"""The class of the shell, by its older name."""

from IPython._shell import Shell as InteractiveShell
