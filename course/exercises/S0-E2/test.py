"""Tensors are [num_envs, num_steps]."""

import torch as t
import worlds
from tests.explain import CheckFailed, across, call, compare, passed, require
from tests.lifespans import check_lifespan
from tests.randomness import check_draws, check_shares
from tests.vpg import near, parts_of
from tests.vpg_rollouts import NUM_ENVS, Play, Watched, agent_of
from torch import nn

ORDER = "add_step takes (obs, actions, logprobs, rewards, dones, infos), in this order"
SAMPLES = "get_actions samples one action for each environment, with the probabilities of the policy"


def _is_same(given, kept):
    return isinstance(kept, t.Tensor) and given.shape == kept.shape and bool(near(given, kept))


def test_get_actions(VPGAgent, PolicyNetwork):
    policy = Watched(PolicyNetwork((4,), 2))
    obs = t.randn(256, 4)
    agent = agent_of(VPGAgent, policy, worlds.CartPole(NUM_ENVS))
    policy.seen.clear()
    actions, logprobs, entropy = _act(agent, obs)
    given = policy.seen[-1] if policy.seen else None
    require(
        given is None or not any(_is_same(given, kept) for kept in vars(agent).values()),
        "get_actions chooses actions for the observations that it is given",
        "it uses self.obs: use its parameter `obs`",
    )
    _check_actions(actions, 256)
    logits = policy(obs)
    logs = t.log_softmax(logits, -1)
    index = actions.long().unsqueeze(-1)
    taken, other = logs.gather(-1, index).squeeze(-1), logs.gather(-1, 1 - index).squeeze(-1)
    compare(
        "the log-probabilities are those of the actions that were sampled",
        logprobs,
        taken,
        mistakes=lambda: [
            ("these are probabilities: the logarithm is missing", taken.exp()),
            ("these are the log-probabilities of the other action", other),
            ("these are logits: log_softmax makes log-probabilities of them", logits.gather(-1, index).squeeze(-1)),
            (
                "the softmax runs over the environments (dim=0): each has its own two probabilities, dim=-1",
                t.log_softmax(logits, 0).gather(-1, index).squeeze(-1),
            ),
            (
                "softmax is applied twice: log_softmax and Categorical(logits=...) take the network's output as it is",
                t.log_softmax(t.softmax(logits, -1), -1).gather(-1, index).squeeze(-1),
            ),
            ("there is one dimension of size 1 too many: squeeze it after gather", taken.unsqueeze(-1)),
            ("these are the log-probabilities of both actions: pick that of the action taken, with gather", logs),
            (
                "`logs[:, actions]` pairs every environment with the actions of all: gather picks one for each",
                logs[:, actions.long()],
            ),
            ("these are negative log-probabilities: cross-entropy has the opposite sign", -taken),
            *_of_another_draw(logs, logprobs),
        ],
    )
    require(
        logprobs.requires_grad,
        "gradient must be able to flow into the log-probabilities",
        "something detaches them, or get_actions runs under no_grad; only gen_rollout should",
    )
    if entropy is not None:
        right = -(logs.exp() * logs).sum(-1)
        mistakes = [("entropy is never below 0: a sign is missing", -right), ("one for each environment", right.mean())]
        compare("the third result is None or the entropy of each environment", entropy, right, {}, mistakes)
    _check_samples(VPGAgent)
    _check_one_environment(agent)
    even = agent_of(VPGAgent, _Even(), worlds.CartPole(NUM_ENVS))
    check_draws("get_actions", lambda: _act(even, t.zeros(64, 4))[0].tolist())
    passed("test_get_actions")


def _of_another_draw(logs, got):
    """Returns the mistake, if every number is the log-probability of an action, and not always of the one returned."""
    if not isinstance(got, t.Tensor) or got.shape != logs.shape[:1]:
        return []
    gaps = (logs - got.detach().unsqueeze(-1)).abs()
    if not bool((gaps.min(-1).values < 1e-4).all()):
        return []
    return [("some belong to actions that are not returned: sample once, and use that draw for both results", got)]


def _check_one_environment(agent):
    actions, logprobs, _ = _act(agent, t.randn(1, 4))
    idea = "with one environment both results have the shape [1]"
    likely = "`squeeze()` removes every dimension of size 1, also that of the environments: name it, `squeeze(1)`"
    for got in (actions, logprobs):
        require(tuple(got.shape) == (1,), idea, likely if got.ndim == 0 else None, shape=tuple(got.shape))


