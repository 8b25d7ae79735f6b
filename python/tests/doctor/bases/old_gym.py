import gym
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.autograd import Variable

env = gym.make('CartPole-v1')
env.seed(1)
torch.manual_seed(1)
np.random.seed(1)

learning_rate = 0.01
gamma = 0.99
batch_size = 5       # episodes between two updates


class Net(nn.Module):
    def __init__(self):
        super(Net, self).__init__()
        self.fc1 = nn.Linear(env.observation_space.shape[0], 24)
        self.fc2 = nn.Linear(24, 36)
        self.fc3 = nn.Linear(36, 1)

    def forward(self, x):
        x = F.relu(self.fc1(x))
        x = F.relu(self.fc2(x))
        # the probability of pushing to the right
        return torch.sigmoid(self.fc3(x))


def main():
    net = Net()
    optimizer = torch.optim.RMSprop(net.parameters(), lr=learning_rate)
    state_pool, action_pool, reward_pool = [], [], []
    steps = 0
    durations = []

    for e in range(160):
        state = env.reset()
        t = 0
        while True:
            state_var = Variable(torch.from_numpy(state).float())
            p = net(state_var)
            m = torch.distributions.Bernoulli(p)
            action = m.sample()
            next_state, reward, done, _ = env.step(int(action.item()))

            # to mark boundaries between episodes, a fall is worth nothing
            if done:
                reward = 0
            state_pool.append(state_var)
            action_pool.append(action)
            reward_pool.append(reward)
            state = next_state
            steps += 1
            t += 1
            if done:
                durations.append(t)
                break

        if e > 0 and e % batch_size == 0:
            # discounted rewards, starting again where one is zero
            running_add = 0
            for i in reversed(range(steps)):
                if reward_pool[i] == 0:
                    running_add = 0
                else:
                    running_add = running_add * gamma + reward_pool[i]
                    reward_pool[i] = running_add

            reward_mean = np.mean(reward_pool)
            reward_std = np.std(reward_pool)
            for i in range(steps):
                reward_pool[i] = (reward_pool[i] - reward_mean) / reward_std

            optimizer.zero_grad()
            for i in range(steps):
                p = net(state_pool[i])
                m = torch.distributions.Bernoulli(p)
                loss = -m.log_prob(action_pool[i]) * reward_pool[i] / steps
                loss.backward()
            optimizer.step()

            state_pool, action_pool, reward_pool = [], [], []
            steps = 0

        if e % 50 == 49:
            print('episode', e + 1, 'mean duration', np.mean(durations[-50:]))


if __name__ == '__main__':
    main()
