"""Measures what happens in the environments while a loop of the reader's trains: steps, episodes, and a film of the carts."""

import torch as t

# Carts in the film, and its longest length in steps.
_CARTS, _LONGEST = 16, 500

_current = None


class Recorder:
    """What has happened since the last `take`."""

    def __init__(self):
        self.global_step, self._running = 0, {}
        self._clear()

    def _clear(self):
        self.lengths, self.returns, self.film, self.filmed = [], [], [], None
        self._row = {}
        # Of environments that all begin new episodes: which are still in their first one, and how long each of these lasts.
        self._has_stepped, self._fresh, self.survived = False, None, []

    def reset(self, world):
        """Notes that all environments begin new episodes. If an iteration begins with that, its length of episodes is that of
        the first ones alone, as in our runs with full_reset: later ones are cut off by the end of the rollout, the long ones
        above all."""
        is_within = self._has_stepped and self._fresh is None
        if is_within or self._fresh not in (None, world):
            return
        self._survive()
        self._fresh = world
        self._alive, self._lasted = t.ones(world.num_envs, dtype=t.bool), t.zeros(world.num_envs, dtype=t.int64)

    def _survive(self):
        if self._fresh is not None and self._has_stepped:
            self.survived += self._lasted.tolist()
        self._fresh = None

    def step(self, world, before, terminated, truncated, info):
        self._has_stepped = True
        if self._fresh is world:
            # As the course counts a lifespan: without the step on which the pole falls.
            self._alive = self._alive & ~terminated
            self._lasted = self._lasted + self._alive
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

    def began(self, env):
        self._running[id(env)] = [0, 0.0]

    def moved(self, env, before, reward, terminated):
        """Counts a step of a single environment, which may be one of several (`env._set`)."""
        self.global_step += 1
        so_far = self._running.setdefault(id(env), [0, 0.0])
        so_far[0] += 1
        so_far[1] += reward
        if len(before) == 4 and env.observation_space.shape == (4,):
            owner, place = env._set or (env, 0)
            if self.filmed is None:
                self.filmed = owner
            if self.filmed is owner and place < _CARTS:
                self._row[place] = [*before, float(terminated)]
                if env._set is None:
                    self.next_row(owner)
        if terminated:
            self._finish(env)

    def cut(self, env):
        """Ends an episode at its time limit."""
        if env._set is None and self.filmed is env and self.film:
            self.film[-1][0][4] = 2.0
        elif env._set and self.filmed is env._set[0] and env._set[1] in self._row:
            self._row[env._set[1]][4] = 2.0
        self._finish(env)

    def _finish(self, env):
        length, total = self._running.pop(id(env), (0, 0.0))
        if length:
            self.lengths.append(length)
            self.returns.append(total)

    def next_row(self, owner):
        """Ends a row of the film. A cart that did not move, because it was reset, stands where it stood."""
        if self.filmed is not owner or not self._row:
            return
        last = self.film[-1] if self.film else []
        carts = max(max(self._row) + 1, len(last))
        still = [last[i] if i < len(last) else [0.0] * 5 for i in range(carts)]
        self.film.append([self._row.get(i, [*still[i][:4], 0.0]) for i in range(carts)])
        self._row = {}
        del self.film[:-_LONGEST]

    def take(self):
        """Returns the measurements by name, and the film, [steps, carts, 5]; no steps where there is nothing to see."""
        self._survive()
        measured = {"episodes_finished": float(len(self.lengths))}
        lengths = self.survived or self.lengths
        if lengths:
            measured["episodic_length"] = sum(lengths) / len(lengths)
            measured["episodic_length_min"] = float(min(lengths))
            measured["episodic_length_max"] = float(max(lengths))
        if self.returns:
            measured["episodic_return"] = sum(self.returns) / len(self.returns)
        rows = [row if isinstance(row, t.Tensor) else t.tensor(row) for row in self.film]
        film = t.stack(rows) if rows else t.zeros(0, 0, 5)
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


def _tells(name):
    def tell(*happened):
        if _current is not None:
            getattr(_current, name)(*happened)

    return tell


reset, step, began, moved, next_row = map(_tells, ("reset", "step", "began", "moved", "next_row"))


def cut(env):
    if _current is not None and hasattr(env, "_set"):
        _current.cut(env)
