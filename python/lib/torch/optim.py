"""Optimisers."""

import _lab
import torch


class Optimizer:
    """Steps over groups of parameters, each with its settings."""

    def __init__(self, params, defaults):
        params = list(params)
        if not params:
            raise ValueError("an optimiser needs parameters, and there are none")
        groups = params if isinstance(params[0], dict) else [{"params": params}]
        self.defaults = defaults
        self.param_groups = [{**defaults, **group, "params": list(group["params"])} for group in groups]
        for group in self.param_groups:
            for p in group["params"]:
                if not isinstance(p, torch.Tensor):
                    raise TypeError(f"an optimiser takes tensors, not {type(p).__name__}")
                if not p.is_leaf:
                    raise ValueError("only a leaf can be optimised: this one is a result of others")
        self.state = {}

    def zero_grad(self, set_to_none=True):
        for group in self.param_groups:
            for p in group["params"]:
                p.grad = None

    def step(self, closure=None):
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        with torch.no_grad():
            for group in self.param_groups:
                for p in group["params"]:
                    if p.grad is not None:
                        grad = -p.grad if group["maximize"] else p.grad
                        self._step(p, grad, group)
        return loss


class SGD(Optimizer):
    """Gradient descent."""

    def __init__(self, params, lr=1e-3, momentum=0.0, weight_decay=0.0, *, maximize=False):
        super().__init__(params, dict(lr=lr, momentum=momentum, weight_decay=weight_decay, maximize=maximize))

    def _step(self, p, grad, group):
        if group["weight_decay"]:
            grad = grad + p * group["weight_decay"]
        if group["momentum"]:
            before = self.state.get(id(p))
            grad = grad if before is None else before * group["momentum"] + grad
            self.state[id(p)] = grad
        p.sub_(grad * group["lr"])


class Adam(Optimizer):
    """Kingma and Ba, 2015, algorithm 1."""

    _is_decoupled = False

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0.0, *, maximize=False, **unused):
        if lr < 0:
            raise ValueError(f"a learning rate cannot be negative: {lr}")
        super().__init__(params, dict(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, maximize=maximize))

    def _step(self, p, grad, group):
        count, first, second = self.state.get(id(p)) or (0, torch.zeros_like(p), torch.zeros_like(p))
        self.state[id(p)] = (count + 1, first, second)
        settings = (group["lr"], *group["betas"], group["eps"], group["weight_decay"])
        _lab.adam(p, grad, first, second, count + 1, settings, self._is_decoupled)


class AdamW(Adam):
    """Loshchilov and Hutter, 2019: the weight decay does not enter the moving averages."""

    _is_decoupled = True

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=1e-2, *, maximize=False, **unused):
        super().__init__(params, lr, betas, eps, weight_decay, maximize=maximize)


class _LambdaLR:
    """Sets each group's learning rate to its initial one, multiplied by a function of the number of steps."""

    def __init__(self, optimizer, lr_lambda, last_epoch=-1):
        self.optimizer, self._factor = optimizer, lr_lambda
        self._first = [group["lr"] for group in optimizer.param_groups]
        self.last_epoch = last_epoch
        self.step()

    def step(self):
        self.last_epoch += 1
        for group, first in zip(self.optimizer.param_groups, self._first):
            group["lr"] = first * self._factor(self.last_epoch)

    def get_last_lr(self):
        return [group["lr"] for group in self.optimizer.param_groups]


class lr_scheduler:
    LambdaLR = _LambdaLR
