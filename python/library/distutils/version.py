"""Versions that compare by their numbers."""

import functools
import re


@functools.total_ordering
class LooseVersion:
    def __init__(self, vstring=""):
        self.vstring = vstring
        self.version = [int(part) if part.isdigit() else part for part in re.findall(r"\d+|[a-z]+", vstring)]

    def _other(self, other):
        return (other if isinstance(other, LooseVersion) else LooseVersion(str(other))).version

    def __eq__(self, other): return self.version == self._other(other)
    def __lt__(self, other): return self.version < self._other(other)
    def __str__(self): return self.vstring
    def __repr__(self): return f"LooseVersion ('{self.vstring}')"


StrictVersion = LooseVersion
