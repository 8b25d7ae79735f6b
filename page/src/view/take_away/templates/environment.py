#if own
#cell Your functions


#if not file
from __future__ import annotations


#end
#if own_world
class CartPole:
    """The cart as your functions see it: its state is a batch of one."""

    gravity, mass_cart, mass_pole, half_length, force, tau_secs = 9.8, 1.0, 0.1, 0.5, 10.0, 0.02
    max_episode_steps, x_threshold, theta_threshold_radians = 500, 2.4, 12 * 2 * np.pi / 360

    def terminated(self):
        x, theta = self.state[:, 0], self.state[:, 2]
        return (x.abs() > self.x_threshold) | (theta.abs() > self.theta_threshold_radians)


#end
{{own_functions}}
#end
#cell Environment


#if probe
class Probe(gym.Env):
    observation_space = gym.spaces.Box(-1, 1, (1,))
    action_space = gym.spaces.Discrete({{num_actions}})

    def reset(self, seed=None, options=None):
        super().reset(seed=seed)
        self.obs = self.np_random.choice({{first_obs}})
        self.is_last = {{is_one_step}}
        return np.array([self.obs], np.float32), {}

    def step(self, action):
        ended, reward = self.is_last, {{probe_reward}}
#if two_steps
        reward, self.obs, self.is_last = float(ended), 1.0, True
#end
        return np.array([self.obs], np.float32), reward, ended, False, {}


#end
#if cart
class Cart(CartPoleEnv):
    def step(self, action):
        obs, reward, terminated, truncated, info = super().step(action)
#if own_world
        with torch.device("cpu"):
            cart = {{own_cart}}
            cart.state, cart.num_envs = torch.tensor(np.array([self.state]), dtype=torch.float32), 1
#if own_end
            terminated = bool(cart.terminated())
            reward = cart.reward_function(torch.tensor([action])).item()
        self.steps_beyond_terminated = None
#else
            reward = cartpole_reward_function(cart, torch.tensor([action])).item()
#end
#end
#if reads_state
        x, v, theta, omega = self.state
#end
#if never_falls
        self.steps_beyond_terminated = None
        terminated = bool(abs(x) > self.x_threshold)
#end
#if own_reward
        reward = float({{reward}})
#end
#if terminal_reward
        reward = args.terminal_reward if terminated else 1.0
#end
        return obs, reward, terminated, truncated, info


#end
def make_env():
    return gym.wrappers.TimeLimit({{make}}, args.max_episode_steps)
