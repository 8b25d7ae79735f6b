{%- if !own.is_empty() %}
{%- if !is_file %}
from __future__ import annotations
{%- endif %}
{%- if own_world %}


class CartPole:
    """The cart as your functions see it: its state is a batch of one."""

    gravity, mass_cart, mass_pole, half_length, force, tau_secs = 9.8, 1.0, 0.1, 0.5, 10.0, 0.02
    max_episode_steps, x_threshold, theta_threshold_radians = 500, 2.4, 12 * 2 * np.pi / 360

    def terminated(self):
        x, theta = self.state[:, 0], self.state[:, 2]
        return (x.abs() > self.x_threshold) | (theta.abs() > self.theta_threshold_radians)
{%- endif %}


{{ own_functions }}
{%- endif %}
