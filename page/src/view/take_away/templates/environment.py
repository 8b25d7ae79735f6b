{{- task_python }}
{%- if !task_python.is_empty() && !reward.is_empty() %}

{% endif %}
{%- if let Some(probe) = probe %}
class Probe(gym.Env):
    observation_space = gym.spaces.Box(-1, 1, (1,))
    action_space = {{ probe.action_space }}

    def reset(self, seed=None, options=None):
        super().reset(seed=seed)
        self.obs = self.np_random.choice({{ probe.first_obs }})
        self.is_last = {% if probe.has_second_step %}False{% else %}True{% endif %}
        return np.array([self.obs], np.float32), {}

    def step(self, action):
        ended, reward = self.is_last, {{ probe.reward }}
        {%- if probe.has_second_step %}
        self.obs, self.is_last = 1.0, True
        {%- endif %}
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
        {%- if let Some(lines) = own_state %}
        {%- for line in lines %}
        {{ line }}
        {%- endfor %}
        {%- else %}
        {{ state_names }} = {{ state_of }}
        {%- endif %}
        {%- if is_continuous %}
        ({{ control_names }},) = map(float, action)
        {%- endif %}
        {%- for statement in reward %}
        {{ statement }}
        {%- endfor %}
        return obs, reward, terminated, truncated, info
{%- endif %}


def make_env():
    {%- if strengths.is_empty() && !is_continuous %}
    return gym.wrappers.TimeLimit({{ made }}, args.max_episode_steps)
    {%- else %}
    env = {{ made }}
    {%- for line in strengths %}
    {{ line }}
    {%- endfor %}
    {%- if is_continuous %}
    # The environment gets clipped actions; learning keeps them as they were drawn.
    env = gym.wrappers.ClipAction(env)
    {%- endif %}
    return gym.wrappers.TimeLimit(env, args.max_episode_steps)
    {%- endif %}
