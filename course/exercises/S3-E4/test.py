"""Environments that remember what they handed out, so that each recorded number can be compared with its source."""

import gymnasium as gym
import numpy as np
import torch as t
from tests.explain import CheckFailed, call, compare, passed, require
from tests.randomness import check_draws
from torch import nn
from torch.distributions import Categorical

_IDEA = "play_step samples actions, steps the environments, and records the step"
_ORDER = "the order is obs, actions, logprobs, values, rewards, terminated"
_NAMES = ("obs", "actions", "logprobs", "values", "rewards", "terminated")


class _Envs:
    """Environments whose observations, rewards and flags are drawn, and kept."""

    def __init__(self, num_envs, draw=t.randn):
        self.num_envs, self._draw = num_envs, draw
        self.single_observation_space = gym.spaces.Box(-np.inf, np.inf, (4,))
        self.single_action_space = gym.spaces.Discrete(2)
        self.observation_space = gym.spaces.Box(-np.inf, np.inf, (num_envs, 4))
        self.action_space = gym.spaces.MultiDiscrete([2] * num_envs)
        self.resets, self.steps = 0, []

    def reset(self, seed=None, options=None):
        self.resets += 1
        return self._draw(self.num_envs, 4).numpy(), {}

    def step(self, actions):
        idea = "envs.step takes one action, 0 or 1, for each environment"
        if isinstance(actions, t.Tensor):
            actions = actions.numpy()
        require(isinstance(actions, np.ndarray), idea, "call .cpu().numpy() on the actions", actions=actions)
        fits = actions.shape == (self.num_envs,) and bool(((actions == 0) | (actions == 1)).all())
        likely = "hand over what dist.sample() returned, and not logits or probabilities"
        require(fits, idea, likely, actions=actions, shape=actions.shape)
        flags = t.rand(2, self.num_envs)
        terminated, truncated = flags[0] < 0.4, flags[1] < 0.4
        if self.num_envs > 2:
            # Always one environment of each kind, and never both flags in one.
            terminated[:3], truncated[:3] = t.tensor([True, False, False]), t.tensor([False, True, False])
        step = {
            "actions": actions.copy(),
            "obs": self._draw(self.num_envs, 4).numpy(),
            "rewards": (t.rand(self.num_envs) + 0.5).double().numpy(),
            "terminated": terminated.roll(len(self.steps)).numpy(),
            "truncated": (truncated & ~terminated).roll(len(self.steps)).numpy(),
            "infos": {"step": len(self.steps)},
        }
        self.steps.append(step)
        return tuple(step[name] for name in ("obs", "rewards", "terminated", "truncated", "infos"))

    def close(self):
        pass


class _Memory:
    """Keeps what the agent adds."""

    def __init__(self):
        self.added = []

    def add(self, *parts, **named):
        parts = parts + tuple(named[name] for name in _NAMES[len(parts) :] if name in named)
        likely = f"memory.add got {len(parts)} things"
        require(len(parts) == 6, "six things are recorded: obs, actions, logprobs, values, rewards, terminated", likely)
        self.added.append(dict(zip(_NAMES, parts)))


def _numbers(name, value, num_envs):
    """Returns what was recorded as a tensor, after a check of its type and shape."""
    likely = f"{name}: a numpy array was expected, not {type(value).__name__}"
    if isinstance(value, t.Tensor):
        likely = f"{name} is a tensor: call .cpu().numpy() on it"
    require(isinstance(value, np.ndarray), f"{name} is recorded as a numpy array", likely)
    shape = (num_envs, 4) if name == "obs" else (num_envs,)
    if value.shape != shape:
        likely = f"{name} has another shape: {_ORDER}"
        if value.shape == () or name == "obs" and value.shape == (4,):
            likely = f"{name} has lost a dimension where there is one environment: use .squeeze(-1), or .flatten()"
        elif value.shape == (num_envs, 1):
            likely = f"{name} has one dimension too many: .squeeze(-1) or .flatten() removes it"
        raise CheckFailed(f"{name} has one entry for each environment", shape, value.shape, likely=likely)
    return t.tensor(value).float()


