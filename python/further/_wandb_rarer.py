"""Rarer names of wandb: nothing is sent."""

import itertools
import random

from _said import once

_sweeps = {}


def _unsent(*given, **named):
    once("wandb: nothing is sent from here")


alert = log_artifact = use_artifact = _unsent


class Artifact:
    """Files to keep, which stay in the folder."""

    def __init__(self, name, type=None, **unused): self.name, self.type, self.metadata = name, type, unused.get("metadata") or {}
    def add_file(self, local_path, name=None, **unused): _unsent()
    def add_dir(self, *given, **named): _unsent()
    def download(self, *given, **named): return "."


class Settings:
    """Settings, which change nothing here."""

    def __init__(self, **settings): self.__dict__.update(settings)


class Api:
    """What is on the server cannot be asked for."""

    def __init__(self, *given, **named): pass
    def __getattr__(self, name): raise OSError("wandb: a tab's Python cannot ask a server")


class errors:
    """Errors by name."""

    Error = CommError = UsageError = type("Error", (Exception,), {})


class plot:
    """Charts of tables, which are kept as they are."""

    line = bar = scatter = histogram = line_series = staticmethod(lambda table=None, *given, **named: table)
    confusion_matrix = roc_curve = pr_curve = staticmethod(lambda *given, **named: named)


def sweep(sweep, entity=None, project=None, **unused):
    """Takes settings to try; `agent` tries them here, one after the other."""
    number = f"sweep-{len(_sweeps) + 1}"
    _sweeps[number] = sweep
    return number


def _choices(given):
    if "value" in given:
        return [given["value"]]
    return list(given["values"]) if "values" in given else None


def _trials(sweep):
    given = sweep.get("parameters", {})
    if sweep.get("method") == "grid":
        names = list(given)
        yield from (dict(zip(names, row)) for row in itertools.product(*[_choices(given[name]) or [] for name in names]))
        return
    while True:
        yield {name: random.choice(_choices(one)) if _choices(one) else _drawn(one) for name, one in given.items()}


def _drawn(one):
    low, high = one.get("min", 0.0), one.get("max", 1.0)
    if isinstance(low, int) and isinstance(high, int):
        return random.randint(low, high)
    return low * (high / low) ** random.random() if "log" in one.get("distribution", "") and low > 0 else random.uniform(low, high)


def agent(sweep_id, function=None, entity=None, project=None, count=None):
    """Runs a function with one choice of settings after the other, which `wandb.init` then has."""
    import wandb

    usual = wandb.init
    for settings in itertools.islice(_trials(_sweeps[sweep_id]), 10 if count is None else count):
        wandb.init = lambda *given, config=None, _settings=settings, **named: usual(*given, config={**(config or {}), **_settings}, **named)
        try:
            function()
        finally:
            wandb.init = usual
