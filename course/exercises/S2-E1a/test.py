from types import SimpleNamespace

import numpy as np
import torch as t
from tests.explain import call, passed, require
from tests.phases import kept, never, settings
from tests.randomness import leaves_generators
from torch import nn

IDEA = "num_steps_per_rollout steps of the agent; what the newest ended episodes tell comes back"


class _Infos(dict):
    """The infos of a step, which note whether anybody looked for episodes in them."""

    looks = 0

    def __contains__(self, key):
        _Infos.looks += 1
        return dict.__contains__(self, key)

    def __getitem__(self, key):
        _Infos.looks += 1
        return dict.__getitem__(self, key)

    def get(self, key, default=None):
        _Infos.looks += 1
        return dict.get(self, key, default)


def _infos(lengths):
    """Returns the infos of a step that ended an episode of each of these lengths, None where it goes on."""
    if lengths is None:
        return _Infos()
    ended = np.array([length is not None for length in lengths])
    lengths = np.array([900.0 if length is None else length for length in lengths], dtype="float32")
    return _Infos(episode={"l": lengths, "r": lengths / 10}, _episode=ended)


class _Trainer(SimpleNamespace):
    """A trainer whose episodes end where it is told, with what a trainer has around its rollout phase."""

    def __init__(self, steps, num_envs=2):
        resets = "nothing is reset between phases: the agent goes on where the last phase stopped"
        taken = "the rollout phase only collects: get_minibatches belongs to the learning phase"
        emptied = (
            "the memory is emptied here, and the samples are lost: get_minibatches empties it in the learning phase"
        )
        bare = "self.agent.play_step() steps the environments and fills the memory: call it, and not what it calls"
        learns = "the rollout phase only collects: the optimiser and the scheduler step in the learning phase"
        envs = SimpleNamespace(num_envs=num_envs, reset=never(IDEA, resets), step=never(IDEA, bare))
        memory = SimpleNamespace(
            reset=never(IDEA, emptied), add=never(IDEA, bare), get_minibatches=never(IDEA, taken), rng=None
        )
        actor, critic = nn.Linear(4, 2), nn.Linear(4, 1)
        agent = SimpleNamespace(
            play_step=self._play_step,
            step=0,
            get_minibatches=never(IDEA, taken),
            envs=envs,
            memory=memory,
            actor=actor,
            critic=critic,
            next_obs=t.zeros(num_envs, 4),
            next_terminated=t.zeros(num_envs, dtype=t.bool),
        )
        learner = SimpleNamespace(step=never(IDEA, learns), zero_grad=never(IDEA, learns), param_groups=[{"lr": 0.001}])
        super().__init__(
            agent=agent,
            args=settings(num_envs=num_envs, num_steps_per_rollout=steps),
            num_envs=num_envs,
            envs=envs,
            memory=memory,
            actor=actor,
            critic=critic,
            optimizer=learner,
            scheduler=SimpleNamespace(step=never(IDEA, learns)),
            device=t.device("cpu"),
            step=0,
            phase=0,
        )
        self.played = self.looks = 0

    def _play_step(self):
        self.played += 1
        self.agent.step += self.num_envs
        steps = self.args.num_steps_per_rollout
        require(
            self.played <= 4 * steps,
            IDEA,
            f"more than {4 * steps} steps are played where num_steps_per_rollout = {steps}: does the loop end?",
        )
        return _infos(self.ends.get(self.played))

    def play(self, rollout_phase, ends):
        """Plays a phase in which episodes of the lengths `ends[step]` end with that step, counted from 1."""
        self.ends, self.played, _Infos.looks = ends, 0, 0
        before = dict(vars(self.args))
        data = call(IDEA, rollout_phase, {"self": self})
        kept(IDEA, "rollout_phase", before, vars(self.args))
        self.looks = _Infos.looks
        return data


def _check_steps(played, steps, first_end):
    idea = f"the agent plays num_steps_per_rollout = {steps} steps"
    likely = (
        f"loop for _ in range(self.args.num_steps_per_rollout), with one play_step in each turn: {played} were played"
    )
    if played == 0:
        likely = "no step is played: call self.agent.play_step() in a loop"
    elif played == 1 and steps > 2:
        likely = "only one step is played: is there a loop, and does return stand behind it and not inside?"
    elif played == first_end:
        likely = "the phase stops at the first ended episode: keep the data, go on, and return it after the loop"
    elif steps > 1 and played % steps == 0:
        likely = (
            "one play_step steps all environments at once: do not multiply by their number, and call it once in each "
            "turn"
        )
    elif abs(played - steps) == 1:
        likely = f"that is one step too {'many' if played > steps else 'few'}: look at the bounds of the range"
    require(played == steps, idea, likely, steps=played)


