"""What scripts ask of tyro, tqdm and wandb."""

from dataclasses import dataclass, field

import tqdm
import tyro
import wandb


@dataclass
class Args:
    seed: int = 1
    learning_rate: float = 2.5e-4
    track: bool = False
    entity: str = None
    layers: list = field(default_factory=lambda: [64])


def refused(words):
    try:
        tyro.cli(Args, args=words)
    except SystemExit as error:
        return str(error)
    raise AssertionError(f"{words} did not raise")


assert tyro.cli(Args, args=[]) == Args()
given = tyro.cli(Args, args=["--seed", "3", "--track", "--learning-rate=0.1", "--entity", "me"])
assert given == Args(3, 0.1, True, "me", [64])
assert tyro.cli(Args, args=["--no-track", "--seed=4"]) == Args(4)
assert "--learning-rate" in refused(["--rate", "1"]) and "int" in refused(["--seed", "x"]) and "value" in refused(["--seed"])

run = wandb.init(project="p", config={"x": 3}, sync_tensorboard=True)
assert run.config.x == wandb.config["x"] == 3 and wandb.run is run
wandb.log({"loss": 1.5}, step=2)
assert wandb.history == [{"loss": 1.5, "_step": 2}] and run.summary["loss"] == 1.5
wandb.finish()
assert wandb.run is None

from tqdm.auto import trange

bar = trange(3, desc="Training")
for _ in bar:
    bar.set_postfix(loss=0.12345)
assert str(bar).startswith("Training: 100% 3/3 [") and str(bar).endswith("loss=0.123") and bar.n == 3
with tqdm.tqdm(total=10) as bar:
    bar.update(4)
assert bar.n == 4 and len(bar) == 10