def _standardised(numbers):
    return ((numbers - numbers.mean()) / (numbers.std() + 1e-8)).float() if len(numbers) > 1 else numbers.float()


def _tempered(logits, actions, found):
    """Returns the log-probabilities for logits times the number that fits best, or those of the logits."""
    log_odds = t.log_softmax(logits, -1)
    found = t.tensor(found).double() if isinstance(found, np.ndarray) and found.shape == actions.shape else None
    if found is None or not bool((found < 0).all()):
        return log_odds.gather(-1, actions.unsqueeze(-1)).squeeze(-1)
    signs = (2 * actions - 1).double()
    gaps = (logits[:, 1] - logits[:, 0]).double()
    wanted = signs * (found - t.log1p(-found.exp()))
    factor = float((gaps * wanted).sum() / (gaps * gaps).sum())
    return t.log_softmax(logits * factor, -1).gather(-1, actions.unsqueeze(-1)).squeeze(-1)


def _sources(actor, critic, obs, flags, step, recorded):
    """Returns what is right for each of the six, and the mistakes in it."""
    terminated, truncated, new_obs = t.tensor(step["terminated"]), t.tensor(step["truncated"]), t.tensor(step["obs"])
    actions = t.tensor(step["actions"]).long()
    with t.no_grad():

        def of_taken(numbers):
            return numbers.gather(-1, actions.unsqueeze(-1)).squeeze(-1)

        logits, new_logits = actor(obs), actor(new_obs)
        logprobs = of_taken(t.log_softmax(logits, -1))
        right = {
            "obs": obs,
            "actions": actions.float(),
            "logprobs": logprobs,
            "values": critic(obs).squeeze(-1),
            "rewards": t.tensor(step["rewards"]).float(),
            "terminated": flags["terminated"].float(),
        }
        late = "these are the flags that this step returned: record those of before it, self.next_terminated"
        before = "a time limit is no end of the task: record terminated only"
        mistakes = {
            "obs": [
                ("this is the observation of after the step: record the one that the actions were chosen for", new_obs),
            ],
            "actions": [],
            "logprobs": [
                ("these are probabilities: dist.log_prob(actions) returns their logarithms", t.exp(logprobs)),
                ("these are the actions' logits: dist.log_prob(actions) returns log-probabilities", of_taken(logits)),
                ("the sign is wrong: logarithms of probabilities are negative", -logprobs),
                ("these belong to the observation of after the step", of_taken(t.log_softmax(new_logits, -1))),
                ("these are the likeliest actions' log-probabilities", t.log_softmax(logits, -1).max(-1).values),
                ("these are entropies: record dist.log_prob(actions)", Categorical(logits=logits).entropy()),
                (
                    "the logits went in as probabilities: write Categorical(logits=...), its first argument is probs",
                    Categorical(probs=logits, validate_args=False).log_prob(actions),
                ),
                (
                    "a sigmoid of the logits went in as probabilities: the policy is the softmax, Categorical(logits=logits)",
                    Categorical(probs=t.sigmoid(logits)).log_prob(actions),
                ),
                (
                    "these are logarithms of sigmoids: the policy is the softmax, Categorical(logits=logits)",
                    of_taken(t.log(t.sigmoid(logits))),
                ),
                (
                    "the softmax is taken twice: Categorical(logits=...) wants the logits themselves",
                    of_taken(t.log_softmax(t.softmax(logits, -1), -1)),
                ),
                (
                    "the logits are multiplied by a number: the policy is the softmax of the actor's logits as they are",
                    _tempered(logits, actions, recorded["logprobs"]),
                ),
                ("these belong to the other actions: sample once", of_taken(t.log_softmax(logits, -1).flip(-1))),
            ],
            "values": [
                ("these are the values of after the step: ask the critic before it", critic(new_obs).squeeze(-1)),
            ],
            "rewards": [
                ("the rewards are normalised: record what the step paid", _standardised(t.tensor(step["rewards"]))),
                ("the rewards are limited: record what the step paid", t.tensor(step["rewards"]).clamp(-1.0, 1.0).float()),
            ],
            "terminated": [
                (late, terminated.float()),
                (late, (terminated | truncated).float()),
                (f"truncated was recorded: {before}", flags["truncated"].float()),
                (f"truncated ends are recorded as well: {before}", (flags["terminated"] | flags["truncated"]).float()),
                (
                    "the flags are upside down: terminated is true where an episode ended",
                    1 - flags["terminated"].float(),
                ),
                ("there are no flags in it: self.next_terminated must keep what the step returned", t.zeros(len(obs))),
            ],
        }
    for name in _NAMES[1:]:
        others = [other for other in _NAMES[1:] if other != name]
        mistakes[name] += [(f"here are the {other}: {_ORDER}", right[other]) for other in others]
    return right, mistakes


