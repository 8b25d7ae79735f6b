"""A step of CartPole against Gymnasium's recorded transitions."""

import math

import numpy as np
import worlds
from gymnasium.envs.classic_control import base, cartpole
from tests.cartpole import ACTIONS, LAST, START, STEPS, moved
from tests.explain import CheckFailed, call, passed, require

X_LIMIT, THETA_LIMIT = 2.4, 12 * 2 * math.pi / 360
_NAMES = ("x", "x_dot", "theta", "theta_dot")
_IDEA = "step moves the cart as Gymnasium does"
_ENDS = "step ends the episode where Gymnasium does"
_FIVE = "step returns five values: observation, reward, terminated, truncated, info"


def test_cartpole_step(MyCartPole):
    with _nobody_elses_steps():
        env = MyCartPole()
        _check_reset(env)
        taken = [_taken(env, state, action) for state, action, _, _ in STEPS]
        _check_states(env, taken)
        _check_kept(env)
        _check_ends(env, taken)
        _check_rewards(taken)
        _check_episode(env)
    passed("test_cartpole_step")


class _nobody_elses_steps:
    """While a check runs, the steps of Gymnasium and of the course raise: the answer is the reader's own."""

    _owners = ((base.Classic, "step"), (cartpole.CartPoleEnv, "_move"), (worlds.World, "step"), (worlds.CartPole, "move"))

    def __enter__(self):
        self._were = [(owner, name, vars(owner)[name]) for owner, name in self._owners]
        for owner, name, _ in self._were:
            setattr(owner, name, _refuse)

    def __exit__(self, *raised):
        for owner, name, was in self._were:
            setattr(owner, name, was)


def _refuse(*given, **named):
    likely = "the step that ran is Gymnasium's or the course's: write the equations in your own class"
    raise CheckFailed("step is written in this cell", likely=likely)


# What comes back


class _Step:
    """What a step returned, as plain numbers, and the state that it left."""

    def __init__(self, env, result):
        observation, reward, self.terminated, self.truncated, info = result
        self.observation, self.reward = [float(number) for number in observation], float(reward)
        self.kind = str(observation.dtype)
        self.held = env.state


def _taken(env, state, action):
    env.state = np.array(state)
    return _stepped(env, action)


def _stepped(env, action):
    result = call(_IDEA, env.step, {"action": action})
    _require_five(result)
    return _Step(env, result)


def _require_five(result):
    likely = None
    if result is None:
        likely = "it returns nothing: is a return statement missing?"
    elif not isinstance(result, (tuple, list)):
        likely = f"it returns one {type(result).__name__}: end with `return observation, 1.0, terminated, False, {{}}`"
    elif len(result) == 4:
        likely = "it returns four values, as gym did before 0.26: in place of done there are terminated and truncated"
    elif len(result) != 5:
        likely = f"it returns {len(result)} values"
    if likely:
        raise CheckFailed(_FIVE, likely=likely)
    observation, reward, terminated, truncated, info = result
    if not isinstance(observation, np.ndarray):
        what = type(observation).__name__
        likely = f"the observation is of type {what}: make an array, `np.array(self.state, dtype=np.float32)`"
    elif tuple(observation.shape) != (4,):
        likely = f"the observation has the shape {tuple(observation.shape)}, and (4,) was expected: x, x_dot, theta, theta_dot"
    elif not _is_number(reward):
        likely = f"the reward is of type {type(reward).__name__}, and has to be one number: 1.0"
    elif not isinstance(info, dict):
        likely = f"the last value is of type {type(info).__name__}: an empty dictionary, `{{}}`, is enough"
    if likely:
        raise CheckFailed(_FIVE, likely=likely)
    for name, flag in (("terminated", terminated), ("truncated", truncated)):
        if type(flag).__name__ not in ("bool", "bool_"):
            likely = f"{name} is of type {type(flag).__name__}, and has to be True or False"
            raise CheckFailed(_FIVE, likely=likely, inputs={name: flag})


def _is_number(value):
    try:
        float(value)
    except (TypeError, ValueError, RuntimeError):
        return False
    return not isinstance(value, np.ndarray) and type(value).__name__ != "Tensor"


