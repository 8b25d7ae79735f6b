"""What is wrong with a class before anything is made of it: each in one sentence, with its line."""

import math

from own_environment._arrays import Array, lift
from own_environment._draws import Scripted
from own_environment._load import line_in, line_of, made_of
from own_environment._state import sources_of
from own_environment._symbols import Refusal, kind_of, number
from own_environment._spaces import Space, Uniform, action_of, between, space_of

STEPS, MOST_STEPS = 200, 2_000


def check(read):
    """Plays a class for some steps. Returns sentences about what a reader may want to know; raises `Refusal` for what cannot be."""
    kind, file, text = read.kind, read.file, read.text
    environment = made_of(kind, file)
    begin, step = line_of(kind, "reset"), line_of(kind, "step")
    action_space = Space(space_of(environment, "action_space", line_of(kind, "__init__") or step), "action", step)
    observation_space = Space(space_of(environment, "observation_space", line_of(kind, "__init__") or step), "observation", step)
    _check_seed(environment, begin, file)
    random = Uniform(3)
    read.lent.give(environment, Scripted(random), sources_of(environment))
    said, ends, steps = [], 0, 0
    rewards = set()
    while steps < STEPS or not ends and steps < MOST_STEPS:
        _check_reset(environment, observation_space, begin, file)
        while steps < STEPS or not ends and steps < MOST_STEPS:
            reward, is_over = _check_step(environment, _action(action_space, random, steps), observation_space, step, file)
            rewards.add(reward)
            steps += 1
            if is_over:
                ends += 1
                break
    if not ends and time_limit_of(text) is None:
        said.append({"line": step, "sentence": f"No episode ended within {steps} steps: train with a time limit, or let step return terminated=True somewhere."})
    if len(rewards) == 1 and action_space.kind == "Discrete" and action_space.n > 1:
        said.append({"line": step, "sentence": f"Every step had the reward {rewards.pop():g}, whatever the action."})
    return said


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


def _action(space, random, steps):
    if space.kind == "Discrete":
        # Each action by itself first.
        return space.start + (steps % space.n if steps < 2 * space.n else int(random() * space.n))
    if space.kind == "Box":
        return action_of(space, [between(low, high, random()) for low, high in zip(space.low, space.high)])
    raise Refusal(f"the action space is {space.kind}, and policies here have Discrete or Box actions", space.line)


def _check_seed(environment, line, file):
    try:
        environment.reset(seed=1)
    except TypeError as error:
        if "seed" in str(error):
            raise Refusal("reset takes no seed: write def reset(self, *, seed=None, options=None) and call super().reset(seed=seed)", line) from None
        raise Refusal(f"reset ends with TypeError: {error}", line_in(error, file) or line) from None
    except Exception as error:
        raise Refusal(f"reset ends with {type(error).__name__}: {error}", line_in(error, file) or line) from None


def _check_reset(environment, space, line, file):
    try:
        result = environment.reset()
    except Refusal:
        raise
    except Exception as error:
        raise Refusal(f"reset ends with {type(error).__name__}: {error}", line_in(error, file) or line) from None
    if not isinstance(result, tuple) or len(result) != 2 or not isinstance(result[1], dict):
        count = f"{len(result)} values" if isinstance(result, tuple) else f"one {type(result).__name__}"
        raise Refusal(f"reset returns {count}, and has to return two: the observation and a dictionary", line)
    _check_observation(result[0], space, "reset", line)


def _check_step(environment, action, space, line, file):
    try:
        result = environment.step(action)
    except Refusal:
        raise
    except Exception as error:
        raise Refusal(f"step({_shown(action)}) ends with {type(error).__name__}: {error}, though that action is in the action space", line_in(error, file) or line) from None
    if not isinstance(result, tuple) or len(result) != 5:
        count = f"{len(result)} values" if isinstance(result, tuple) else f"one {type(result).__name__}"
        raise Refusal(f"step returns {count}, and has to return five: observation, reward, terminated, truncated and a dictionary", line)
    observation, reward, terminated, truncated, _ = result
    _check_observation(observation, space, "step", line)
    if kind_of(number(reward)) is None or getattr(reward, "shape", ()) != () or type(reward).__name__ in ("Tensor", "ndarray"):
        raise Refusal(f"the reward is {_article(reward)}, and has to be one number: float(...) makes one", line)
    if not math.isfinite(reward):
        raise Refusal(f"the reward of a step is {float(reward)}", line)
    for name, flag in (("terminated", terminated), ("truncated", truncated)):
        if kind_of(number(flag)) is None and type(flag).__name__ not in ("bool", "bool_"):
            raise Refusal(f"{name} is {_article(flag)}, and has to be True or False", line)
    return float(reward), bool(terminated) or bool(truncated)


def _article(value):
    name = type(value).__name__
    return {"ndarray": "an array", "Tensor": "a tensor", "NoneType": "None"}.get(name, f"a {name}")


def _shown(action):
    return action if isinstance(action, int) else [round(float(cell), 3) for cell in lift(action).flat()] if type(lift(action)) is Array else action


def _check_observation(observation, space, call, line):
    if isinstance(observation, dict):
        raise Refusal(f"the observation of {call} is a dictionary, and has to be numbers: np.concatenate its parts", line)
    try:
        whole = lift(observation)
    except ValueError:
        raise Refusal(f"the parts of the observation of {call} have unequal lengths", line) from None
    shape = whole.shape if type(whole) is Array else ()
    if tuple(shape) != tuple(space.shape):
        raise Refusal(f"the observation of {call} has the shape {tuple(shape)}, and the observation space says {tuple(space.shape)}", line)
    for cell in whole.flat() if type(whole) is Array else [whole]:
        cell = number(cell)
        if kind_of(cell) is None:
            raise Refusal(f"the observation of {call} holds {_article(cell)}, which is no number", line)
        if not math.isfinite(cell):
            raise Refusal(f"the observation of {call} holds {float(cell)}", line)