def _check_actions(idea, recorded, taken):
    are_actions = bool(((recorded == 0) | (recorded == 1)).all())
    if are_actions and not bool((recorded == taken).all()):
        likely = "other actions are recorded than those that the environments took: sample once"
        raise CheckFailed(idea, taken, recorded, likely=likely)


def _check_recorded(recorded, right, mistakes):
    num_envs = len(right["rewards"])
    found = {name: _numbers(name, recorded[name], num_envs) for name in _NAMES}
    ideas = {
        "obs": "the observation that the actions were chosen for is recorded",
        "actions": "the actions that the environments took are recorded",
        "logprobs": "the log-probabilities of the actions taken, at the observation that they were chosen for",
        "values": "the critic's values of the observation that the actions were chosen for",
        "rewards": "the rewards that the step paid are recorded",
        "terminated": "the flags of before the step are recorded, as the observation is",
    }
    # A swapped slot is seen before its neighbours are judged.
    for name in ("obs", "rewards", "actions", "values", "logprobs", "terminated"):
        if name == "actions":
            _check_actions(ideas[name], found[name], right[name])
        factor = float((found[name] * right[name]).sum() / (right[name] * right[name]).sum().clamp(min=1e-9))
        changed = f"{name} is multiplied by {factor:.4g}: record it as it is"
        other = f"{name} holds other numbers than it should: where is it changed on its way to the memory?"
        last = [(changed, right[name] * factor), (other, found[name])]
        compare(ideas[name], found[name], right[name], mistakes=mistakes[name] + last)
    whole = str(recorded["actions"].dtype).startswith("int")
    require(whole, "actions are recorded as whole numbers", "leave them as dist.sample() returns them")


def _check_moved_on(agent, obs, flags, step):
    new_obs, terminated, truncated = (t.tensor(step[name]) for name in ("obs", "terminated", "truncated"))
    was = flags["terminated"]
    for name in ("next_obs", "next_terminated"):
        value, idea = getattr(agent, name), f"self.{name} is a tensor"
        likely = f"self.{name} is a {type(value).__name__} after the step: t.tensor(...) makes a tensor of it"
        require(isinstance(value, t.Tensor), idea, likely)
    compare(
        "next_obs becomes the observation that the step returned",
        agent.next_obs.float(),
        new_obs,
        mistakes=[("next_obs stays what it was: set it at the end of play_step", obs)],
    )
    likely = "next_obs must be float32, as the networks are: give t.tensor dtype=t.float"
    require(agent.next_obs.dtype == t.float32, "next_obs is a tensor of floats", likely, dtype=agent.next_obs.dtype)
    before = "a time limit is no end of the task: keep terminated only"
    compare(
        "next_terminated becomes what the step returned as terminated",
        agent.next_terminated.float(),
        terminated.float(),
        mistakes=[
            ("next_terminated stays what it was: set it at the end of play_step", flags["terminated"].float()),
            (f"truncated is in it as well: {before}", (terminated | truncated).float()),
            (f"truncated is in its place: {before}", truncated.float()),
            ("flags of earlier steps stay: keep what this step returned, and no more", (terminated | was).float()),
            ("the flags are upside down: terminated is true where an episode ended", 1 - terminated.float()),
        ],
    )