# Where the cart goes


def _swapped(state):
    """x, theta, x_dot, theta_dot in place of x, x_dot, theta, theta_dot, and the other way round."""
    return [state[0], state[2], state[1], state[3]]


def _keeping(*places):
    """Returns a step that leaves these numbers as they are."""

    def step(state, action):
        return [state[place] if place in places else after for place, after in enumerate(moved(state, action))]

    return step


def _with(**changed):
    return lambda state, action: moved(state, action, **changed)


_MOVES = [
    (
        "this is semi-implicit Euler: x and theta are moved with the new velocities. Gymnasium's Euler is explicit: "
        "both are moved with the velocities from before the step",
        _with(new=("x", "theta")),
    ),
    (
        "x is moved with the new x_dot, which is semi-implicit Euler: take the x_dot from before the step",
        _with(new=("x",)),
    ),
    (
        "theta is moved with the new theta_dot, which is semi-implicit Euler: take the theta_dot from before the step",
        _with(new=("theta",)),
    ),
    (
        "theta is moved before its sine and cosine are taken: compute both accelerations first, then replace the four numbers",
        _with(ahead=True),
    ),
    (
        "the force has the other sign: action 1 pushes to the right, with +force_mag, and action 0 to the left",
        _with(push=(10.0, -10.0)),
    ),
    ("action 0 does not push: it pushes to the left, with -force_mag", _with(push=(0.0, 10.0))),
    ("both actions push to the right: action 0 pushes with -force_mag", _with(push=(10.0, 10.0))),
    ("both actions push to the left: action 1 pushes with +force_mag", _with(push=(-10.0, -10.0))),
    ("nothing pushes the cart: the force is missing", _with(push=(0.0, 0.0))),
    ("the cart is pushed with 1 N: multiply by force_mag", _with(push=(-1.0, 1.0))),
    (
        "the angle is taken for degrees: theta is in radians already, and np.sin and np.cos take radians",
        _with(turned=math.pi / 180),
    ),
    (
        "the angle is turned into degrees: np.sin and np.cos take radians, and theta is in radians",
        _with(turned=180 / math.pi),
    ),
    (
        "the pole is twice as long: length is half of the pole's, 0.5 m, in both accelerations",
        _with(length=1.0, moment=0.1),
    ),
    (
        "the pole's half length is missing in the denominator of theta_acc: length * (4/3 - ...), with length 0.5",
        _with(length=1.0),
    ),
    (
        "polemass_length is masspole * length, with half of the pole's length: 0.05, and here it is 0.1",
        _with(moment=0.1),
    ),
    (
        "length is halved once more: 0.5 m is half of the pole's length already",
        _with(length=0.25, moment=0.025),
    ),
    ("length is halved once more: 0.5 m is half of the pole's length already", _with(length=0.25)),
    ("length is halved once more: 0.5 m is half of the pole's length already", _with(moment=0.025)),
    ("the pole's mass is missing: total_mass is masscart + masspole", _with(mass=1.0)),
    ("4 // 3 is 1 in Python: write 4.0 / 3.0", _with(share=1.0)),
    ("sine and cosine are swapped", _with(swapped=True)),
    ("theta_dot is squared in p: polemass_length * theta_dot**2 * sin", _with(squares=(1, 2))),
    ("cos is squared in the denominator of theta_acc", _with(squares=(2, 1))),
    ("p lacks the swing of the pole: polemass_length * theta_dot**2 * sin", _with(whirl=0.0)),
    ("the swing of the pole has the other sign in p: + polemass_length * theta_dot**2 * sin", _with(whirl=-1.0)),
    ("gravity has the other sign: it pulls a leaning pole further down, + gravity * sin", _with(gravity=-9.8)),
    ("gravity is missing in theta_acc: gravity * sin - cos * p", _with(gravity=0.0)),
    ("the cart does not turn the pole: theta_acc has gravity * sin - cos * p", _with(lean=0.0)),
    ("theta_acc has a wrong sign: gravity * sin minus cos * p", _with(lean=-1.0)),
    (
        "x_acc is p alone: the pole pushes back on the cart, - polemass_length * theta_acc * cos / total_mass",
        _with(back=0.0),
    ),
    ("the pole pushes back on the cart: x_acc is p minus polemass_length * theta_acc * cos / total_mass", _with(back=-1.0)),
    ("tau is missing: a step lasts 0.02 s, so each rate is multiplied by tau", _with(tau=1.0)),
    ("the observation shows the state from before the step: make it from the new one", _keeping(0, 1, 2, 3)),
    ("x and theta are not moved: add tau times their velocities", _keeping(0, 2)),
    ("the velocities stay as they were: add tau times the accelerations", _keeping(1, 3)),
    (
        "the state is taken apart in another order: x, x_dot, theta, theta_dot",
        lambda state, action: _swapped(moved(_swapped(state), action)),
    ),
    (
        "the new numbers are put together in another order: x, x_dot, theta, theta_dot",
        lambda state, action: _swapped(moved(state, action)),
    ),
]


