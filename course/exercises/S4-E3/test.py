import numpy as np
import torch as t
from tests.explain import CheckFailed, call, passed, require
from tests.randomness import check_draws
from tests.reinforce import Recorded, is_near, numbers, redrawn

_NAMES = ("states", "actions", "rewards")
_IDEA = "generate_session plays one episode and returns states, actions, rewards: three lists, one entry for each step"
_DRAWN = "actions are drawn by the policy's probabilities in the present observation"
_NEW_LISTS = "the lists still hold an earlier episode: make new ones inside the function"
_LIMIT = 1000


def test_generate_session(generate_session, model):
    with redrawn(model) as draw:
        weak, strong = _observations(model, draw)
        for length, most in ((6, 50), (1, 50), (60, 9), (7, 7), (5, 1)):
            env = Recorded(_shuffled(weak + strong), length)
            _check_record(env, _played(generate_session, env, most), most)
        if getattr(generate_session, "__defaults__", None) != (_LIMIT,):
            # The thousand steps take long: they are played where the limit is not to be seen.
            env = Recorded((weak + strong) * 5, len(weak + strong) * 5 - 1)
            _check_record(env, _played(generate_session, env), _LIMIT)
        # The policy is clear about the first observation, so that asking it once does not look like chance.
        env = Recorded([strong[-1]] + _shuffled(weak + strong[:-1]), len(weak + strong) - 1)
        _check_record(env, _played(generate_session, env, 1000), 1000)
        _check_actions(env, model)
        some = _shuffled(weak)
        check_draws("generate_session", lambda: _actions(generate_session, some))
        _check_sure(generate_session, model, draw)
    passed("test_generate_session")


def _observations(model, draw):
    """Returns observations in which the policy leans to an action a little, and others in which it does so clearly."""
    for attempt in range(60):
        draw((0.2, 0.3, 0.4, 0.6)[attempt % 4])
        some = 2.0 * t.randn(3000, 4)
        with t.no_grad():
            logits = model(some)
        gaps = logits[:, 1] - logits[:, 0]
        sides = [_between(some, sign * gaps, *limits) for limits in ((0.3, 0.5), (2.2, 2.8)) for sign in (-1, 1)]
        if min(map(len, sides)) == 55:
            return sides[0] + sides[1], sides[2] + sides[3]
    idea = "model answers different observations with different logits"
    raise CheckFailed(idea, likely="go back to the exercise on the policy network, and run its checks again")


def _between(observations, gaps, low, high):
    """Returns at most 55 observations whose gap lies between the limits."""
    places = ((gaps > low) & (gaps < high)).nonzero().flatten()[:55]
    return observations[places].tolist()


def _shuffled(observations):
    return [observations[i] for i in t.randperm(len(observations)).tolist()]


def _actions(generate_session, observations):
    return [int(action) for action in generate_session(Recorded(observations, 30), 30)[1]]


def _check_sure(generate_session, model, draw, steps=80):
    """Where the policy is sure, every action is the likely one: a right answer draws another once in a million
    runs."""
    for scale in (0.5, 0.8, 1.2, 2.0, 3.0, 5.0):
        draw(scale)
        some = 3.0 * t.randn(1000, 4)
        with t.no_grad():
            logits = model(some)
        gaps = logits[:, 1] - logits[:, 0]
        places = (gaps.abs() > 19.0).nonzero().flatten()[: steps + 1]
        if len(places) == steps + 1:
            break
    else:
        return
    env = Recorded(some[places].tolist(), steps)
    _check_record(env, _played(generate_session, env, 2 * steps), 2 * steps)
    odd = [step for step, place in enumerate(places[:steps].tolist()) if env.taken[step] != int(gaps[place] > 0)]
    likely = "now and then an action is drawn in another way: draw by the probabilities, with no other rule beside them"
    shown = {"actions without a probability worth the name": f"{len(odd)} of {steps}"}
    if odd:
        raise CheckFailed(_DRAWN, inputs=shown, likely=likely)


