"""What the environments of classic control share, and of it what others have too."""

import _recorder
import numpy as np
from gymnasium import error
from gymnasium.core import Env, warn_of_render
from gymnasium.envs.classic_control import picture


class Drawn(Env):
    """An environment that can be drawn. A subclass says whether an episode has begun, and draws it."""

    metadata = {"render_modes": ["human", "rgb_array"], "render_fps": 50}
    # The environments that are stepped together with this one, and its place among them.
    _set = None

    def __init__(self, render_mode=None):
        if render_mode not in (None, "human", "rgb_array", "ansi"):
            modes = ", ".join(map(repr, self.metadata["render_modes"]))
            raise error.Error(f"render_mode is {modes} or None, and not {render_mode!r}")
        self.render_mode = render_mode

    def _choice(self, action):
        """Returns an action as a whole number that the action space has."""
        try:
            number = action if type(action) is int else int(action)
        except (TypeError, ValueError, RuntimeError):
            number = None
        space = self.action_space
        if number is None or not space.start <= number < space.start + space.n:
            raise error.InvalidAction(
                f"env.step takes one whole number from {space.start} to {space.start + space.n - 1}, and got {action!r}"
            )
        return number

    def render(self, mode=None):
        mode = mode or self.render_mode
        if mode is None:
            return warn_of_render(self)
        if not self._has_begun():
            raise error.ResetNeeded("call env.reset() before env.render()")
        if mode == "human":
            name = type(self).__name__.replace("Env", "")
            return picture.show(name, self.pose(), self._drawn(), self.metadata["render_fps"])
        return self._text() if mode == "ansi" else self._draw()

    def _text(self):
        return ", ".join(f"{name} {number:.3f}" for name, number in self.pose().items())

    def pose(self):
        """Returns what a picture shows, by name."""
        raise NotImplementedError()

    def _drawn(self):
        """Returns the numbers of the state of which the page draws its picture, or none where it has no picture."""
        return ()


class Classic(Drawn):
    """An environment of a few decimals. A subclass moves and draws them."""

    def __init__(self, render_mode=None):
        super().__init__(render_mode)
        self.state = None

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.state = self._start(options or {})
        _recorder.began(self)
        if self.render_mode == "human":
            self.render()
        return self._observation(), {}

    def step(self, action):
        if self.state is None:
            raise error.ResetNeeded("call env.reset() before env.step(action)")
        before = self.state
        reward, terminated = self._move(action)
        _recorder.moved(self, before, reward, terminated)
        if self.render_mode == "human":
            self.render()
        return self._observation(), reward, terminated, False, {}

    def _observation(self):
        return np.array(self.state, dtype=np.float32)

    def _drawn(self):
        return self.state

    def _has_begun(self):
        return self.state is not None

    def _force(self, action):
        """Returns an action of one decimal."""
        if not isinstance(action, (np.ndarray, list, tuple)) and hasattr(action, "detach"):
            action = action.detach()
        numbers = np.array(action, dtype=np.float32)
        numbers = numbers.flatten().tolist() if hasattr(numbers, "flatten") else [float(numbers)]
        if len(numbers) != 1:
            raise error.InvalidAction(f"env.step takes an array of one number, and got {len(numbers)}")
        return numbers[0]
