{%- if let Some(task) = config.env_id.task() %}
{{- task.python }}
{%- if !task.python.is_empty() && !reward.is_empty() %}

{% endif %}
{%- endif %}
{%- if config.env_id.probe().is_some() %}
class Probe(gym.Env):
    observation_space = gym.spaces.Box(-1, 1, (1,))
    action_space = gym.spaces.Discrete({{ config.env_id.num_actions() }})

    def reset(self, seed=None, options=None):
        super().reset(seed=seed)
        self.obs = self.np_random.choice({{ first_obs }})
        self.is_last = {% if config.env_id == EnvId::Probe3 %}False{% else %}True{% endif %}
        return np.array([self.obs], np.float32), {}

    def step(self, action):
        {%- match config.env_id %}
        {%- when EnvId::Probe2 %}
        ended, reward = self.is_last, float(self.obs)
        {%- when EnvId::Probe3 %}
        ended, reward = self.is_last, 1.0
        reward, self.obs, self.is_last = float(ended), 1.0, True
        {%- when EnvId::Probe4 %}
        ended, reward = self.is_last, 1.0 if action == 1 else -1.0
        {%- when EnvId::Probe5 %}
        ended, reward = self.is_last, 1.0 if action == self.obs else -1.0
        {%- else %}
        ended, reward = self.is_last, 1.0
        {%- endmatch %}
        return np.array([self.obs], np.float32), reward, ended, False, {}
{%- elif has_cart %}
class Cart(CartPoleEnv):
    def step(self, action):
        obs, reward, terminated, truncated, info = super().step(action)
        {%- if own_world %}
        with torch.device("cpu"):
            {%- if own.replaces(Part::Spin) %}
            cart = SpinCart.__new__(SpinCart)
            {%- elif own.replaces(Part::Dance) %}
            cart = DanceCart.__new__(DanceCart)
            {%- else %}
            cart = CartPole()
            {%- endif %}
            cart.state, cart.num_envs = torch.tensor(np.array([self.state]), dtype=torch.float32), 1
            {%- if own_end %}
            terminated = bool(cart.terminated())
            reward = cart.reward_function(torch.tensor([action])).item()
        self.steps_beyond_terminated = None
            {%- else %}
            reward = cartpole_reward_function(cart, torch.tensor([action])).item()
            {%- endif %}
        {%- endif %}
        {%- if !reward.is_empty() || never_falls %}
        {{ state_names }} = map(float, self.state)
        {%- endif %}
        {%- if never_falls %}
        self.steps_beyond_terminated = None
        terminated = bool(abs(x) > self.x_threshold)
        {%- endif %}
        {%- for statement in reward %}
        {{ statement }}
        {%- endfor %}
        {%- if reward.is_empty() && !own_world %}
        {{ reward_per_step }}
        {%- endif %}
        return obs, reward, terminated, truncated, info
{%- elif !reward.is_empty() %}
class OwnReward(gym.Wrapper):
    def step(self, action):
        obs, reward, terminated, truncated, info = self.env.step(action)
        {{ state_names }} = {{ state_of }}
        {%- if is_continuous %}
        ({{ control_names }},) = map(float, action)
        {%- endif %}
        {%- for statement in reward %}
        {{ statement }}
        {%- endfor %}
        return obs, reward, terminated, truncated, info
{%- endif %}


def make_env():
    {%- if config.env_id.task().is_some() %}
    {%- if is_continuous %}
    # The environment gets clipped actions; learning keeps them as they were drawn.
    env = gym.wrappers.ClipAction({{ made }})
    return gym.wrappers.TimeLimit(env, args.max_episode_steps)
    {%- else %}
    return gym.wrappers.TimeLimit({{ made }}, args.max_episode_steps)
    {%- endif %}
    {%- elif !config.env_id.is_cart() %}
    return gym.wrappers.TimeLimit(Probe(), args.max_episode_steps)
    {%- elif has_cart %}
    return gym.wrappers.TimeLimit(Cart(), args.max_episode_steps)
    {%- else %}
    return gym.wrappers.TimeLimit(gym.make("CartPole-v1", max_episode_steps=-1), args.max_episode_steps)
    {%- endif %}