def test_gen_rollout(VPGAgent, PolicyNetwork, VPGArgs, Rollout):
    record = Play(VPGAgent, PolicyNetwork, Rollout, steps=6)
    ends = Play(VPGAgent, PolicyNetwork, Rollout, steps=9, falls=_FALLS, limits=_LIMITS)
    _check_record(record)
    _check_ends(ends)
    across((ends, record), check_lifespan)
    # What the agent kept of the first rollout is no part of the second.
    ends.envs.falls, ends.envs.limits = _OTHER_FALLS, set()
    ends.play()
    check_lifespan(ends, "in the second rollout, lifespan counts from 0 again")
    _check_stops(lambda **case: Play(VPGAgent, PolicyNetwork, Rollout, steps=40, **case))
    _check_continues(Play(VPGAgent, PolicyNetwork, Rollout, steps=3, full_reset=False), 3)
    early = dict(falls={(env, env) for env in range(NUM_ENVS)}, full_reset=False, early_stop=True)
    _check_continues(Play(VPGAgent, PolicyNetwork, Rollout, steps=20, **early), 16)
    again = Play(VPGAgent, PolicyNetwork, Rollout, steps=2)
    check_draws("gen_rollout", lambda: again.play())
    passed("test_gen_rollout")


# Where environments fall, and where they reach their time limit: (step, environment).
_FALLS = {(3, 0), (6, 0), (5, 1), (7, 3)}
_LIMITS = {(2, 1), (4, 2), (5, 3)}
_OTHER_FALLS = {(6, 0), (7, 1), (2, 2)}


class _Even(nn.Module):
    """A policy to which both actions are equally likely."""

    def forward(self, obs):
        return obs[:, :2] * 0


class _Leaning(nn.Module):
    """A policy that takes action 1 with the probability that an observation begins with."""

    def forward(self, obs):
        chance = obs[:, 0]
        return t.stack([t.log(1 - chance), t.log(chance)], dim=-1)


# Actions


def _act(agent, obs):
    names = ("actions", "logprobs", "entropy or None")
    return parts_of(SAMPLES, call(SAMPLES, agent.get_actions, {"obs": obs}), names)


def _check_actions(actions, count):
    require(
        isinstance(actions, t.Tensor), SAMPLES, f"actions are a tensor, not {type(actions).__name__}", actions=actions
    )
    shape = tuple(actions.shape)
    if shape == (count, 1):
        likely = "the dimension of size 1 is left from multinomial: squeeze it away"
    elif shape == (NUM_ENVS,):
        likely = "are actions chosen for `self.obs`? Use the parameter `obs`"
    else:
        likely = f"the actions have shape {shape}, and ({count},) was expected: one for each observation"
    require(shape == (count,), SAMPLES, likely, shape=shape)
    good = bool(((actions == 0) | (actions == 1)).all())
    require(good, "actions are 0 or 1", "these are not the numbers of actions", actions=actions)
    _require_whole(actions)


def _require_whole(actions):
    likely = f"these are {actions.dtype}, and cannot pick an entry with gather: leave them as multinomial returns them, or end with .long()"
    require(actions.dtype == t.int64, "actions are whole numbers, int64", likely, dtype=actions.dtype)


def _check_samples(VPGAgent):
    """64 chances, 48 environments each. By chance alone a share differs by 6 deviations once in 500 million."""
    chances = t.linspace(0.02, 0.98, 64)
    obs = t.cat([chances.repeat(48).unsqueeze(1), t.zeros(48 * 64, 3)], dim=1)
    agent = agent_of(VPGAgent, _Leaning(), worlds.CartPole(NUM_ENVS))
    actions = _act(agent, obs)[0]
    _check_actions(actions, 48 * 64)
    table = actions.float().reshape(48, 64)
    likeliest = (chances > 0.5).float()
    require(
        not bool((table == likeliest).all()),
        SAMPLES,
        "the likeliest action is taken every time: sample, with `t.multinomial` or `Categorical(...).sample()`",
    )
    require(
        not bool((table == table[0]).all()),
        SAMPLES,
        "environments with the same probabilities all take the same action: draw a random number for each of them",
    )
    check_shares(table, chances)


