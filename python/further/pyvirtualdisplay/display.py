"""The same by the name of its module."""

from pyvirtualdisplay import Display