def _check_step(agent, envs, memory, actor, critic, flags):
    obs, steps, resets, added = agent.next_obs.clone(), agent.step, envs.resets, len(memory.added)
    infos = call(_IDEA, agent.play_step, {})
    is_on, _ = t.is_grad_enabled(), t.set_grad_enabled(True)
    likely = "gradients stay turned off after the call: write `with t.inference_mode():`, which ends with its block"
    require(is_on, "play_step leaves PyTorch as it was", likely)
    likely = "it resets them: an episode may span several rollouts, and the environments restart by themselves"
    require(envs.resets == resets, "play_step does not reset the environments", likely)
    done = len(envs.steps) - flags["steps"]
    require(done == 1, "play_step takes one step", f"it calls self.envs.step {done} times", calls=done)
    count = len(memory.added) - added
    require(count == 1, "play_step records its step once", f"it calls self.memory.add {count} times", calls=count)
    step = envs.steps[-1]
    _check_recorded(memory.added[-1], *_sources(actor, critic, obs, flags, step, memory.added[-1]))
    _check_moved_on(agent, obs, flags, step)
    grown = agent.step - steps
    if grown != envs.num_envs:
        likely = "it counts steps of all environments: add self.envs.num_envs"
        raise CheckFailed("self.step grows by the number of environments", envs.num_envs, grown, likely=likely)
    likely = "play_step returns nothing: is a return statement missing?"
    likely = likely if infos is None else "something else is returned: infos is the fifth thing that envs.step returns"
    if not isinstance(infos, dict) or infos != step["infos"]:
        raise CheckFailed("play_step returns the infos of its step", step["infos"], infos, likely=likely)
    kept = {name: t.tensor(step[name]) for name in ("terminated", "truncated")}
    return {**kept, "steps": len(envs.steps)}


def _check_draws(PPOAgent):
    """Checks that actions have the actor's probabilities: 20 % and 80 %, whatever the observation."""
    envs, actor, memory = _Envs(500), nn.Linear(4, 2), _Memory()
    with t.no_grad():
        actor.weight.copy_(t.zeros(2, 4))
        actor.bias.copy_(t.tensor([0.0, 3.0]).log1p())
    agent = PPOAgent(envs, actor, nn.Linear(4, 1), memory)
    for _ in range(3):
        agent.play_step()
    share = float(t.tensor([step["actions"].mean() for step in envs.steps]).mean())
    if abs(share - 0.8) > 0.07:
        likely = "the actions do not follow the actor's probabilities: sample from Categorical(logits=logits)"
        if abs(share - 0.5) < 0.09:
            likely = "both actions are drawn equally often, whatever the actor says: use dist.sample()"
        if share == 1.0:
            likely = "only the likeliest action is ever taken, and nothing is explored: use dist.sample()"
        idea = "actions are sampled: the actor gives the second one a probability of 80 %"
        raise CheckFailed(idea, "80 %", f"{100 * share:.0f} %", likely=likely)
    with t.no_grad():
        actor.bias.copy_(t.tensor([0.0, 25.0]))
    agent.play_step()
    odd = int((envs.steps[-1]["actions"] == 0).sum())
    likely = "now and then an action is drawn in another way: sample from the actor's distribution, and by no other rule"
    idea = "where the actor is certain of an action, it is always taken"
    require(not odd, idea, likely, other_actions=f"{odd} of 500")


def _check_agent(PPOAgent, num_envs, num_steps):
    envs, actor, critic, memory = _Envs(num_envs), nn.Linear(4, 2), nn.Linear(4, 1), _Memory()
    with t.no_grad():
        # The same probabilities, and all logits positive: taken for probabilities they raise nothing.
        actor.bias.copy_(actor.bias + 6.0)
    agent = PPOAgent(envs, actor, critic, memory)
    flags = {"terminated": t.zeros(num_envs).bool(), "truncated": t.zeros(num_envs).bool(), "steps": 0}
    for _ in range(num_steps):
        flags = _check_step(agent, envs, memory, actor, critic, flags)
    return agent


def _played(agent):
    agent.play_step()
    return None


def test_ppo_agent(PPOAgent):
    require(isinstance(PPOAgent, type), "PPOAgent is a class", "the name is no class any more: rename your object")
    for num_envs, num_steps in ((5, 4), (1, 3)):
        agent = _check_agent(PPOAgent, num_envs, num_steps)
    _check_draws(PPOAgent)
    check_draws("play_step", lambda: _played(agent))
    passed("test_ppo_agent")
