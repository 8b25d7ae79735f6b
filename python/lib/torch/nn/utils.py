"""Functions of all parameters together."""

import torch


def clip_grad_norm_(parameters, max_norm, norm_type=2.0, error_if_nonfinite=False):
    """Scales gradients down to a common norm of `max_norm`, and returns the norm that they had."""
    if isinstance(parameters, torch.Tensor):
        parameters = [parameters]
    parameters = [p for p in parameters if p.grad is not None]
    if not parameters:
        return torch.tensor(0.0)
    with torch.no_grad():
        squares = [(p.grad * p.grad).sum() for p in parameters]
        norm = torch.sqrt(torch.stack(squares).sum())
        scale = torch.clamp(max_norm / (norm + 1e-6), max=1.0)
        for p in parameters:
            p.grad.mul_(scale)
    return norm


clip_grad_norm = clip_grad_norm_


def clip_grad_value_(parameters, clip_value):
    with torch.no_grad():
        for p in parameters:
            if p.grad is not None:
                p.grad.clamp_(-clip_value, clip_value)


def parameters_to_vector(parameters):
    return torch.cat([p.reshape(-1) for p in parameters])
