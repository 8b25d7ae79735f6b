"""The checks of the course's exercises. Each calls the reader's function with the course's numbers, with random ones,
fresh at every run, and edge cases, and says in words what is wrong.

They lie in the folders of the exercises (course/exercises/ID/test.py, here `tests.ID`); this folder holds the code
that several of them share."""

from tests.exercises import *
from tests.explain import CheckFailed
