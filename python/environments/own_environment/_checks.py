"""What is wrong with a class before anything is made of it: each in one sentence, with its line."""

import math

from own_environment._arrays import Array, lift
from own_environment._load import line_in, told
from own_environment._symbols import Refusal, kind_of, number


def time_limit_of(text):
    """Returns the time limit with which the text registers its environment, or None."""
    at = text.find("max_episode_steps")
    digits = ""
    for letter in text[at + len("max_episode_steps") :] if at >= 0 else "":
        if letter.isdigit() or letter == "_" and digits:
            digits += letter
        elif digits or letter not in " =:\"'":
            break
    return int(digits) if digits else None


def check_seed(environment, line, file):
    """Resets with a seed. Returns the reason where `reset` takes none, which is no reason not to play."""
    try:
        environment.reset(seed=1)
    except Refusal as refusal:
        raise Refusal(refusal.sentence, refusal.line or line_in(refusal, file) or line) from None
    except TypeError as error:
        if "seed" in str(error):
            return Refusal("reset takes no seed: write def reset(self, *, seed=None, options=None) and call super().reset(seed=seed)", line)
        raise Refusal(f"reset ends with {told(error)}", line_in(error, file) or line) from None
    except Exception as error:
        raise Refusal(f"reset ends with {told(error)}", line_in(error, file) or line) from None


def check_reset(environment, space, line, file, **seed):
    """Begins an episode. Returns the numbers of its first observation."""
    try:
        result = environment.reset(**seed)
    except Refusal as refusal:
        raise Refusal(refusal.sentence, refusal.line or line_in(refusal, file) or line) from None
    except Exception as error:
        raise Refusal(f"reset ends with {told(error)}", line_in(error, file) or line) from None
    if not isinstance(result, tuple) or len(result) != 2 or not isinstance(result[1], dict):
        count = f"{len(result)} values" if isinstance(result, tuple) else f"one {type(result).__name__}"
        raise Refusal(f"reset returns {count}, and has to return two: the observation and a dictionary", line)
    return _numbers_of(result[0], space, "reset", line)


def check_step(environment, action, space, line, file):
    """Takes a step. Returns the numbers of the next observation, the reward, and whether and how the episode has ended."""
    try:
        result = environment.step(action)
    except Refusal as refusal:
        raise Refusal(refusal.sentence, refusal.line or line_in(refusal, file) or line) from None
    except Exception as error:
        is_about_it = isinstance(error, (LookupError, AssertionError)) or "action" in str(error)
        though = ", though that action is in the action space" if is_about_it else ""
        raise Refusal(f"step({_shown(action)}) ends with {told(error)}{though}", line_in(error, file) or line) from None
    if not isinstance(result, tuple) or len(result) != 5:
        count = f"{len(result)} values" if isinstance(result, tuple) else f"one {type(result).__name__}"
        raise Refusal(f"step returns {count}, and has to return five: observation, reward, terminated, truncated and a dictionary", line)
    observation, reward, terminated, truncated, _ = result
    numbers = _numbers_of(observation, space, "step", line)
    if kind_of(number(reward)) is None or getattr(reward, "shape", ()) != () or type(reward).__name__ in ("Tensor", "ndarray"):
        raise Refusal(f"the reward is {_article(reward)}, and has to be one number: float(...) makes one", line)
    if not math.isfinite(reward):
        raise Refusal(f"the reward of a step is {float(reward)}", line)
    for name, flag in (("terminated", terminated), ("truncated", truncated)):
        if kind_of(number(flag)) is None and type(flag).__name__ not in ("bool", "bool_"):
            raise Refusal(f"{name} is {_article(flag)}, and has to be True or False", line)
    return numbers, float(reward), bool(terminated), bool(truncated)


def _article(value):
    name = type(value).__name__
    return {"ndarray": "an array", "Tensor": "a tensor", "NoneType": "None"}.get(name, f"a {name}")


def _shown(action):
    return action if isinstance(action, int) else [round(float(cell), 3) for cell in lift(action).flat()] if type(lift(action)) is Array else action


def _numbers_of(observation, space, call, line):
    """Returns the numbers of an observation that has the form which its space says."""
    if type(observation).__name__ == "ndarray" and len(observation.shape) == 1 and tuple(observation.shape) == space.shape:
        cells = observation.tolist()
        try:
            if all(map(math.isfinite, cells)):
                return list(map(float, cells))
        except TypeError:
            # It holds something that is no number.
            pass
    if observation is None:
        raise Refusal(f"the observation of {call} is None, and has to be numbers", line)
    if isinstance(observation, dict):
        raise Refusal(f"the observation of {call} is a dictionary, and has to be numbers: np.concatenate its parts", line)
    try:
        whole = lift(observation)
    except ValueError:
        raise Refusal(f"the parts of the observation of {call} have unequal lengths", line) from None
    shape = whole.shape if type(whole) is Array else ()
    if tuple(shape) != tuple(space.shape):
        raise Refusal(f"the observation of {call} has the shape {tuple(shape)}, and the observation space says {tuple(space.shape)}", line)
    cells = [number(cell) for cell in (whole.flat() if type(whole) is Array else [whole])]
    for cell in cells:
        if kind_of(cell) is None:
            raise Refusal(f"the observation of {call} holds {_article(cell)}, which is no number", line)
        if not math.isfinite(cell):
            raise Refusal(f"the observation of {call} holds {float(cell)}", line)
    return [float(cell) for cell in cells]
