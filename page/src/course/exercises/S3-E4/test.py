import gymnasium as gym
import numpy as np
import torch as t
from tests.explain import call, compare, passed, require
from torch import nn


class _Memory:
    """Keeps what the agent adds."""

    def __init__(self):
        self.added = []

    def add(self, *parts):
        self.added.append(parts)


def test_ppo_agent(PPOAgent):
    t.random.seed()
    envs = gym.vector.SyncVectorEnv([lambda: gym.make("CartPole-v1") for _ in range(5)])
    actor, critic, memory = nn.Linear(4, 2), nn.Linear(4, 1), _Memory()
    agent = PPOAgent(envs, actor, critic, memory)
    obs = agent.next_obs
    for _ in range(4):
        before = agent.next_obs
        infos = call("play_step samples, steps and records", agent.play_step, {})
        require(infos is not None, "play_step returns the infos of the step")
        parts = memory.added[-1]
        require(len(parts) == 6, "six things are recorded: obs, actions, logprobs, values, rewards, terminated", parts=len(parts))
        names = ("obs", "actions", "logprobs", "values", "rewards", "terminated")
        for name, part in zip(names, parts):
            require(isinstance(part, np.ndarray), f"{name} must be a numpy array", "call .cpu().numpy() on it", type=type(part).__name__)
            require(part.shape[0] == 5, f"{name} has one entry for each world", shape=part.shape)
        seen, actions, logprobs, values, _, _ = (t.tensor(part) for part in parts)
        compare("the observation that the action was chosen from is recorded", seen.float(), before.float())
        logs = t.log_softmax(actor(before), -1)
        compare("log-probabilities of the actions taken", logprobs.float(), logs.gather(-1, actions.long().unsqueeze(-1)).squeeze(-1))
        compare("values of the same observations", values.float(), critic(before).flatten())
        require(not bool((agent.next_obs == before).all()), "next_obs is replaced by the new observation")
    require(agent.step == 20, "4 steps of 5 worlds are 20", "step grows by the number of worlds", step=agent.step)
    require(not bool((agent.next_obs == obs).all()), "the agent moves on")
    passed("test_ppo_agent")
