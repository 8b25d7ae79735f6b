import gymnasium as gym
import torch
import torch.nn as nn
import torch.nn.functional as F

# One-step actor-critic: learn after every single step, nothing is stored.

DISCOUNT = 0.99
LR_ACTOR = 8e-4
LR_CRITIC = 4e-3
EPISODES = 350

torch.manual_seed(11)
env = gym.make("CartPole-v1")
n_states, n_actions = env.observation_space.shape[0], env.action_space.n


class Actor(nn.Module):
    def __init__(self):
        super().__init__()
        self.l1 = nn.Linear(n_states, 64)
        self.l2 = nn.Linear(64, n_actions)

    def forward(self, x):
        x = torch.tanh(self.l1(x))
        return F.softmax(self.l2(x), dim=-1)


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.l1 = nn.Linear(n_states, 64)
        self.l2 = nn.Linear(64, 1)

    def forward(self, x):
        return self.l2(torch.relu(self.l1(x)))


actor = Actor()
critic = Critic()
actor_opt = torch.optim.Adam(actor.parameters(), lr=LR_ACTOR)
critic_opt = torch.optim.Adam(critic.parameters(), lr=LR_CRITIC)


def to_tensor(x):
    return torch.tensor(x, dtype=torch.float32)


scores = []
for ep in range(EPISODES):
    state, info = env.reset(seed=ep)
    state = to_tensor(state)
    score = 0
    finished = False
    while not finished:
        probs = actor(state)
        dist = torch.distributions.Categorical(probs=probs)
        action = dist.sample()
        next_state, reward, terminated, truncated, info = env.step(action.item())
        next_state = to_tensor(next_state)
        finished = terminated or truncated

        # TD target; nothing comes after a fall
        value = critic(state)
        with torch.no_grad():
            next_value = critic(next_state)
            target = reward + DISCOUNT * next_value * (1 - int(terminated))
        delta = target - value

        critic_loss = delta.pow(2).mean()
        critic_opt.zero_grad()
        critic_loss.backward()
        critic_opt.step()

        actor_loss = -dist.log_prob(action) * delta.detach()
        actor_opt.zero_grad()
        actor_loss.backward()
        actor_opt.step()

        state = next_state
        score += reward

    scores.append(score)
    if (ep + 1) % 50 == 0:
        print(f"episode {ep + 1}: mean score {sum(scores[-50:]) / 50:.1f}")
        if sum(scores[-50:]) / 50 > 200:
            print("good enough")
            break
