"""The system that Python runs on: a tab."""

import os
import sys


def system(): return "Browser"
def node(): return "tab"
def release(): return ""
def version(): return ""
def machine(): return os.uname().machine
def processor(): return ""
def architecture(executable="", bits="", linkage=""): return f"{sys.maxsize.bit_length() + 1}bit", ""
def platform(aliased=False, terse=False): return f"{system()}-{machine()}"
def python_version(): return ".".join(map(str, sys.version_info[:3]))
def python_version_tuple(): return tuple(map(str, sys.version_info[:3]))
def python_implementation(): return "RustPython"
def python_compiler(): return "rustc"
def python_build(): return "", ""
def python_branch(): return ""
def python_revision(): return ""
def uname(): return os.uname()
