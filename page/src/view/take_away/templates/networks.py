{%- if config.orthogonal_init %}
def layer(inputs, outputs, gain=2**0.5):
    linear = nn.Linear(inputs, outputs)
    nn.init.orthogonal_(linear.weight, gain)
    nn.init.zeros_(linear.bias)
    return linear
{%- endif %}


def network(outputs{% if config.orthogonal_init %}, last_gain{% endif %}):
    return nn.Sequential({{ layers }})


class Agent(nn.Module):
    def __init__(self):
        super().__init__()
        self.actor = network({{ config.env_id.num_outputs() }}{% if config.orthogonal_init %}, last_gain=0.01{% endif %})
        {%- if is_continuous %}
        self.log_std = nn.Parameter(torch.zeros({{ config.env_id.num_outputs() }}))
        {%- if own.mention("log_std") %}
        # Your functions look for it here. Set so, it counts as a parameter once.
        object.__setattr__(self.actor, "log_std", self.log_std)
        {%- endif %}
        {%- endif %}
        {%- if config.has_critic() %}
        self.critic = network(1{% if config.orthogonal_init %}, last_gain=1.0{% endif %})
        {%- endif %}

    def policy(self, obs):
        {%- if is_continuous %}
        """Returns a normal distribution. Its mean, the actor's output, is the greedy action; log_std is the same for all obs."""
        return Independent(Normal(self.actor(obs), self.log_std.exp()), 1)
        {%- else %}
        return Categorical(logits=self.actor(obs))
        {%- endif %}
    {%- if config.has_critic() %}

    def value(self, obs):
        return self.critic(obs).squeeze(-1)
    {%- endif %}
{%- if config.norm_obs || config.norm_reward %}


class Moments:
    """Mean and variance of the rows seen so far, column by column."""

    def __init__(self, columns):
        self.count = 0
        self.mean, self.variance = torch.zeros(columns, device=device), torch.ones(columns, device=device)

    def add(self, rows):
        count, total, mean = len(rows), self.count + len(rows), rows.mean(dim=0)
        apart = mean - self.mean
        squares = self.variance * self.count + ((rows - mean) ** 2).sum(dim=0) + apart**2 * self.count * count / total
        self.count, self.mean, self.variance = total, self.mean + apart * count / total, squares / total

    def scale(self):
        return 1.0 if self.count == 0 else 1 / (self.variance + 1e-8).sqrt()
{%- endif %}
{%- if config.norm_obs %}


def seen_obs(obs):
    """Observations as the networks see them: shifted and scaled by the moments of all rollouts before."""
    return obs if obs_moments is None else (obs - obs_moments.mean) * obs_moments.scale()


def folded_state(agent):
    """The agent's parameters for observations as they are: each first layer shifts and scales by itself."""
    state = {name: values.clone() for name, values in agent.state_dict().items()}
    if obs_moments is not None:
        for first in ["actor.0"{% if config.has_critic() %}, "critic.0"{% endif %}]:
            state[f"{first}.weight"] *= obs_moments.scale()
            state[f"{first}.bias"] -= state[f"{first}.weight"] @ obs_moments.mean
    return state
{%- endif %}
{%- if config.norm_reward %}


def scaled_rewards(rewards, ended):
    """Rewards divided by the standard deviation of their discounted sums so far."""
    sums = []
    for step in range(len(rewards)):
        discounted_sums[:] = args.gamma * discounted_sums + rewards[step]
        sums.append(discounted_sums.clone())
        discounted_sums[ended[step].bool()] = 0.0
    reward_moments.add(torch.cat(sums).unsqueeze(1))
    return (rewards * reward_moments.scale()).clamp(-10.0, 10.0)
{%- endif %}