# Rollouts


def _check_record(play):
    """A rollout in which nobody falls."""
    _require_length(
        play,
        {
            play.steps - 1: "one step is missing: the loop makes args.num_steps_per_rollout turns",
            play.steps + 1: "there is one step too many: the loop makes args.num_steps_per_rollout turns",
        },
    )
    resets = play.envs.resets
    likely = "call `self.envs.reset()` before the loop, if self.args.full_reset is on"
    require(bool(resets), "with full_reset all environments are reset before the rollout", likely)
    require(
        resets == [0],
        "environments are reset once, before the first step",
        "it stands inside the loop",
        before_steps=resets,
    )
    played, obs, after = play.played, play.column("obs"), play.column("after")
    _check_choices(play)
    late = t.cat([t.stack([play.first], dim=1), after[:, :-1]], dim=1)
    compare(
        "each step records the observations that the actions were chosen for",
        play.tau.obs,
        obs,
        mistakes=lambda: [
            ("these are the observations after the step: add the step first, then replace self.obs", after),
            ("the first observations are those from before the reset: keep what `self.envs.reset()` returns", late),
            ("every step records the first observations", t.stack([obs[:, 0]] * len(played), dim=1)),
        ],
    )
    logs = t.log_softmax(play.policy(obs), -1)
    taken = logs.gather(-1, play.column("actions").long().unsqueeze(-1)).squeeze(-1)
    compare(
        "each step records the log-probability of the actions played",
        play.tau.logprobs,
        taken,
        mistakes=[("these are probabilities: the logarithm is missing", taken.exp()), (ORDER, play.column("rewards"))],
    )
    require(
        not play.tau.logprobs.requires_grad,
        "a rollout is data: it is collected under no_grad",
        "gen_rollout needs `@t.no_grad()` above it, or `with t.no_grad():` around its loop",
    )
    compare(
        "each step records the rewards that `self.envs.step` returned",
        play.tau.rewards.float(),
        play.column("rewards"),
        mistakes=[("the rewards are all 1: keep those that step returns", t.ones(NUM_ENVS, len(played)))],
    )


def _check_choices(play):
    """The actions recorded are those played, and they were chosen for the present observations."""
    played = play.column("actions").float()
    recorded = play.tau.actions
    shape = tuple(recorded.shape)
    require(shape == tuple(played.shape), "the rollout holds one action for each environment and step", shape=shape)
    require(
        bool((recorded.float() >= 0).all()), "the rollout holds the actions that were played", ORDER, actions=recorded
    )
    require(
        bool((recorded.float() == played).all()),
        "the actions recorded are those that `self.envs.step` was given",
        "is get_actions called twice? Each call samples again: keep the actions of one call",
        played=played.long(),
        recorded=recorded,
    )
    _require_whole(recorded)
    seen = [obs for obs in play.policy.seen if tuple(obs.shape) == (NUM_ENVS, 4)]
    for place, step in enumerate(play.played):
        if place < len(seen) and near(seen[place], step.obs) or any(near(obs, step.obs) for obs in seen):
            continue
        if place == 0:
            likely = "after a reset go on with what `self.envs.reset()` returned: keep those observations in self.obs"
        else:
            likely = "go on with the new observations: `self.obs = next_obs` at the end of each turn"
        raise CheckFailed(f"the actions of step {place} are chosen for the observations at that step", likely=likely)


def _require_length(play, reasons):
    count = len(play.played)
    said = f"{play.steps} steps were to be played, and {count} were"
    require(count == play.steps, said, reasons.get(count, "args.num_steps_per_rollout is the number of steps"))


