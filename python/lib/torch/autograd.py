"""Gradients on request."""

import _late
import torch
from torch import enable_grad, no_grad, set_grad_enabled


def Variable(data, requires_grad=False, volatile=False):
    """A tensor: since PyTorch 0.4 both are one."""
    return data.requires_grad_() if requires_grad else data


def backward(tensors, grad_tensors=None, retain_graph=None, create_graph=False):
    parts = [tensors] if isinstance(tensors, torch.Tensor) else list(tensors)
    weights = [None] * len(parts) if grad_tensors is None else grad_tensors
    weights = [weights] if isinstance(weights, torch.Tensor) else weights
    total = sum((part if weight is None else (part * weight)).sum() for part, weight in zip(parts, weights))
    total.backward(retain_graph=retain_graph)


def grad(outputs, inputs, grad_outputs=None, retain_graph=None, create_graph=False, allow_unused=None, **kwargs):
    """Returns the gradients of the outputs with respect to the inputs, and leaves `.grad` as it was."""
    if create_graph:
        raise NotImplementedError("gradients of gradients are not known here: leave out create_graph")
    inputs = [inputs] if isinstance(inputs, torch.Tensor) else list(inputs)
    before = [part.grad for part in inputs]
    for part in inputs:
        part.grad = None
    try:
        backward(outputs, grad_outputs, retain_graph)
        found = tuple(part.grad for part in inputs)
    finally:
        for part, kept in zip(inputs, before):
            part.grad = kept
    if not allow_unused and any(part is None for part in found):
        raise RuntimeError("one of the inputs was not used to compute the outputs: allow_unused=True gives None for it")
    return found


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
    return _late.attribute("torch.autograd", (), (), name)
