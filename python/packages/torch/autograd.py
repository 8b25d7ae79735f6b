"""Gradients on request."""

import _lab
import _late
import torch
from torch import enable_grad, no_grad, set_grad_enabled

# Loaded when one of its names is first asked for.
_PARTS = ("_gradcheck",)


def Variable(data, requires_grad=False, volatile=False):
    """A tensor: since PyTorch 0.4 both are one."""
    return data.requires_grad_() if requires_grad else data


def backward(tensors, grad_tensors=None, retain_graph=None, create_graph=False, inputs=None):
    keeps = create_graph if retain_graph is None else retain_graph
    _lab.backward(_listed(tensors), [] if grad_tensors is None else _listed(grad_tensors), keeps, create_graph)


def _listed(tensors):
    return [tensors] if isinstance(tensors, torch.Tensor) else list(tensors)


def grad(outputs, inputs, grad_outputs=None, retain_graph=None, create_graph=False, allow_unused=None, **kwargs):
    """Returns the gradients of the outputs with respect to the inputs, and leaves `.grad` as it was."""
    keeps = create_graph if retain_graph is None else retain_graph
    weights = [] if grad_outputs is None else _listed(grad_outputs)
    found = tuple(_lab.gradients(_listed(outputs), weights, _listed(inputs), keeps, create_graph))
    if not allow_unused and any(part is None for part in found):
        raise RuntimeError("one of the inputs was not used to compute the outputs: allow_unused=True gives None for it")
    return found


class _Context:
    """What `forward` keeps for `backward`."""

    saved_tensors = ()

    def save_for_backward(self, *tensors):
        self.saved_tensors = tensors

    def mark_non_differentiable(self, *tensors):
        pass

    def set_materialize_grads(self, value):
        pass


class Function:
    """A function with a gradient of its own: define `forward(ctx, ...)` and `backward(ctx, ...)`, and call `apply`."""

    @staticmethod
    def setup_context(ctx, inputs, output):
        """Keeps what `backward` needs, for a `forward` that takes no `ctx`."""

    @classmethod
    def apply(cls, *args):
        ctx = _Context()
        ctx.needs_input_grad = tuple(isinstance(part, torch.Tensor) and part.requires_grad for part in args)
        places = [at for at, part in enumerate(args) if isinstance(part, torch.Tensor)]
        with torch.no_grad():
            if cls.setup_context is Function.setup_context:
                result = cls.forward(ctx, *args)
            else:
                result = cls.forward(*args)
                cls.setup_context(ctx, args, result)
        if not torch.is_grad_enabled() or not any(ctx.needs_input_grad):
            return result

        def ways(*grads):
            found = cls.backward(ctx, *grads)
            found = found if isinstance(found, tuple) else (found,)
            return [found[at] for at in places]

        results = [result] if isinstance(result, torch.Tensor) else list(result)
        made = _lab.connected([args[at] for at in places], results, ways)
        made = [_lab.named(cls.__name__ + "Backward", part, []) for part in made]
        return made[0] if isinstance(result, torch.Tensor) else tuple(made)


class set_detect_anomaly:
    """Looks for numbers that are none, which PyTorch does step by step; here it changes nothing."""

    def __init__(self, mode=True, check_nan=True):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *raised):
        pass


detect_anomaly = set_detect_anomaly


def __getattr__(name):
    return _late.attribute("torch", (), _PARTS, name, "torch.autograd")
