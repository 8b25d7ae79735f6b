import torch as t
from tests.explain import call, compare, passed


def _gae(next_value, next_terminated, rewards, values, terminated, gamma, lam, late=False):
    """Each step's sum of residuals, world by world."""
    T, num_envs = rewards.shape
    result = t.zeros(T, num_envs)
    for env in range(num_envs):
        advantage = 0.0
        for step in reversed(range(T)):
            last = step == T - 1
            over = float(next_terminated[env] if last else terminated[step + 1, env])
            if late:
                over = float(terminated[step, env])
            value = float(next_value[env] if last else values[step + 1, env])
            delta = float(rewards[step, env]) + gamma * (1 - over) * value - float(values[step, env])
            advantage = delta + gamma * lam * (1 - over) * advantage
            result[step, env] = advantage
    return result


def test_compute_advantages(compute_advantages):
    t.random.seed()
    idea = "A_t = delta_t + gamma * lambda * (1 - d_{t+1}) * A_{t+1}, delta_t = r_t + gamma * (1 - d_{t+1}) * V_{t+1} - V_t"
    for chance in (0.0, 0.25):
        for num_envs, steps, gamma, lam in ((1, 6, 0.95, 0.9), (3, 8, 0.99, 0.95), (2, 5, 0.9, 0.0), (2, 5, 0.9, 1.0)):
            inputs = {
                "next_value": t.randn(num_envs),
                "next_terminated": t.rand(num_envs) < chance,
                "rewards": t.randn(steps, num_envs),
                "values": t.randn(steps, num_envs),
                "terminated": t.rand(steps, num_envs) < chance,
                "gamma": gamma,
                "gae_lambda": lam,
            }
            got = call(idea, compute_advantages, inputs)
            given = tuple(inputs.values())
            never = t.zeros(steps, num_envs, dtype=t.bool)
            blind = (inputs["next_value"], never[0], inputs["rewards"], inputs["values"], never, gamma, lam)
            cut = (t.zeros(num_envs),) + given[1:]
            mistakes = [
                ("d is used one step off: d_{t+1} says whether step t ended the episode", _gae(*given, late=True)),
                ("terminated does nothing: values run on into the next episode", _gae(*blind)),
                ("next_value does nothing: the last step must count what follows the rollout", _gae(*cut)),
                ("lambda does nothing", _gae(*given[:6], 1.0)),
                ("these are the returns (advantages + values)", _gae(*given) + inputs["values"]),
            ]
            compare(idea, got, _gae(*given), inputs, mistakes, atol=1e-4)
    passed("test_compute_advantages")
