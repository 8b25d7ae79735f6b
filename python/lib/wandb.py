"""Weights & Biases has no account here: what is logged is kept, and can be read from `history`."""

import _late

history = []


class Config(dict):
    """Settings, as a dict and as attributes."""

    def __getattr__(self, name):
        if name not in self:
            raise AttributeError(f"wandb.config has no {name}")
        return self[name]

    def __setattr__(self, name, value):
        self[name] = value

    def update(self, settings=(), allow_val_change=None, **named):
        super().update(_plain(settings), **named)


def _plain(settings):
    return settings if isinstance(settings, (dict, tuple, list)) else vars(settings)


class Run:
    """What `init` returns: `log` and `finish` as in this module."""

    def __init__(self, name, project):
        self.name, self.project, self.id, self.config, self.summary = name or "run", project, "here", config, summary
        self.dir, self.url = ".", ""

    def log(self, values, step=None, commit=None): log(values, step)
    def watch(self, *args, **kwargs): pass
    def save(self, *args, **kwargs): pass
    def finish(self, *args, **kwargs): finish()
    def define_metric(self, *args, **kwargs): pass
    def __enter__(self): return self
    def __exit__(self, *raised): finish()


class _Kept:
    """Something to show, which is kept as it is."""

    def __init__(self, data=None, *args, **kwargs):
        self.data, self.settings = data, kwargs


class Html(_Kept):
    """A text with marks."""


class Image(_Kept):
    """A picture."""


class Histogram(_Kept):
    """Numbers by their size."""


class Table(_Kept):
    """Rows of values."""


class Video(_Kept):
    """Several pictures."""

    def __init__(self, data, fps=None, **kwargs):
        super().__init__(data, **kwargs)
        self.fps = fps


config, summary, runs = Config(), {}, []


def init(project=None, name=None, config=None, **settings):
    history.clear()
    summary.clear()
    runs[:] = [Run(name, project)]
    runs[0].config.clear()
    runs[0].config.update(config or {})
    return runs[0]


def __getattr__(name):
    if name == "run":
        return runs[0] if runs else None
    if name in ("Artifact", "Settings", "agent", "alert", "plot", "sweep", "use_artifact", "log_artifact", "Api", "errors"):
        import _wandb_rarer

        return getattr(_wandb_rarer, name)
    raise _late.refusal("wandb", name, "init, log, config, watch, save and finish")


def log(values, step=None, commit=None):
    history.append({**values, "_step": step})
    summary.update(values)


def login(*args, **kwargs):
    return True


def watch(models=None, *args, **kwargs):
    pass


def unwatch(models=None):
    pass


def save(*args, **kwargs):
    pass


def define_metric(*args, **kwargs):
    pass


def finish(*args, **kwargs):
    runs.clear()
