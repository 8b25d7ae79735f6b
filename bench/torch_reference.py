"""The benchmark's workloads in PyTorch on the CPU.

    python bench/torch_reference.py            runs all of them and prints a line for each
    python bench/torch_reference.py --serve    answers bench/run.mjs: a line of JSON each way

Both take `--threads N`. Where other programs keep the cores busy, PyTorch's threads wait for each
other at every operation: on two such cores 256 steps of 64 worlds once took 8.3 s, and 0.09 s with
one thread.
"""

import argparse
from time import perf_counter

import torch

from python_player import serve
from torch_cartpole import HIDDEN, batch, first_policy, first_states, fresh_states, move, sample
from torch_training import PRESETS, RUNS, finish, train

ENTROPY_COEF = 0.01


def prepare_update(rows, hidden):
    policy = first_policy(hidden)
    obs, actions, advantages = batch(rows)
    optimizer = torch.optim.Adam(policy.parameters(), lr=1e-3, eps=1e-8)

    def run():
        log_probs = policy(obs).log_softmax(1)
        log_prob = log_probs.gather(1, actions[:, None])[:, 0]
        entropy = -(log_probs.exp() * log_probs).sum(1)
        loss = -(log_prob * advantages).mean() - ENTROPY_COEF * entropy.mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        return loss.item()

    return run


def prepare_rollout(worlds, steps):
    policy = first_policy()
    state = first_states(worlds)

    @torch.no_grad()
    def run():
        nonlocal state
        columns = [[], [], [], [], []]
        for _ in range(steps):
            action, log_prob = sample(policy, state)
            moved, ended = move(state, action)
            reward = torch.ones(worlds)
            for column, values in zip(columns, (state, action, log_prob, reward, ended)):
                column.append(values)
            state = torch.where(ended[:, None], fresh_states(worlds), moved)
        rollout = [torch.stack(column) for column in columns]
        return {"ended": int(rollout[4].sum()), "logProb": float(rollout[2].mean())}

    return run


def prepare_train(preset):
    seed = 0

    def run():
        nonlocal seed
        seed += 1
        return train(preset, seed)

    return run


def prepare_finish(run):
    return lambda: finish(run)


PREPARE = {
    "update": prepare_update,
    "rollout": prepare_rollout,
    "train": prepare_train,
    "finish": prepare_finish,
}


class Player:
    """What a worker does in the browser (harness/worker.js)."""

    def open(self, device):
        threads = torch.get_num_threads()
        return {
            "name": f"torch {torch.__version__.split('+')[0]}",
            "adapter": f"native, {threads} {'thread' if threads == 1 else 'threads'}",
            "threads": threads,
            "workloads": list(PREPARE),
        }

    def prepare(self, workload, args):
        self.workload = PREPARE[workload](*args)

    def run(self):
        start = perf_counter()
        result = self.workload()
        return {"ms": (perf_counter() - start) * 1000, "result": result}


def show_all():
    tasks = [("update", [rows, HIDDEN]) for rows in (1024, 4096, 16384)]
    tasks += [("rollout", args) for args in ([64, 256], [512, 128], [4096, 64])]
    tasks += [("train", [preset]) for preset in PRESETS]
    tasks += [("finish", [run]) for run in RUNS]
    player = Player()
    for workload, args in tasks:
        player.prepare(workload, args)
        player.run()
        runs = [player.run() for _ in range(1 if workload in ("train", "finish") else 5)]
        times = ", ".join(f"{run['ms']:.1f}" for run in runs)
        print(f"{workload} {args}: {times} ms; {runs[-1]['result']}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--serve", action="store_true")
    parser.add_argument("--threads", type=int)
    options = parser.parse_args()
    if options.threads:
        torch.set_num_threads(options.threads)
    torch.manual_seed(0)
    if options.serve:
        serve(Player())
    else:
        show_all()
