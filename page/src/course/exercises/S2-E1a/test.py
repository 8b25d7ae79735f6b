from types import SimpleNamespace

import numpy as np
from tests.explain import call, passed, require

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
    if lengths is None:
        return _Infos()
    lengths = np.array(lengths)
    return _Infos(episode={"l": lengths, "r": lengths / 10}, _episode=np.array([True, True]))


def _never(why):
    """Something that this phase must leave alone."""

    def called(*args, **options):
        require(False, IDEA, why)

    return called


def _played(rollout_phase, steps, ends):
    """Plays a phase in which two episodes of the lengths `ends[step]` end with that step, counted from 1. Returns the
    result, the number of steps played, and whether the infos were looked at."""
    played = []

    def play_step():
        played.append(1)
        require(
            len(played) <= 4 * steps,
            IDEA,
            f"more than {4 * steps} steps are played where num_steps_per_rollout = {steps}: does the loop end?",
        )
        return _infos(ends.get(len(played)))

    _Infos.looks = 0
    resets = "nothing is reset between phases: the agent goes on where the last phase stopped"
    taken = "the rollout phase only collects: get_minibatches belongs to the learning phase"
    emptied = "the memory is emptied here, and the samples are lost: get_minibatches empties it in the learning phase"
    trainer = SimpleNamespace(
        agent=SimpleNamespace(play_step=play_step, step=0, get_minibatches=_never(taken)),
        args=SimpleNamespace(
            num_steps_per_rollout=steps,
            num_envs=2,
            batch_size=2 * steps,
            minibatch_size=steps,
            num_minibatches=2,
            batches_per_learning_phase=4,
            total_phases=5,
            use_wandb=False,
        ),
        num_envs=2,
        envs=SimpleNamespace(num_envs=2, reset=_never(resets)),
        memory=SimpleNamespace(reset=_never(emptied), get_minibatches=_never(taken)),
    )
    data = call(IDEA, rollout_phase, {"self": trainer})
    return data, len(played), _Infos.looks > 0


def _check_steps(played, steps, first_end):
    idea = f"the agent plays num_steps_per_rollout = {steps} steps"
    likely = (
        f"loop for _ in range(self.args.num_steps_per_rollout), with one play_step in each turn: {played} were played"
    )
    if played == 0:
        likely = "no step is played: call self.agent.play_step() in a loop"
    elif played == 1:
        likely = "only one step is played: is there a loop, and does return stand behind it and not inside?"
    elif played == first_end:
        likely = "the phase stops at the first ended episode: keep the data, go on, and return it after the loop"
    elif played == 2 * steps:
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
    return float(value) if isinstance(value, (int, float)) else None


def test_rollout_phase(rollout_phase):
    # Episodes end with the third, the seventh and the last step.
    data, played, looked = _played(rollout_phase, 9, {3: [11.0, 13.0], 7: [20.0, 40.0], 9: [50.0, 52.0]})
    _check_steps(played, 9, 3)
    if data is None and not looked:
        print("rollout_phase returns nothing: allowed, though the progress bar will then not tell of episodes")
        return passed("test_rollout_phase")
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
    likely = {12.0: first, 31.0: mean, 31.5: mean, 93.0: mean}.get(_mean(data))
    require(_mean(data) == 51.0, "the mean length of the episodes that ended last is 51", likely, got=data)
    reward = data.get("episode_reward")
    require(
        isinstance(reward, (int, float)) and abs(reward - 5.1) < 1e-5,
        "their mean reward, 5.1, is there as episode_reward",
        "return the dictionary of get_episode_data_from_infos whole",
        got=data,
    )

    # The last two steps end none.
    data, _, _ = _played(rollout_phase, 9, {3: [11.0, 13.0], 7: [20.0, 40.0]})
    idea = "episodes end with steps 3 and 7 of 9; the mean length of the later ones, 30, comes back"
    wiped = "a step that ended no episode has replaced the data by None: replace it only if the new data is not None"
    require(data is not None, idea, wiped, got=data)
    require(_mean(data) == 30.0, idea, "keep what the newest ended episodes told", got=data)

    data, played, _ = _played(rollout_phase, 5, {})
    _check_steps(played, 5, 0)
    nothing = "start with None: None, not an empty dictionary or a number, says that no episode has ended"
    require(data is None, "None comes back from a phase in which no episode ends", nothing, got=data)
    passed("test_rollout_phase")
