"""Steps a class that is no program by its own Python, several environments side by side, for a run of the engine's."""

from own_environment._checks import check_reset, check_step
from own_environment._load import PREFIX, class_of, line_of, made_of, module_of
from own_environment._plain import flat
from own_environment._spaces import Space, action_of, space_of


class Vector:
    """Environments of one class. Rows of numbers go in and out as flat lists, and `which` says for each environment whether it is
    meant."""

    def __init__(self, text, name, num_envs, seed, file="environment.py"):
        kind = class_of(module_of(text, file, PREFIX + "stepped"), name)
        self._file, self._seed = file, seed
        self._begin, self._step = line_of(kind, "reset"), line_of(kind, "step")
        self._environments = [made_of(kind, file) for _ in range(num_envs)]
        self._seeded = [False] * num_envs
        first = self._environments[0]
        self._action, self._observation = (Space(space_of(first, f"{what}_space", self._step), what, self._step) for what in ("action", "observation"))

    def begin(self, which):
        """Begins episodes. Returns the first observations, and zeros for those that are not meant."""
        found = []
        for place, (environment, is_meant) in enumerate(zip(self._environments, which)):
            if not is_meant:
                found += [0.0] * self._observation.size
                continue
            if not self._seeded[place]:
                self._seeded[place] = True
                environment.reset(seed=self._seed + place)
            found += self._row(check_reset(environment, self._observation, self._begin, self._file))
        return found

    def step(self, which, actions):
        """Takes a step each. Returns for each the next observation, the reward, and how the episode ended: 1 by its own rules, 2 cut
        off, otherwise 0."""
        found = []
        for environment, is_meant, action in zip(self._environments, which, actions):
            if not is_meant:
                found += [0.0] * (self._observation.size + 2)
                continue
            observation, reward, terminated, truncated = check_step(environment, self._taken(action), self._observation, self._step, self._file)
            found += self._row(observation)
            found += [reward, 1.0 if terminated else 2.0 if truncated else 0.0]
        return found

    def _taken(self, action):
        space = self._action
        if space.kind == "Discrete":
            return space.start + int(action)
        return action_of(space, [min(max(one, low), high) for one, low, high in zip(action, space.low, space.high)])

    def _row(self, observation):
        return [float(one) for one in flat(observation)]
