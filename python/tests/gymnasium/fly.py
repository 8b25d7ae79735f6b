"""Compares flights with what was recorded. `recorded` and the flights are defined above."""

import numpy as np

for name, fly in FLIGHTS.items():
    told = fly()
    assert len(told) == len(recorded[name]), name
    for place, (one, other) in enumerate(zip(told, recorded[name])):
        for number, (a, b) in enumerate(zip(one, other)):
            # First observations to 1e-5. A reward is a hundred times a difference of observations.
            near = 1e-5 if place < 6 else 5e-4 if number < 8 else 0.02
            assert abs(a - b) <= near, (name, place, number, a, b)

for name in ("LunarLander-v2", "LunarLanderContinuous-v2", "LunarLander-v3"):
    env = gym.make(name, render_mode="rgb_array")
    env.reset(seed=3)
    total, ended = 0.0, False
    while not ended:
        action = [0.0, 0.0] if "Continuous" in name else 0
        seen, reward, terminated, truncated, _ = env.step(np.array(action) if "Continuous" in name else action)
        total, ended = total + reward, terminated or truncated
    assert terminated and reward in (-100, 100), (name, reward)
    picture = env.render()
    assert picture.shape == (400, 600, 3) and len({tuple(pixel) for pixel in picture[::20, ::20].reshape(-1, 3).tolist()}) > 2


def said(kind, call, *given, **named):
    try:
        call(*given, **named)
    except kind as raised:
        return str(raised)
    raise AssertionError((given, named))


for gravity in (0.0, -12.0, 3.7):
    assert f"{gravity}" in said(AssertionError, gym.make, "LunarLander-v3", gravity=gravity)
env = gym.make("LunarLander-v3")
assert "env.reset()" in said(gym.error.ResetNeeded, env.step, 0)
env.reset(seed=0)
assert "from 0 to 3" in said(gym.error.InvalidAction, env.step, 4)
env = gym.make("LunarLander-v3", continuous=True)
env.reset(seed=0)
for action in ([0.5], [0.1, float("nan")], [0.1, 0.2, 0.3]):
    assert "two finite numbers" in said(gym.error.InvalidAction, env.step, action)
seen, *_ = env.step([7.0, -9.0])
assert np.isfinite(seen).all()
