"""Sentences that are said once."""

import sys

_told = set()


def once(sentence):
    if sentence not in _told:
        _told.add(sentence)
        print(sentence, file=sys.stderr)
