import gymnasium as gym
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim
from torch.distributions import Categorical


class PolicyNet(nn.Module):
    def __init__(self, n_in, n_hidden, n_out):
        super(PolicyNet, self).__init__()
        self.fc1 = nn.Linear(n_in, n_hidden)
        self.fc2 = nn.Linear(n_hidden, n_out)

    def forward(self, x):
        x = torch.relu(self.fc1(x))
        return F.softmax(self.fc2(x), dim=1)


class Agent:
    """Plays one episode, then learns from it."""

    def __init__(self, gamma=0.99, lr=5e-3):
        self.gamma = gamma
        self.policy = PolicyNet(4, 128, 2)
        self.optimizer = optim.Adam(self.policy.parameters(), lr=lr)
        self.log_probs = []
        self.rewards = []

    def select_action(self, state):
        state = torch.from_numpy(state).float().unsqueeze(0)
        probs = self.policy(state)
        m = Categorical(probs)
        action = m.sample()
        self.log_probs.append(m.log_prob(action))
        return action.item()

    def update(self):
        R = 0
        returns = []
        for r in self.rewards[::-1]:
            R = r + self.gamma * R
            returns.insert(0, R)
        returns = torch.tensor(returns)
        returns = (returns - returns.mean()) / (returns.std() + 1e-6)

        policy_loss = []
        for log_prob, R in zip(self.log_probs, returns):
            policy_loss.append(-log_prob * R)
        self.optimizer.zero_grad()
        policy_loss = torch.cat(policy_loss).sum()
        policy_loss.backward()
        self.optimizer.step()

        self.rewards = []
        self.log_probs = []


def main():
    env = gym.make('CartPole-v1')
    torch.manual_seed(543)
    agent = Agent()
    running = 10
    state, _ = env.reset(seed=543)
    for i_episode in range(1, 226):
        ep_reward = 0
        for t in range(1, 10000):
            action = agent.select_action(state)
            state, reward, terminated, truncated, _ = env.step(action)
            agent.rewards.append(reward)
            ep_reward += reward
            if terminated or truncated:
                break
        agent.update()
        state, _ = env.reset()

        running = 0.05 * ep_reward + 0.95 * running
        if i_episode % 25 == 0:
            print('Episode {}\tLast: {:.0f}\tRunning: {:.1f}'.format(i_episode, ep_reward, running))


if __name__ == '__main__':
    main()
