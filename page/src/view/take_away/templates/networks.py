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
