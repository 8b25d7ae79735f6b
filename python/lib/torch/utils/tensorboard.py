"""TensorBoard is a program of its own: what is written here is kept, and can be read from `scalars` and `texts`."""

import sys


class SummaryWriter:
    def __init__(self, log_dir=None, comment="", **kwargs):
        self.log_dir, self.scalars, self.texts = log_dir, {}, {}

    def add_scalar(self, tag, scalar_value, global_step=None, walltime=None, **unused):
        self.scalars.setdefault(tag, []).append((global_step, float(scalar_value)))

    def add_scalars(self, main_tag, tag_scalar_dict, global_step=None, walltime=None):
        for tag, value in tag_scalar_dict.items():
            self.add_scalar(f"{main_tag}/{tag}", value, global_step)

    def add_text(self, tag, text_string, global_step=None, walltime=None):
        self.texts.setdefault(tag, []).append((global_step, text_string))

    def add_histogram(self, tag, values, global_step=None, bins=None, **unused):
        """Keeps the mean of the numbers, as a scalar."""
        import torch

        self.add_scalar(tag, torch.as_tensor(values).double().mean(), global_step)

    def add_hparams(self, hparam_dict, metric_dict, **unused):
        self.add_text("hparams", str(hparam_dict))
        for tag, value in metric_dict.items():
            self.add_scalar(tag, value)

    def add_graph(self, *args, **kwargs): pass
    def add_image(self, *args, **kwargs): pass
    def add_video(self, *args, **kwargs): pass
    def add_figure(self, *args, **kwargs): pass
    def flush(self): pass
    def close(self): pass
    def __enter__(self): return self
    def __exit__(self, *raised): pass


# PyTorch has the class in a file of its own.
sys.modules[f"{__name__}.writer"] = sys.modules[__name__]
