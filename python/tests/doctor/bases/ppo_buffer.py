import gymnasium as gym
import torch
import torch.nn as nn
from torch.distributions import Categorical

################################## settings ##################################
env_name = "CartPole-v1"
max_ep_len = 500
update_timestep = 1024          # learn every so many steps
max_training_timesteps = 30000
K_epochs = 8
eps_clip = 0.2
gamma = 0.99
lr_actor = 0.003
lr_critic = 0.006
random_seed = 4


class RolloutBuffer:
    def __init__(self):
        self.states = []
        self.actions = []
        self.logprobs = []
        self.rewards = []
        self.is_terminals = []

    def clear(self):
        del self.states[:]
        del self.actions[:]
        del self.logprobs[:]
        del self.rewards[:]
        del self.is_terminals[:]


class ActorCritic(nn.Module):
    def __init__(self, state_dim, action_dim):
        super().__init__()
        self.actor = nn.Sequential(
            nn.Linear(state_dim, 64), nn.Tanh(),
            nn.Linear(64, 64), nn.Tanh(),
            nn.Linear(64, action_dim), nn.Softmax(dim=-1),
        )
        self.critic = nn.Sequential(
            nn.Linear(state_dim, 64), nn.Tanh(),
            nn.Linear(64, 64), nn.Tanh(),
            nn.Linear(64, 1),
        )

    def act(self, state):
        dist = Categorical(self.actor(state))
        action = dist.sample()
        return action.detach(), dist.log_prob(action).detach()

    def evaluate(self, state, action):
        dist = Categorical(self.actor(state))
        return dist.log_prob(action), self.critic(state), dist.entropy()


class PPO:
    def __init__(self, state_dim, action_dim):
        self.buffer = RolloutBuffer()
        self.policy = ActorCritic(state_dim, action_dim)
        self.optimizer = torch.optim.Adam([
            {'params': self.policy.actor.parameters(), 'lr': lr_actor},
            {'params': self.policy.critic.parameters(), 'lr': lr_critic},
        ])
        self.policy_old = ActorCritic(state_dim, action_dim)
        self.policy_old.load_state_dict(self.policy.state_dict())
        self.mse = nn.MSELoss()

    def select_action(self, state):
        with torch.no_grad():
            state = torch.FloatTensor(state)
            action, logprob = self.policy_old.act(state)
        self.buffer.states.append(state)
        self.buffer.actions.append(action)
        self.buffer.logprobs.append(logprob)
        return action.item()

    def update(self):
        # Monte Carlo returns
        rewards = []
        discounted = 0
        for reward, is_terminal in zip(reversed(self.buffer.rewards), reversed(self.buffer.is_terminals)):
            if is_terminal:
                discounted = 0
            discounted = reward + gamma * discounted
            rewards.insert(0, discounted)
        rewards = torch.tensor(rewards, dtype=torch.float32)
        rewards = (rewards - rewards.mean()) / (rewards.std() + 1e-7)

        old_states = torch.stack(self.buffer.states)
        old_actions = torch.stack(self.buffer.actions)
        old_logprobs = torch.stack(self.buffer.logprobs)

        for _ in range(K_epochs):
            logprobs, values, entropy = self.policy.evaluate(old_states, old_actions)
            values = values.squeeze(-1)
            ratios = torch.exp(logprobs - old_logprobs)
            advantages = rewards - values.detach()
            surr1 = ratios * advantages
            surr2 = torch.clamp(ratios, 1 - eps_clip, 1 + eps_clip) * advantages
            loss = -torch.min(surr1, surr2) + 0.5 * self.mse(values, rewards) - 0.01 * entropy
            self.optimizer.zero_grad()
            loss.mean().backward()
            self.optimizer.step()

        # the behaviour policy becomes the new one
        self.policy_old.load_state_dict(self.policy.state_dict())
        self.buffer.clear()


torch.manual_seed(random_seed)
env = gym.make(env_name)
agent = PPO(env.observation_space.shape[0], env.action_space.n)

time_step, episode = 0, 0
recent = []
env.reset(seed=random_seed)
while time_step <= max_training_timesteps:
    state, _ = env.reset()
    ep_reward = 0
    for t in range(1, max_ep_len + 1):
        action = agent.select_action(state)
        state, reward, terminated, truncated, _ = env.step(action)
        done = terminated or truncated
        agent.buffer.rewards.append(reward)
        agent.buffer.is_terminals.append(done)
        time_step += 1
        ep_reward += reward
        if time_step % update_timestep == 0:
            agent.update()
        if done:
            break
    episode += 1
    recent = (recent + [ep_reward])[-20:]
    if episode % 40 == 0:
        print("Episode : {} \t Timestep : {} \t Average Reward : {}".format(
            episode, time_step, round(sum(recent) / len(recent), 1)))