def _played(generate_session, env, most=None):
    """Returns the three lists, having seen that they are three. Without `most`, the reader's own default is the limit."""
    got = call(_IDEA, generate_session, {"env": env} if most is None else {"env": env, "t_max": most})
    likely = None
    if got is None:
        likely = "the function returns nothing: is a return statement missing?"
    elif not isinstance(got, (tuple, list)):
        likely = f"three lists were expected, not {type(got).__name__}: return states, actions, rewards"
    elif len(got) and all(isinstance(step, tuple) for step in got):
        likely = "these are tuples, one for each step: keep three lists, and return states, actions, rewards"
    elif len(got) != 3:
        likely = f"{len(got)} things come back, and three lists were expected: return states, actions, rewards"
    if likely:
        raise CheckFailed(_IDEA, inputs={"got": got}, likely=likely)
    for name, part in zip(_NAMES, got):
        is_array = isinstance(part, (np.ndarray, t.Tensor)) and part.ndim > 0
        if not is_array and not isinstance(part, (list, tuple)):
            likely = f"{name} should be a list with one entry for each step, not {type(part).__name__}"
            raise CheckFailed(_IDEA, inputs={name: part}, likely=likely)
    return [list(part) for part in got]


def _check_record(env, got, most):
    """What was recorded has to be what the environment handed out, and what it was given."""
    steps = len(env.taken)
    if most == _LIMIT and most < env.length and steps != most:
        idea = f"without a t_max of its own, an episode has at most {_LIMIT} steps"
        likely = "leave the default in `def generate_session(env, t_max=1000)`, and let the loop run over range(t_max)"
        raise CheckFailed(idea, _LIMIT, steps, likely=likely)
    _check_length(steps, env.length, most)
    counts = dict(zip(_NAMES, map(len, got)))
    if set(counts.values()) != {steps}:
        raise CheckFailed(_IDEA, inputs={"steps": steps, **counts}, likely=_of_counts(counts, steps))
    states, actions, rewards = [[numbers(entry) or [] for entry in part] for part in got]
    kinds = [len(part[0]) for part in (states, actions, rewards)]
    if kinds[0] != 4 and 4 in kinds:
        likely = "the lists come back in another order: return states, actions, rewards"
        raise CheckFailed(_IDEA, inputs={"got": got}, likely=likely)
    shown = {"recorded": states[:4], "handed out": env.handed[:4]}
    if len(states[0]) == 4 and np.ndim(got[0][0]) != 1:
        likely = "each state is an array of 4 numbers: record s itself, not the batch that is made of it"
        raise CheckFailed(_IDEA, inputs={"states": got[0]}, likely=likely)
    _check_states(env, states, shown)
    actions = [action[0] if len(action) == 1 else None for action in actions]
    if actions != env.taken:
        likely = "what is recorded as action is not what env.step was given: append a"
        if any(action not in (0, 1) for action in actions):
            likely = "an action is 0 or 1: record the action itself, not its probability"
        raise CheckFailed(_IDEA, env.taken[:9], got[1][:9], likely=likely)
    kinds = {type(action).__name__ for action in got[1] if not isinstance(action, t.Tensor)}
    likely = "the actions are floats: record a as np.random.choice returns it, an integer"
    require(not any("float" in kind for kind in kinds), _IDEA, likely, actions=got[1][:9])
    _check_rewards(env, [reward[0] if reward else 0.0 for reward in rewards])


def _check_length(steps, length, most):
    likely = None
    if steps == 0:
        likely = "env.step is never called: take the drawn action in every turn of the loop"
    elif steps == most + 1:
        likely = f"{steps} steps are taken though t_max is {most}: the loop is one turn too long"
    elif steps > most:
        likely = f"{steps} steps are taken though t_max is {most}: let the loop run over range(t_max)"
    elif steps < min(length, most) and steps == 1:
        likely = "the loop ends after its first turn: does return or break stand in it without a condition?"
    elif steps < min(length, most) and steps == most - 1:
        likely = f"{steps} steps are taken though t_max is {most}: the loop is one turn too short"
    elif steps < min(length, most):
        likely = f"the loop ends after {steps} steps, before the environment says done: break only if done"
    if likely:
        raise CheckFailed("an episode ends when the environment says done, or after t_max steps", likely=likely)


def _of_counts(counts, steps):
    found = set(counts.values())
    if found == {steps - 1}:
        return "the step on which the episode ends is missing: append first, and only then break if done"
    if counts["states"] == steps + 1 and len(found) == 2:
        return "states has one entry too many: the observation behind the last step, in which no action was chosen"
    if found == {0}:
        return "the lists stay empty: append s, a and r in every turn of the loop"
    if len(found) == 1 and min(found) > steps:
        return _NEW_LISTS
    if len(found) == 1 and found == {1}:
        return "only one step is recorded: append in every turn of the loop"
    others = " and ".join(name for name in _NAMES if counts[name] != steps)
    return f"append to all three lists in every turn of the loop: {steps} steps were taken, look at {others}"


