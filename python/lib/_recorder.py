"""Measures what happens in the environments while a loop of the reader's trains: steps, episodes, and a film of the carts."""

import torch as t

# Carts in the film, and its longest length in steps.
_CARTS, _LONGEST = 16, 500

_current = None


class Recorder:
    """What has happened since the last `take`."""

    def __init__(self):
        self.global_step = 0
        self._clear()

    def _clear(self):
        self.lengths, self.returns, self.film, self.filmed = [], [], [], None

    def step(self, world, before, terminated, truncated, info):
        self.global_step += world.num_envs
        done = info["done"]
        if bool(done.any()):
            self.lengths += info["episode_length"][done].tolist()
            self.returns += info["episode_return"][done].tolist()
        # Of several sets of environments the first is filmed.
        if self.filmed is None:
            self.filmed = world
        if self.filmed is world and world.obs_size == 4:
            ends = terminated.float() + 2.0 * truncated.float()
            self.film.append(t.cat([before, ends.unsqueeze(-1)], dim=1)[:_CARTS])
            del self.film[:-_LONGEST]

    def take(self):
        """Returns the measurements by name, and the film, [steps, carts, 5]; no steps where there is nothing to see."""
        measured = {"episodes_finished": float(len(self.lengths))}
        if self.lengths:
            measured["episodic_length"] = sum(self.lengths) / len(self.lengths)
            measured["episodic_length_min"] = float(min(self.lengths))
            measured["episodic_length_max"] = float(max(self.lengths))
            measured["episodic_return"] = sum(self.returns) / len(self.returns)
        film = t.stack(self.film) if self.film else t.zeros(0, 0, 5)
        self._clear()
        return measured, film


def start():
    global _current
    _current = Recorder()
    return _current


def suspend():
    """Stops recording, and returns what `resume` needs to go on with it."""
    global _current
    recorder, _current = _current, None
    return recorder


def resume(recorder):
    global _current
    _current = recorder


def step(*happened):
    if _current is not None:
        _current.step(*happened)
