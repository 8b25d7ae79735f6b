"""The names that the course's files import or define at their top, which a cell may use without importing them."""

import time
from collections import namedtuple
from dataclasses import dataclass
from typing import Any, Literal, Optional

import eindex as _eindex
import gymnasium as gym
import numpy as np
import torch
import torch as t
import torch.nn as nn
import torch.nn.functional as F
import tests
import tqdm as _tqdm
import torch.distributions.categorical as _categorical
import wandb
from jaxtyping import Bool, Float, Int
from recorded import *
from reference import *
from torch import Tensor
from torch.distributions.categorical import Categorical
from torch.optim import Adam
from worlds import PROBES, CartPole, Probe1, Probe2, Probe3, Probe4, Probe5

eindex = _eindex.eindex
tqdm = _tqdm.tqdm
device = t.device("cpu")
categorical = _categorical
Arr = np.ndarray
Generator = np.random.Generator


class _Folder:
    """A path without a file: there are no files here."""

    def __truediv__(self, name):
        return self

    def mkdir(self, **options):
        pass

    def write_text(self, text):
        return len(text)


section_dir = _Folder()


def set_global_seeds(seed):
    t.manual_seed(seed)
    np.random.seed(seed)


def summary(network):
    """Prints layers and their parameters as a table."""
    print(network)
    print("Parameters:", sum(p.numel() for p in network.parameters()))


def arg_help(args):
    """Prints each setting, marked if it is not the default."""
    usual = type(args)()
    for name in type(args).__dataclass_fields__:
        value = getattr(args, name)
        print(("* " if value != getattr(usual, name) else "  ") + f"{name} = {value!r}")


def _renew_model(names):
    """Puts a new policy network and what depends on it among `names`."""
    names["model"] = nn.Sequential(nn.Linear(4, 64), nn.ReLU(), nn.Linear(64, 2))
    _follow_model(names)


def _follow_model(names):
    """Puts an optimiser of `model`, and a `predict_probs` that asks it, among `names`."""
    model = names["model"]
    names["optimizer"] = Adam(model.parameters(), 1e-3)

    def predict_probs(states):
        with t.no_grad():
            return t.softmax(model(t.tensor(np.array(states), dtype=t.float32)), -1).numpy()

    names["predict_probs"] = predict_probs


_renew_model(globals())


def to_one_hot(y_tensor, ndims):
    return t.zeros(y_tensor.numel(), ndims).scatter_(1, y_tensor.long().view(-1, 1), 1)


class utils:
    """Pictures, which the page draws itself."""

    @staticmethod
    def rollout_grid_frames(obs, dones=None):
        return np.zeros((1, 1, 1, 3))

    @staticmethod
    def render_rollout_grid_html(obs, dones=None):
        return None


def render_rollout_grid_html(obs, draw=None, dones=None, cell_w=160, cell_h=120):
    return utils.render_rollout_grid_html(obs)


def record_grid_video(trainer, kind=None):
    return utils.render_rollout_grid_html(None)


def plot_cartpole_obs_and_dones(obs, dones, title=""):
    print(title, tuple(obs.shape))


def display(thing):
    print(thing)


def make_env(env_id, *unused):
    return lambda: gym.wrappers.RecordEpisodeStatistics(gym.make(env_id))


def get_episode_data_from_infos(infos):
    """Returns the mean length, mean return and number of the episodes that ended with this step."""
    if "episode" not in infos:
        return None
    ended = infos["_episode"]
    return {
        "episode_length": float(infos["episode"]["l"][ended].mean()),
        "episode_reward": float(infos["episode"]["r"][ended].mean()),
    }


# The learning phase, which the documents call and do not show


class PPOScheduler:
    """Moves the learning rate from `initial_lr` to `end_lr` over `total_phases` calls."""

    def __init__(self, optimizer, initial_lr, end_lr, total_phases):
        self.optimizer, self.initial_lr, self.end_lr = optimizer, initial_lr, end_lr
        self.total_phases, self.n_step_calls = total_phases, 0

    def step(self):
        self.n_step_calls += 1
        part = min(self.n_step_calls / self.total_phases, 1.0)
        for group in self.optimizer.param_groups:
            group["lr"] = self.initial_lr + part * (self.end_lr - self.initial_lr)


def make_optimizer(actor, critic, total_phases, initial_lr, end_lr=0.0):
    parameters = [*actor.parameters(), *critic.parameters()]
    optimizer = Adam(parameters, lr=initial_lr, eps=1e-5, maximize=True)
    return optimizer, PPOScheduler(optimizer, initial_lr, end_lr, total_phases)


class _Arrays:
    """A batch of environments with numpy arrays, as the course's PPO agent expects it."""

    def __init__(self, world, num_envs, seed=None):
        self._world = world(num_envs)
        self.num_envs = num_envs
        self.single_observation_space = self._world.single_observation_space
        self.single_action_space = gym.spaces.Discrete(self._world.num_actions)

    def reset(self):
        obs, info = self._world.reset()
        return obs.numpy(), info

    def step(self, actions):
        obs, rewards, terminated, truncated, info = self._world.step(t.tensor(actions))
        infos = {}
        if bool(info["done"].any()):
            told = {"l": info["episode_length"].numpy(), "r": info["episode_return"].numpy()}
            infos = {"episode": told, "_episode": info["done"].numpy()}
        return obs.numpy(), rewards.numpy(), terminated.numpy(), truncated.numpy(), infos

    def close(self):
        pass


def make_envs(world, num_envs):
    """Returns environments of a class such as `CartPole`, with numpy arrays."""
    return _Arrays(world, num_envs)


ENV_DICT = {
    "classic-control": lambda env_id, num_envs, seed=None: _Arrays(CartPole, num_envs, seed),
    "probe": lambda env_id, num_envs, seed=None: _Arrays(PROBES[env_id], num_envs, seed),
}
