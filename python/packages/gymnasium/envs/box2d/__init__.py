"""Bodies with joints on a ground: a craft that lands."""

from gymnasium.envs.box2d.lunar_lander import LunarLander
