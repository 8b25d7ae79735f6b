"""Whole runs of PPO in JAX on the CPU, each compiled into one function: the environments, the policy, the advantages, the shuffled
minibatches and Adam are loops inside it. This is the fastest way there is to write PPO in Python.

    python bench/jax_training.py            runs all of them and prints a line for each
    python bench/jax_training.py --serve    answers bench/run.mjs: a line of JSON each way
    python bench/jax_training.py --side-by-side RUNS
        so many runs of ppo-defaults in one function, on the first device that JAX finds: a GPU, if it can
"""

import argparse
import os
from functools import partial
from time import perf_counter

# One core, as a run of Policy Lab has it. XLA reads this when it is loaded.
os.environ.setdefault(
    "XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
)

import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402

from python_player import serve  # noqa: E402

GRAVITY, POLE_MASS, TOTAL_MASS, HALF_LENGTH = 9.8, 0.1, 1.1, 0.5
FORCE, TAU, MAX_X, MAX_THETA, START_SPREAD = 10.0, 0.02, 2.4, 0.20944, 0.05
GAMMA, LAMBDA, CLIP, MOST_STEPS = 0.99, 0.95, 0.2, 500

# Environments, steps, iterations, minibatches, epochs, learning rate: bench/torch_training.py has the same.
RUNS = {
    "ppo-defaults": (4, 128, 976, 4, 4, 2.5e-4),
    "modurl-ppo": (8, 256, 10, 32, 10, 3e-4),
}


def first_layers(key, sizes, last_gain):
    keys = jax.random.split(key, len(sizes) - 1)
    gains = [2**0.5] * (len(sizes) - 2) + [last_gain]
    return [
        (jax.nn.initializers.orthogonal(gain)(key, (inputs, outputs)), jnp.zeros(outputs))
        for key, gain, inputs, outputs in zip(keys, gains, sizes, sizes[1:])
    ]


def forward(layers, rows):
    for weights, biases in layers[:-1]:
        rows = jnp.tanh(rows @ weights + biases)
    weights, biases = layers[-1]
    return rows @ weights + biases


def values(networks, rows):
    return forward(networks["critic"], rows)[..., 0]


def move(states, actions):
    """Gymnasium's step: the next states, and where the pole fell or the cart left the track."""
    x, v, theta, omega = states.T
    force = actions * (2 * FORCE) - FORCE
    sin, cos = jnp.sin(theta), jnp.cos(theta)
    pole_moment = POLE_MASS * HALF_LENGTH
    push = (force + pole_moment * omega * omega * sin) / TOTAL_MASS
    inertia = HALF_LENGTH * (4 / 3 - POLE_MASS * cos * cos / TOTAL_MASS)
    spin = (GRAVITY * sin - cos * push) / inertia
    pull = push - pole_moment * spin * cos / TOTAL_MASS
    moved = states + TAU * jnp.stack([v, pull, omega, spin], 1)
    return moved, (jnp.abs(moved[:, 0]) > MAX_X) | (jnp.abs(moved[:, 2]) > MAX_THETA)


def fresh(key, num_envs):
    return jax.random.uniform(key, (num_envs, 4), minval=-START_SPREAD, maxval=START_SPREAD)


def env_step(networks, carry, key):
    states, ages = carry
    acting, resetting = jax.random.split(key)
    log_probs = jax.nn.log_softmax(forward(networks["actor"], states))
    actions = jax.random.categorical(acting, log_probs)
    log_prob = jnp.take_along_axis(log_probs, actions[:, None], 1)[:, 0]
    moved, terminated = move(states, actions)
    ages = ages + 1
    truncated = ~terminated & (ages >= MOST_STEPS)
    ended = terminated | truncated
    # Behind a fall nothing is to be had; where the time is up, the value of the state stands in.
    following = jnp.where(terminated, 0.0, values(networks, moved))
    record = (states, actions, log_prob, values(networks, states), following, ended)
    after = jnp.where(ended[:, None], fresh(resetting, len(states)), moved)
    return (after, jnp.where(ended, 0, ages)), record


def loss(networks, rows):
    obs, actions, old_log_prob, advantages, returns = rows
    advantages = (advantages - advantages.mean()) / (advantages.std(ddof=1) + 1e-8)
    log_probs = jax.nn.log_softmax(forward(networks["actor"], obs))
    log_prob = jnp.take_along_axis(log_probs, actions[:, None], 1)[:, 0]
    ratio = jnp.exp(log_prob - old_log_prob)
    clipped = jnp.clip(ratio, 1 - CLIP, 1 + CLIP)
    surrogate = jnp.minimum(ratio * advantages, clipped * advantages).mean()
    entropy = -(jnp.exp(log_probs) * log_probs).sum(1).mean()
    value_loss = jnp.square(values(networks, obs) - returns).mean()
    return -surrogate - 0.01 * entropy + 0.25 * value_loss


