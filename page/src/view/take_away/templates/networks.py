#cell Networks


#if orthogonal_init
def layer(inputs, outputs, gain=2**0.5):
    linear = nn.Linear(inputs, outputs)
    nn.init.orthogonal_(linear.weight, gain)
    nn.init.zeros_(linear.bias)
    return linear


#end
def network(outputs{{gain_parameter}}):
    return nn.Sequential({{layers}})


class Agent(nn.Module):
    def __init__(self):
        super().__init__()
        self.actor = network({{num_actions}}{{actor_gain}})
#if critic
        self.critic = network(1{{critic_gain}})
#end

    def policy(self, obs):
        return Categorical(logits=self.actor(obs))
#if critic

    def value(self, obs):
        return self.critic(obs).squeeze(-1)
#end