def _check_ends(play):
    """Falls and time limits of several environments."""
    stops = "the rollout goes on where an episode ends: that environment has begun its next one in the same step"
    _require_length(play, {3: stops, 4: stops, 6: "early_stop is off here: the rollout runs its full length"})
    require(
        play.envs.resets == [0],
        "an environment whose episode ends restarts by itself",
        "`self.envs.reset()` restarts all of them: call it once, before the loop",
        before_steps=play.envs.resets,
    )
    _check_choices(play)
    fell, cut = play.column("terminated"), play.column("truncated")
    done = fell | cut
    dones = play.tau.dones
    require(
        isinstance(dones, t.Tensor) and dones.dtype == t.bool,
        "dones are booleans",
        "`terminated | truncated` is a tensor of booleans",
        got=dones,
    )
    earlier = t.cat([t.zeros(NUM_ENVS, 1), done[:, :-1].float()], dim=1)
    compare(
        "a step is done if the environment terminated or was truncated on it",
        dones.float(),
        done.float(),
        mistakes=lambda: [
            ("truncated is missing: after a time limit another episode begins as well", fell.float()),
            ("terminated is missing: write `terminated | truncated`", cut.float()),
            ("both flags are asked for: `|` means or, `&` means and", (fell & cut).float()),
            ("the flags are one step late: each step records what its own call of step returned", earlier),
            ("the flags are inverted", (~done).float()),
            (
                "the dead stay done for the whole rollout: record the flags of this step only",
                (done | (fell.long().cumsum(1) > 0)).float(),
            ),
            (
                "the dead stay done for the whole rollout: record the flags of this step only",
                (fell.long().cumsum(1) > 0).float(),
            ),
            (
                "the dead stay done for the whole rollout: record the flags of this step only",
                (done.long().cumsum(1) > 0).float(),
            ),
        ],
    )


def _check_stops(played):
    """Looks at the length of rollouts with early_stop, in which the last environment falls at different steps."""
    every = range(NUM_ENVS)
    all_by_3 = {(env, env) for env in every}
    one_lives = {(env, env) for env in every[1:]}
    never = "early_stop is not looked at: check every 16 steps whether all are dead, and break"
    each = "it stops at the step of the last death: check only every 16 steps, where `step % 16 == 15` counting from 0"
    off = "the check is one step off: counting from 0 it is due where `step % 16 == 15`, after 16, 32, ... steps"
    now = "it checks who falls on this very step: ask whether all are in `dead`, which remembers earlier falls"
    some = "it stops when some are dead: wait for all, `dead.all()`"
    cut = "truncation is taken for death: only `terminated` makes an environment dead"
    cases = [
        (
            "all environments fall at index 15",
            {"falls": {(15, env) for env in every}},
            16,
            {40: never, 17: off, 15: off},
        ),
        ("all environments have fallen by index 3", {"falls": all_by_3}, 16, {40: now, 4: each, 1: some}),
        ("the last environment falls at index 16", {"falls": one_lives | {(16, 0)}}, 32, {16: some, 17: each}),
        ("one environment never falls", {"falls": one_lives}, 40, {16: some, 32: some}),
        (
            "one environment reaches its time limit and never falls",
            {"falls": one_lives, "limits": {(2, 0)}},
            40,
            {count: cut for count in range(1, 40)},
        ),
    ]
    for what, case, wanted, reasons in cases:
        play = played(early_stop=True, **case)
        got = len(play.played)
        likely = reasons.get(got, "the loop stops after 16, 32, ... steps, once all are dead")
        require(got == wanted, f"{what}, so of 40 steps {wanted} are played with early_stop, and {got} were", likely)
    play.envs.falls, play.envs.limits = {(17, env) for env in every}, set()
    play.play()
    got = len(play.played)
    likely = "what the first rollout left on self decides it: begin with new zeros, and count the steps from the start"
    require(got == 32, f"in a second rollout all fall at index 17, so 32 steps are played, and {got} were", likely)
    got = len(played(falls=all_by_3).played)
    likely = "the loop stops early although args.early_stop is off: ask for it"
    require(got == 40, f"without early_stop all 40 steps are played, and {got} were", likely)


def _check_continues(play, count):
    """Two rollouts in a row without a full reset."""
    likely = "args.full_reset is off here: ask for it before `self.envs.reset()`"
    require(not play.envs.resets, "without full_reset no environment is reset before a rollout", likely)
    _check_choices(play)
    last = play.played[-1].after
    play.play()
    first = play.played[0].obs
    require(len(play.played) == count, f"the second rollout has {count} steps as well", None, steps=len(play.played))
    likely = "keep the new observations in self.obs, so that the next rollout goes on from there"
    if count > 3:
        likely += ": also before the break of an early stop"
    require(near(play.tau.obs[:, 0], first), "the second rollout begins where the first one ended", likely)
    require(near(first, last), "the second rollout begins where the first one ended", likely)
