"""Rarer optimisers."""

import torch
from torch.optim import Optimizer, _checked, _counted


class _Usual(Optimizer):
    """Takes its settings by name or in PyTorch's order, and adds the weight decay to the gradient."""

    usual = {}
    # What changes nothing here.
    idle = {"foreach": None, "capturable": False, "differentiable": False}

    def __init__(self, params, *args, maximize=False, **settings):
        idle = {name: settings.pop(name, value) for name, value in self.idle.items()}
        given = {**self.usual, **dict(zip(self.usual, args)), **settings}
        if set(given) != set(self.usual):
            raise TypeError(f"{type(self).__name__} does not take {', '.join(set(given) - set(self.usual))}")
        super().__init__(params, {**_checked(given), "maximize": maximize, **idle})

    def _step(self, p, grad, group):
        if group["weight_decay"]:
            grad = grad + p * group["weight_decay"]
        state = self.state[p]
        state.setdefault("step", 0)
        _counted(state)
        p.sub_(self._change(p, grad, state, group))


def _mean(state, name, new, beta):
    """A moving average, kept in the state."""
    state[name] = state.get(name, torch.zeros_like(new)) * beta + new * (1 - beta)
    return state[name]


class RMSprop(_Usual):
    """Tieleman and Hinton, 2012: the gradient divided by the root of its square's moving average."""

    usual = dict(lr=1e-2, alpha=0.99, eps=1e-8, weight_decay=0, momentum=0, centered=False)

    def _change(self, p, grad, state, group):
        square = _mean(state, "square_avg", grad * grad, group["alpha"])
        if group["momentum"]:
            state.setdefault("momentum_buffer", torch.zeros_like(grad))
        if group["centered"]:
            mean = _mean(state, "grad_avg", grad, group["alpha"])
            square = square - mean * mean
        change = grad / (torch.sqrt(square) + group["eps"])
        if group["momentum"]:
            change = state["momentum_buffer"] = state["momentum_buffer"] * group["momentum"] + change
        return change * group["lr"]


class Adagrad(_Usual):
    """Duchi and others, 2011."""

    usual = dict(lr=1e-2, lr_decay=0, weight_decay=0, initial_accumulator_value=0, eps=1e-10)
    idle = {"foreach": None, "differentiable": False, "fused": None}

    def add_param_group(self, param_group):
        super().add_param_group(param_group)
        group = self.param_groups[-1]
        for p in group["params"]:
            self.state[p] = {"step": torch.tensor(0.0), "sum": torch.full_like(p, group["initial_accumulator_value"])}

    def _change(self, p, grad, state, group):
        state["sum"] = state["sum"] + grad * grad
        lr = group["lr"] / (1 + (int(state["step"]) - 1) * group["lr_decay"])
        return grad / (torch.sqrt(state["sum"]) + group["eps"]) * lr


class Adadelta(_Usual):
    """Zeiler, 2012."""

    usual = dict(lr=1.0, rho=0.9, eps=1e-6, weight_decay=0)

    def _change(self, p, grad, state, group):
        square = _mean(state, "square_avg", grad * grad, group["rho"])
        before = state.get("acc_delta", torch.zeros_like(grad))
        change = grad * torch.sqrt(before + group["eps"]) / torch.sqrt(square + group["eps"])
        _mean(state, "acc_delta", change * change, group["rho"])
        return change * group["lr"]


class Adamax(_Usual):
    """Kingma and Ba, 2015, algorithm 2."""

    usual = dict(lr=2e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0)

    def _change(self, p, grad, state, group):
        beta1, beta2 = group["betas"]
        mean = _mean(state, "exp_avg", grad, beta1)
        state["exp_inf"] = torch.maximum(state.get("exp_inf", torch.zeros_like(grad)) * beta2, torch.abs(grad) + group["eps"])
        return mean / state["exp_inf"] * (group["lr"] / (1 - beta1 ** int(state["step"])))


class NAdam(_Usual):
    """Dozat, 2016."""

    usual = dict(lr=2e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, momentum_decay=4e-3)
    idle = {**_Usual.idle, "decoupled_weight_decay": False}

    def _change(self, p, grad, state, group):
        (beta1, beta2), step = group["betas"], int(state["step"])
        now = beta1 * (1 - 0.5 * 0.96 ** (step * group["momentum_decay"]))
        later = beta1 * (1 - 0.5 * 0.96 ** ((step + 1) * group["momentum_decay"]))
        state["mu_product"] = state.get("mu_product", torch.tensor(1.0)) * now
        mean, square = _mean(state, "exp_avg", grad, beta1), _mean(state, "exp_avg_sq", grad * grad, beta2)
        root = torch.sqrt(square / (1 - beta2**step)) + group["eps"]
        ahead = mean * (later / (1 - state["mu_product"] * later)) + grad * ((1 - now) / (1 - state["mu_product"]))
        return ahead / root * group["lr"]


class RAdam(_Usual):
    """Liu and others, 2019."""

    usual = dict(lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0)
    idle = {**_Usual.idle, "decoupled_weight_decay": False}

    def _change(self, p, grad, state, group):
        (beta1, beta2), step = group["betas"], int(state["step"])
        mean, square = _mean(state, "exp_avg", grad, beta1), _mean(state, "exp_avg_sq", grad * grad, beta2)
        mean = mean / (1 - beta1**step)
        most = 2 / (1 - beta2) - 1
        length = most - 2 * step * beta2**step / (1 - beta2**step)
        if length <= 5:
            return mean * group["lr"]
        share = ((length - 4) * (length - 2) * most / ((most - 4) * (most - 2) * length)) ** 0.5
        return mean * (group["lr"] * share * (1 - beta2**step) ** 0.5) / (torch.sqrt(square) + group["eps"])