def _is_near(got, wanted):
    """Whether numbers are equal but for the rounding of single precision."""
    return all(abs(a - b) <= 5e-6 * (1.0 + abs(b)) for a, b in zip(got, wanted))


def _check_states(env, taken):
    wrong = [place for place, step in enumerate(taken) if not _is_near(step.observation, STEPS[place][2])]
    if wrong:
        state, action, after, _ = STEPS[wrong[0]]
        inputs = {"state": _shown(state), "action": action}
        raise CheckFailed(_IDEA, _shown(after), _shown(taken[wrong[0]].observation), inputs, _why_there(taken))
    likely = (
        f"the numbers are right and their type is {taken[0].kind}: `np.array(self.state, dtype=np.float32)`, since a "
        "network computes in float32"
    )
    require(taken[0].kind == "float32", "the observation is float32", likely)


def _shown(numbers):
    return [round(number, 4) for number in numbers]


def _why_there(taken):
    for sentence, step in _MOVES:
        if all(_is_near(one.observation, step(*case[:2])) for one, case in zip(taken, STEPS)):
            return sentence
    # Two steps with one action, from states that have nothing in common.
    if _is_near(taken[0].observation, taken[1].observation):
        return "step does not begin with self.state, in which reset puts the four numbers: read them from there"
    if not all(math.isfinite(number) for step in taken for number in step.observation):
        return "a number is not finite: is something divided by 0, or raised to a large power?"
    parts = [[step.observation[place] for step in taken] for place in range(4)]
    wanted = [[case[2][place] for case in STEPS] for place in range(4)]
    off = [name for name, got, right in zip(_NAMES, parts, wanted) if not _is_near(got, right)]
    if off == ["x_dot"]:
        return "theta_dot is right, so p and theta_acc are too: look at x_acc, and at how x_dot takes it"
    if off == ["theta_dot"]:
        return "only theta_dot is wrong: look at how it takes theta_acc"
    if off == ["x_dot", "theta_dot"]:
        return "x and theta are right and both velocities are wrong: look at p and theta_acc first, since x_acc is made of them"
    return f"{' and '.join(off)} differ: compare their lines with the formulas"


def _check_kept(env):
    """The next step goes on from the state that the last one led to."""
    for state, action, after, _ in STEPS[:2]:
        step = _taken(env, state, action)
        try:
            held = [float(number) for number in step.held]
        except TypeError:
            held = []
        if len(held) == 4 and _is_near(held, after):
            continue
        if len(held) == 4 and _is_near(held, state):
            likely = "self.state is still the one from before the step: replace it, or each step begins at the same place"
        else:
            likely = "self.state holds something else than x, x_dot, theta, theta_dot"
        raise CheckFailed("step leaves the new state in self.state", _shown(after), step.held, {"action": action}, likely)


# Where it ends

# Carts and poles without a velocity, which stay where they are for a step: x and theta.
_STANDING = [
    (3.0, 0.5), (-3.0, -0.3), (3.0, 0.0), (-3.0, 0.1), (5.0, 0.1),
    (0.0, 0.3), (1.0, -0.3), (0.0, 0.5), (0.0, 20.0), (1.0, 0.001),
]


