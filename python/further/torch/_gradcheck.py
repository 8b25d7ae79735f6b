"""Gradients held against small steps."""

import torch
from torch.autograd import grad


class GradcheckError(RuntimeError):
    """A gradient that is not what small steps show."""


def gradcheck(
    func, inputs, *, eps=1e-6, atol=1e-5, rtol=1e-3, raise_exception=True, nondet_tol=0.0, check_undefined_grad=True,
    check_grad_dtypes=False, check_batched_grad=False, check_batched_forward_grad=False, check_forward_ad=False, check_backward_ad=True,
    fast_mode=False, masked=None,
):
    """Returns true if the gradient of each output with respect to each input is what steps of `eps` show, at most `atol` and `rtol` off.

    Raises GradcheckError otherwise, or returns false without `raise_exception`."""
    try:
        _check(func, _listed(inputs), eps, atol, rtol)
    except GradcheckError:
        if raise_exception:
            raise
        return False
    return True


def gradgradcheck(func, inputs, grad_outputs=None, *, gen_non_contig_grad_outputs=False, **named):
    """Checks the gradients of gradients."""
    inputs = _listed(inputs)
    if grad_outputs is None:
        weights = [torch.randn(part.shape, dtype=part.dtype).requires_grad_() for part in _outputs(func(*inputs))]
    else:
        weights = list(_listed(grad_outputs))

    def slopes(*given):
        own, weights = given[: len(inputs)], given[len(inputs) :]
        wanted = [part for part in own if _is_learned(part)]
        found = grad(_outputs(func(*own)), wanted, weights, create_graph=True, allow_unused=True)
        return tuple(part for part in found if part is not None)

    return gradcheck(slopes, (*inputs, *weights), **named)


def _listed(given):
    return tuple(given) if isinstance(given, (tuple, list)) else (given,)


def _is_learned(part):
    return isinstance(part, torch.Tensor) and part.requires_grad


def _outputs(given):
    """Returns the results that have a gradient."""
    return [part for part in _listed(given) if _is_learned(part)]


def _check(func, inputs, eps, atol, rtol):
    wanted = [(place, part) for place, part in enumerate(inputs) if _is_learned(part)]
    if not wanted:
        raise ValueError("gradcheck expects at least one input tensor to require gradient, but none of the them have requires_grad=True.")
    outputs = _outputs(func(*inputs))
    for place, part in wanted:
        expected = _stepped(func, inputs, part, eps)
        for at, output in enumerate(outputs):
            found = _slopes(output, part)
            if not torch.allclose(found, expected[at], rtol, atol, True):
                raise GradcheckError(
                    f"Jacobian mismatch for output {at} with respect to input {place},\nnumerical:{expected[at]}\nanalytical:{found}\n"
                )


def _stepped(func, inputs, part, eps):
    """Returns, for each output, its change with each number of an input."""
    flat, columns = part.data.reshape(-1), []
    for at in range(part.numel()):
        here = flat[at].item()
        sides = []
        for step in (eps, -eps):
            flat[at] = here + step
            sides.append([out.detach().clone().reshape(-1) for out in _outputs(func(*inputs))])
        flat[at] = here
        columns.append([(a - b) / (2 * eps) for a, b in zip(*sides)])
    if not columns:
        return [torch.zeros(0, out.numel(), dtype=out.dtype) for out in _outputs(func(*inputs))]
    return [torch.stack(column) for column in zip(*columns)]


def _slopes(output, part):
    """Returns the gradient of each number of an output: a row for each number of the input."""
    columns = []
    for at in range(output.numel()):
        weight = torch.zeros(output.numel(), dtype=output.dtype)
        weight[at] = 1.0
        found = grad(output, part, weight.reshape(output.shape), retain_graph=True, allow_unused=True)[0]
        columns.append(torch.zeros(part.numel(), dtype=part.dtype) if found is None else found.reshape(-1))
    return torch.stack(columns, 1) if columns else torch.zeros(part.numel(), 0, dtype=part.dtype)