def _check_states(env, states, shown):
    before, after = env.handed[:-1], env.handed[1:]
    right = [is_near(state, wanted) for state, wanted in zip(states, before)]
    if all(right):
        return
    likely = "each entry of states should be the observation that the action was chosen for"
    if all(is_near(state, wanted) for state, wanted in zip(states, after)):
        likely = "this is new_s, the observation after the step: record s, in which the action was chosen"
    elif all(is_near(state, before[0]) for state in states):
        likely = "the first observation is recorded at every step: end each turn with s = new_s"
    elif all(is_near(state, states[-1]) for state in states):
        likely = "all entries are one array that is changed in place: append a new one in every turn"
    elif any(len(state) != 4 for state in states):
        likely = "each state is an array of 4 numbers: record s as it is"
    elif all(is_near(state, wanted) for state, wanted in zip(states, reversed(before))):
        likely = "the steps are recorded from the last to the first: append to the end"
    raise CheckFailed("states[t] is the observation in which actions[t] was chosen", inputs=shown, likely=likely)


def _check_rewards(env, rewards):
    wanted = env.rewards[: len(env.taken)]
    if is_near(rewards, wanted):
        return
    likely = "what is recorded as reward is not what env.step returned: append r"
    sums = [sum(wanted[: step + 1]) for step in range(len(wanted))]
    if is_near(rewards, sums):
        likely = "these are running sums: record the reward of each step by itself"
    elif is_near(rewards, [sum(wanted[step:]) for step in range(len(wanted))]):
        likely = "these are returns: record the reward of each step by itself"
    elif is_near(rewards, [0.0] + wanted[:-1]) or is_near(rewards[1:], wanted[:-1]):
        likely = "each reward is recorded one step too late: append the r that the step has just returned"
    elif len(set(rewards)) == 1:
        likely = "the same reward is recorded at every step: append the r that env.step returns"
    elif all(reward in (0.0, 1.0) for reward in rewards):
        likely = "this is done and not the reward: env.step returns new_s, r, done, info"
    raise CheckFailed(_IDEA, wanted[:9], rewards[:9], likely=likely)


def _check_actions(env, model):
    """How often the less likely action is drawn tells whether the policy's probabilities are used. A right answer fails
    less than once in ten million runs."""
    with t.no_grad():
        probs = t.softmax(model(t.tensor(env.handed[:-1])), -1).double()
    # The probability of action 1.
    ones = probs[:, 1].tolist()
    clear = [abs(p - 0.5) > 0.25 for p in ones]
    rare = [(a == 1) == (p < 0.5) for a, p in zip(env.taken, ones)]

    def excess(which):
        expected = [min(p, 1 - p) for p, is_clear in zip(ones, clear) if is_clear == which]
        spread = sum(p * (1 - p) for p in expected) ** 0.5
        return (sum(r for r, is_clear in zip(rare, clear) if is_clear == which) - sum(expected)) / spread

    if excess(True) < 8.0 and abs(excess(False)) < 5.5:
        return
    likely = "draw each action with np.random.choice(2, p=action_probs)"
    fits = {
        "both actions are equally likely here: draw with np.random.choice(2, p=action_probs)": [0.5] * len(ones),
        "the probabilities are exchanged: action_probs[1] is that of action 1": [1 - p for p in ones],
        "all actions are drawn for the first observation: ask predict_probs in every turn": [ones[0]] * len(ones),
        "actions are drawn for the observation before: ask predict_probs for the present s": [0.5] + ones[:-1],
    }
    if not any(rare):
        likely = "the likeliest action is taken every time: draw it, np.random.choice(2, p=action_probs)"
    elif len(set(env.taken)) == 1:
        likely = f"the action is {env.taken[0]} every time: draw it, np.random.choice(2, p=action_probs)"
    elif excess(False) < -5.5:
        likely = "the likeliest action is taken too often: draw by the probabilities, with no other rule beside them"
    else:
        likely = max(fits, key=lambda sentence: _log_likelihood(env.taken, fits[sentence]))
    shown = {"probability of 1": [round(p, 2) for p in ones[:12]], "actions": env.taken[:12]}
    raise CheckFailed(_DRAWN, inputs=shown, likely=likely)


def _log_likelihood(actions, ones):
    chances = t.tensor([p if a == 1 else 1 - p for a, p in zip(actions, ones)])
    return float(t.log(chances.clamp(min=1e-6)).sum())
