"""Functions of all parameters together."""

import _late
import torch


def _with_gradients(parameters):
    if isinstance(parameters, torch.Tensor):
        parameters = [parameters]
    return [p for p in parameters if p.grad is not None]


def clip_grad_norm_(parameters, max_norm, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    """Scales gradients down to a common norm of `max_norm`, and returns the norm that they had."""
    parameters = _with_gradients(parameters)
    if not parameters:
        return torch.tensor(0.0)
    with torch.no_grad():
        if norm_type == 2:
            squares = [(p.grad * p.grad).sum() for p in parameters]
            norm = torch.sqrt(torch.stack(squares).sum())
        else:
            norm = torch.norm(torch.stack([torch.norm(p.grad, float(norm_type)) for p in parameters]), float(norm_type))
        if error_if_nonfinite and not bool(torch.isfinite(norm)):
            raise RuntimeError("The total norm of the gradients is non-finite, so it cannot be clipped")
        scale = torch.clamp(max_norm / (norm + 1e-6), max=1.0)
        for p in parameters:
            p.grad.mul_(scale)
    return norm


clip_grad_norm = clip_grad_norm_


def get_total_norm(tensors, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    return torch.norm(torch.stack([torch.norm(part, norm_type) for part in tensors]), norm_type)


def clip_grad_value_(parameters, clip_value, foreach=None):
    with torch.no_grad():
        for p in _with_gradients(parameters):
            p.grad.clamp_(-clip_value, clip_value)


def parameters_to_vector(parameters):
    return torch.cat([p.reshape(-1) for p in parameters])


def vector_to_parameters(vec, parameters):
    if not isinstance(vec, torch.Tensor):
        raise TypeError(f"vector_to_parameters takes a tensor, not {type(vec).__name__}")
    at = 0
    for p in parameters:
        p.data = vec[at : at + p.numel()].reshape(p.shape)
        at += p.numel()


def __getattr__(name):
    return _late.attribute("torch.nn.utils", ("rnn",), (), name)
