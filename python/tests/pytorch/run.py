"""Runs a file of PyTorch's tests in the page's Python: `run.py NAME FIRST [WORD...]`, with the text of the file in the module
`under_test`. It begins with the test of the number FIRST, and runs only those whose name has one of the words, if any are given."""

import sys

import under_test
from running import told

told(under_test.SOURCE, sys.argv[1], int(sys.argv[2]), sys.argv[3:])
