"""The checks of the course's exercises. Each takes what the reader wrote, gives it the course's numbers, random ones,
fresh at every run, and edge cases, and says in words what is wrong.

They lie in the folders of the exercises (page/src/course/exercises/ID/test.py, here `tests.ID`); in this folder is what
several of them use."""

from tests.exercises import *
from tests.explain import CheckFailed