def _is_past(state, x_limit=X_LIMIT, theta_limit=THETA_LIMIT):
    return abs(state[0]) > x_limit, abs(state[2]) > theta_limit


_PASSES = [
    ("nothing ends the episode: it ends where x or theta has passed its limit", lambda before, after: False),
    ("every step ends the episode: it ends where x or theta has passed its limit", lambda before, after: True),
    (
        "the state from before the step is compared: ask the new x and theta",
        lambda before, after: any(_is_past(before)),
    ),
    (
        "both have to be past their limits here: one is enough, so join the two with `or`",
        lambda b, after: all(_is_past(after)),
    ),
    ("x never ends the episode: a cart further than x_threshold from the middle does", lambda b, after: _is_past(after)[1]),
    (
        "only the right side ends the episode: compare the absolute values of x and theta",
        lambda b, after: after[0] > X_LIMIT or after[2] > THETA_LIMIT,
    ),
    (
        "only the left side ends the episode: compare the absolute values of x and theta",
        lambda b, after: after[0] < -X_LIMIT or after[2] < -THETA_LIMIT,
    ),
    (
        "a cart that leaves on the left goes on: compare the absolute value of x",
        lambda b, after: after[0] > X_LIMIT or _is_past(after)[1],
    ),
    (
        "a pole that falls to the left goes on: compare the absolute value of theta",
        lambda b, after: _is_past(after)[0] or after[2] > THETA_LIMIT,
    ),
    (
        "theta is turned into degrees, and its limit is in radians: compare theta as it is",
        lambda b, after: any(_is_past(after, theta_limit=math.radians(THETA_LIMIT))),
    ),
    (
        "theta never ends the episode: a pole that leans by more than theta_threshold_radians does",
        lambda b, after: _is_past(after)[0],
    ),
    (
        "theta is in radians, and is compared with degrees: 12 degrees are theta_threshold_radians",
        lambda b, after: any(_is_past(after, theta_limit=12.0)),
    ),
    (
        "the limits are twice as far away, as those of the observation space: take x_threshold and theta_threshold_radians",
        lambda b, after: any(_is_past(after, 2 * X_LIMIT, 2 * THETA_LIMIT)),
    ),
    ("the limit of x is 2.4, x_threshold, and not twice as much", lambda b, after: any(_is_past(after, 2 * X_LIMIT))),
    (
        "the limit of theta is 12 degrees, theta_threshold_radians, and not twice as much",
        lambda b, after: any(_is_past(after, theta_limit=2 * THETA_LIMIT)),
    ),
    (
        "the two limits are swapped: x is compared with x_threshold, theta with theta_threshold_radians",
        lambda b, after: any(_is_past(after, THETA_LIMIT, X_LIMIT)),
    ),
    ("terminated is the other way round: True is the end", lambda before, after: not any(_is_past(after))),
]


def _check_ends(env, taken):
    wanted, got = [case[3] for case in STEPS], [bool(step.terminated) for step in taken]
    cut = [bool(step.truncated) for step in taken]
    if any(cut):
        if cut == wanted and not any(got):
            likely = "terminated and truncated are swapped: a fall terminates the episode"
        elif cut == got:
            likely = "truncated is for a time limit, which stands outside of this class: return False"
        else:
            likely = "step has no time limit here: truncated is False"
        raise CheckFailed("a fall terminates an episode, and nothing truncates it here", likely=likely)
    standing = [[x, 0.0, theta, 0.0] for x, theta in _STANDING]
    cases = [(case[0], case[2]) for case in STEPS] + [(state, moved(state, 1)) for state in standing]
    wanted += [any(_is_past(after)) for _, after in cases[len(STEPS) :]]
    got += [bool(_taken(env, state, 1).terminated) for state in standing]
    wrong = [place for place, flag in enumerate(got) if flag != wanted[place]]
    if not wrong:
        return _check_limits(env)
    after = cases[wrong[0]][1]
    fits = [sentence for sentence, ends in _PASSES if got == [ends(*case) for case in cases]]
    rule = "the episode ends where abs(x) > x_threshold or abs(theta) > theta_threshold_radians, for the new x and theta"
    inputs = {"new x": after[0], "new theta": after[2]}
    raise CheckFailed(_ENDS, wanted[wrong[0]], got[wrong[0]], inputs, (fits or [rule])[0])


