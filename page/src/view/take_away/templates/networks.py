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
        self.actor = network({{ config.env_id.num_actions() }}{% if config.orthogonal_init %}, last_gain=0.01{% endif %})
        {%- if config.has_critic() %}
        self.critic = network(1{% if config.orthogonal_init %}, last_gain=1.0{% endif %})
        {%- endif %}

    def policy(self, obs):
        return Categorical(logits=self.actor(obs))
    {%- if config.has_critic() %}

    def value(self, obs):
        return self.critic(obs).squeeze(-1)
    {%- endif %}