def descend(learning_rate, carry, rows):
    networks, first, second, step = carry
    gradient = jax.grad(loss)(networks, rows)
    norm = jnp.sqrt(sum(jnp.square(leaf).sum() for leaf in jax.tree.leaves(gradient)))
    scale = jnp.minimum(1.0, 0.5 / (norm + 1e-6))
    gradient = jax.tree.map(lambda leaf: leaf * scale, gradient)
    step = step + 1
    first = jax.tree.map(lambda mean, g: 0.9 * mean + 0.1 * g, first, gradient)
    second = jax.tree.map(lambda mean, g: 0.999 * mean + 0.001 * g * g, second, gradient)
    rate = learning_rate / (1 - 0.9**step)
    root = 1 - 0.999**step
    networks = jax.tree.map(
        lambda p, m, v: p - rate * m / (jnp.sqrt(v / root) + 1e-5), networks, first, second
    )
    return (networks, first, second, step), None


@partial(jax.jit, static_argnums=1)
def run(key, plan):
    """Trains from the start to the end. Gives the mean length of the episodes of each iteration."""
    num_envs, num_steps, iterations, minibatches, epochs, learning_rate = plan
    batch = num_envs * num_steps
    actor_key, critic_key, key = jax.random.split(key, 3)
    networks = {
        "actor": first_layers(actor_key, [4, 64, 64, 2], 0.01),
        "critic": first_layers(critic_key, [4, 64, 64, 1], 1.0),
    }
    zeros = jax.tree.map(jnp.zeros_like, networks)

    def iteration(carry, key):
        learner, worlds = carry
        rollout_key, shuffle_key = jax.random.split(key)
        step = partial(env_step, learner[0])
        worlds, record = jax.lax.scan(step, worlds, jax.random.split(rollout_key, num_steps))
        obs, actions, log_prob, value, following, ended = record
        deltas = 1.0 + GAMMA * following - value

        def back(after, row):
            delta, end = row
            advantage = delta + GAMMA * LAMBDA * jnp.where(end, 0.0, after)
            return advantage, advantage

        _, advantages = jax.lax.scan(back, jnp.zeros(num_envs), (deltas, ended), reverse=True)
        columns = (obs, actions, log_prob, advantages, advantages + value)
        flat = jax.tree.map(lambda column: column.reshape(batch, *column.shape[2:]), columns)

        def epoch(learner, key):
            order = jax.random.permutation(key, batch).reshape(minibatches, -1)
            rows = jax.tree.map(lambda column: column[order], flat)
            return jax.lax.scan(partial(descend, learning_rate), learner, rows)

        learner, _ = jax.lax.scan(epoch, learner, jax.random.split(shuffle_key, epochs))
        return (learner, worlds), batch / jnp.maximum(ended.sum(), 1)

    key, start = jax.random.split(key)
    worlds = (fresh(start, num_envs), jnp.zeros(num_envs, int))
    learner = (networks, zeros, zeros, jnp.zeros((), int))
    _, lengths = jax.lax.scan(iteration, (learner, worlds), jax.random.split(key, iterations))
    return lengths


@partial(jax.jit, static_argnums=1)
def side_by_side(keys, plan):
    """Trains a run for each key. Gives their mean lengths, a row for each run."""
    return jax.vmap(lambda key: run(key, plan))(keys)


def time_side_by_side(runs):
    plan = RUNS["ppo-defaults"]
    first, second = jax.random.split(jax.random.key(0))
    # Compiling is not timed.
    side_by_side(jax.random.split(first, runs), plan).block_until_ready()
    start = perf_counter()
    lengths = side_by_side(jax.random.split(second, runs), plan).block_until_ready()
    secs = perf_counter() - start
    solved = int((lengths.max(1) > 400).sum())
    return {"device": str(jax.devices()[0]), "secs": secs, "runs_over_400_steps": solved}


class Player:
    """What a worker does in the browser (harness/worker.js)."""

    def open(self, device):
        return {
            "name": f"jax {jax.__version__}",
            "adapter": "native, jitted, 1 thread",
            "threads": 1,
            "workloads": ["finish"],
        }

    def prepare(self, workload, args):
        self.plan = RUNS[args[0]]
        # Compiling is not timed.
        run(jax.random.key(0), self.plan).block_until_ready()

    def run(self):
        start = perf_counter()
        lengths = run(jax.random.key(1), self.plan).block_until_ready()
        secs = perf_counter() - start
        longest = float(lengths.max())
        return {"ms": secs * 1000, "result": {"total_secs": secs, "longest": longest}}


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--serve", action="store_true")
    parser.add_argument("--side-by-side", type=int, metavar="RUNS")
    asked = parser.parse_args()
    if asked.serve:
        serve(Player())
    elif asked.side_by_side:
        print(f"ppo-defaults x {asked.side_by_side}", time_side_by_side(asked.side_by_side))
    else:
        for name in RUNS:
            player = Player()
            player.prepare("finish", [name])
            print(name, player.run())