def _check_limits(env):
    """Exactly at a limit the pole still stands. Worked by hand: without a velocity nothing moves, 2.4 + 0.02 * 0 = 2.4."""
    for name, place, limit in (("x", 0, X_LIMIT), ("theta", 2, THETA_LIMIT)):
        # In single precision a number just below the limit is the same as the limit, and both are a little more.
        ended = []
        for number in (limit, limit - 1e-9):
            state = [0.0, 0.0, 0.0, 0.0]
            state[place] = number
            ended.append(bool(_taken(env, state, 1).terminated))
        if ended == [True, False]:
            likely = "compare with `>`, as Gymnasium does, and not with `>=`"
            raise CheckFailed(f"exactly at the limit of {name} the pole still stands", False, True, {name: limit}, likely)


def _check_rewards(taken):
    got = [step.reward for step in taken]
    wrong = [place for place, reward in enumerate(got) if reward != 1.0]
    if not wrong:
        return
    ended = [case[3] for case in STEPS]
    if got == [float(not end) for end in ended]:
        likely = (
            "the step on which the pole falls pays nothing here. It does so in the course's own CartPole; Gymnasium pays 1 "
            "for that step too"
        )
    elif all((reward == 1.0) != end for reward, end in zip(got, ended)):
        likely = "the step on which the pole falls pays something else: Gymnasium pays 1 for every step"
    elif not any(got):
        likely = "no step pays anything: return 1.0 as the second value"
    else:
        likely = "the reward does not depend on the state: return 1.0"
    inputs = {"terminated": ended[wrong[0]]}
    raise CheckFailed("every step pays 1, the last one too", 1.0, got[wrong[0]], inputs, likely)


# Around a step


def _check_reset(env):
    """It is given, and may be broken by accident."""
    idea = "reset draws a state and returns an observation and a dictionary"
    likely = "reset was given as it has to be: take it from the starter again"
    one, other, third = env.reset(seed=3), env.reset(seed=3), env.reset()
    for result in (one, other, third):
        is_whole = isinstance(result, tuple) and len(result) == 2 and isinstance(result[1], dict)
        require(is_whole and tuple(getattr(result[0], "shape", ())) == (4,), idea, likely, got=result)
        require(all(abs(float(number)) <= 0.0501 for number in result[0]), idea, likely, got=result)
    require(bool((one[0] == other[0]).all()), "a seed gives the same first state each time", likely)
    require(not bool((one[0] == third[0]).all()), "without a seed each episode begins with another state", likely)


def _check_episode(env):
    """A recorded episode from its first step to its last, and a step of the next one."""
    env.reset(seed=1)
    env.state = np.array(START)
    state = START
    for place, action in enumerate(map(int, ACTIONS)):
        is_last = place + 1 == len(ACTIONS)
        step, state = _stepped(env, action), LAST if is_last else moved(state, action)
        idea = f"step number {place + 1} of an episode goes on from the one before"
        # What is rounded in single precision grows by a tenth in each step.
        is_right = all(abs(a - b) <= 5e-3 for a, b in zip(step.observation, state))
        if not is_right:
            likely = "something besides self.state carries over from one step to the next"
            raise CheckFailed(idea, _shown(state), _shown(step.observation), {"action": action}, likely)
        likely = "whether a step ends the episode depends on its new state alone, not on how many came before"
        require(bool(step.terminated) == is_last, f"this episode ends with step {len(ACTIONS)}", likely, step=place + 1)
        require(step.reward == 1.0 and not step.truncated, "every step pays 1, and none is truncated", likely, step=place + 1)
    first = [float(number) for number in env.reset(seed=2)[0]]
    step = _stepped(env, 1)
    likely = "something of the last episode is left: reset puts a new state into self.state, and a step needs nothing else"
    is_right = _is_near(step.observation, moved(first, 1)) and not step.terminated
    require(is_right, "after a reset an episode begins anew", likely, first=_shown(first), got=_shown(step.observation))