def _mean(data):
    """Returns the mean episode length that the data tells, or None."""
    value = data.get("episode_length") if isinstance(data, dict) else None
    is_one = isinstance(value, (int, float)) or getattr(value, "ndim", None) == 0
    return float(value) if is_one else None


def test_rollout_phase(rollout_phase):
    # Episodes end with the third, the seventh and the last step; with the last, one of two.
    trainer = _Trainer(9)
    data = trainer.play(rollout_phase, {3: [11.0, 13.0], 7: [20.0, 40.0], 9: [51.0, None]})
    _check_steps(trainer.played, 9, 3)
    is_silent = data is None and not trainer.looks
    if is_silent:
        print("rollout_phase returns nothing: allowed, though the progress bar will then not tell of episodes")
    else:
        _check_newest(data)
        # The last two steps end none.
        data = trainer.play(rollout_phase, {3: [11.0, 13.0], 7: [20.0, 40.0]})
        likely = "a second phase plays nothing: self.agent.step counts on from phase to phase, so count from where it began"
        require(trainer.played > 0, IDEA, likely)
        _check_steps(trainer.played, 9, 3)
        idea = "episodes end with steps 3 and 7 of 9; the mean length of the later ones, 30, comes back"
        wiped = (
            "a step that ended no episode has replaced the data by None: replace it only if the new data is not None"
        )
        require(data is not None, idea, wiped, got=data)
        likely = "keep what the newest ended episodes told"
        if _mean(data) == 51.0:
            likely = "this is what the phase before told: begin each phase with None, and keep nothing on self"
        require(_mean(data) == 30.0, idea, likely, got=data)

        data = trainer.play(rollout_phase, {})
        nothing = "start with None: None, not an empty dictionary or a number, says that no episode has ended"
        if _mean(data) in (30.0, 51.0):
            nothing = "this is what an earlier phase told: begin each phase with None, and keep nothing on self"
        require(data is None, "None comes back from a phase in which no episode ends", nothing, got=data)
    for steps, num_envs in ((5, 2), (1, 1), (4, 3)):
        trainer = _Trainer(steps, num_envs)
        data = trainer.play(rollout_phase, {steps: [7.0] * num_envs})
        _check_steps(trainer.played, steps, 0)
        likely = "what ended with the last step is lost: look at the infos of every step"
        require(is_silent or _mean(data) == 7.0, "what the last step tells comes back", likely, got=data)
    leaves_generators(IDEA, "rollout_phase", lambda: _Trainer(3).play(rollout_phase, {}))
    passed("test_rollout_phase")


def _check_newest(data):
    idea = "the dictionary of the last ended episodes comes back"
    require(data is not None, idea, "the function returns nothing: is a return statement missing after the loop?")
    likely = f"a dictionary with episode_length and episode_reward was expected, not {type(data).__name__}"
    if isinstance(data, (list, tuple)):
        likely = "return one dictionary, that of the newest ended episodes, not all that were seen"
    elif isinstance(data, dict) and "episode" in data:
        likely = "these are the infos of a step: get_episode_data_from_infos(infos) makes the dictionary of them"
    elif isinstance(data, dict):
        likely = "episode_length is missing in it: return what get_episode_data_from_infos has returned"
    require(isinstance(data, dict) and "episode_length" in data, idea, likely, got=data)
    first = "this is what the first ended episodes told: replace it whenever a later step tells something"
    mean = "the newest data is wanted as it is: no sum or mean with what earlier steps told"
    all_of_them = (
        'environments whose episode goes on are counted: take those where infos["_episode"] is true, as '
        "get_episode_data_from_infos does"
    )
    told = {12.0: first, 31.0: mean, 31.5: mean, 93.0: mean, 475.5: all_of_them, 951.0: all_of_them, 900.0: all_of_them}
    likely = told.get(_mean(data), "return what get_episode_data_from_infos told last, as it is")
    if _mean(data) == 30.0:
        likely = "what ended with the last step is lost: look at the infos of every step"
    require(_mean(data) == 51.0, "the mean length of the episodes that ended last is 51", likely, got=data)
    reward = data.get("episode_reward")
    require(
        isinstance(reward, (int, float)) and abs(reward - 5.1) < 1e-5,
        "their mean reward, 5.1, is there as episode_reward",
        "return the dictionary of get_episode_data_from_infos whole",
        got=data,
    )
