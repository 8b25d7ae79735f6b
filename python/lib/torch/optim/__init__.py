"""Optimisers."""

from collections import defaultdict

import _lab
import _late
import torch

# Loaded when one of their names is first asked for.
_PARTS = ("_others",)
_SUBMODULES = ("adam", "lr_scheduler", "sgd")


def __getattr__(name):
    return _late.attribute("torch.optim", _SUBMODULES, _PARTS, name)


# What each setting may be: at least the first number, and at most the second or below it.
_RANGES = {"betas": (0, 1, "below"), "rho": (0, 1, "at most")}
_AT_LEAST_0 = ("lr", "eps", "weight_decay", "momentum", "alpha", "lr_decay", "initial_accumulator_value", "momentum_decay")


def _checked(settings):
    """Returns the settings of an optimiser.

    Raises ValueError for one that PyTorch refuses; NaN is in no range.
    """
    for name, value in settings.items():
        if name in _AT_LEAST_0 and not value >= 0:
            said = {"lr": "learning rate", "eps": "epsilon value"}.get(name, f"{name} value")
            raise ValueError(f"Invalid {said}: {value}. It must be at least 0")
        if name in _RANGES:
            low, high, kind = _RANGES[name]
            for at, number in enumerate(value if isinstance(value, (tuple, list)) else (value,)):
                if not (low <= number < high or number == high and kind == "at most"):
                    said = f"beta parameter at index {at}" if name == "betas" else f"{name} value"
                    raise ValueError(f"Invalid {said}: {number}. It must be at least {low} and {kind} {high}")
    return settings


class Optimizer:
    """Steps over groups of parameters, each with its settings."""

    def __init__(self, params, defaults):
        if isinstance(params, torch.Tensor):
            raise TypeError("params argument given to the optimizer should be an iterable of Tensors or dicts, but got " + params.type())
        if not hasattr(type(params), "__iter__") and not hasattr(type(params), "__getitem__"):
            raise TypeError(f"'{type(params).__name__}' object is not iterable")
        params = list(params)
        if not params:
            raise ValueError("optimizer got an empty parameter list")
        self.defaults, self.param_groups = dict(defaults), []
        self.state = defaultdict(dict)
        if isinstance(params[0], tuple):
            params = [p for _, p in params]
        for group in params if isinstance(params[0], dict) else [{"params": params}]:
            self.add_param_group(group)

    def add_param_group(self, param_group):
        params = param_group["params"]
        params = [params] if isinstance(params, torch.Tensor) else list(params)
        for p in params:
            if not isinstance(p, torch.Tensor):
                raise TypeError(f"optimizer can only optimize Tensors, but one of the params is {type(p).__name__}")
            if not p.is_leaf:
                raise ValueError("can't optimize a non-leaf Tensor: this one is a result of others")
        known = {id(p) for group in self.param_groups for p in group["params"]}
        if any(id(p) in known for p in params):
            raise ValueError("some parameters appear in more than one group: each would be stepped twice")
        self.param_groups.append({**self.defaults, **param_group, "params": params})

    def zero_grad(self, set_to_none=True):
        for group in self.param_groups:
            for p in group["params"]:
                p.grad = None

    def step(self, closure=None):
        # Schedules ask for it.
        self._opt_called = True
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        with torch.no_grad():
            for group in self.param_groups:
                for p in group["params"]:
                    if p.grad is not None:
                        grad = -p.grad if group.get("maximize") else p.grad
                        self._step(p, grad, group)
        return loss

    def _step(self, p, grad, group):
        raise NotImplementedError(f"{type(self).__name__} has no step: define step, or _step for one parameter")

    def _numbers(self):
        """Returns the number of each parameter, by its identity."""
        params = [p for group in self.param_groups for p in group["params"]]
        return {id(p): number for number, p in enumerate(params)}

    def state_dict(self):
        numbers = self._numbers()
        groups = [{**group, "params": [numbers[id(p)] for p in group["params"]]} for group in self.param_groups]
        return {"state": {numbers[id(p)]: _copied(kept) for p, kept in self.state.items()}, "param_groups": groups}

    def load_state_dict(self, state_dict):
        groups = state_dict["param_groups"]
        if [len(group["params"]) for group in groups] != [len(group["params"]) for group in self.param_groups]:
            raise ValueError("loaded state dict contains a parameter group that doesn't match the size of optimizer's group")
        for group, other in zip(self.param_groups, groups):
            group.update({key: value for key, value in other.items() if key != "params"})
        params = [p for group in self.param_groups for p in group["params"]]
        self.state = defaultdict(dict)
        for number, kept in state_dict["state"].items():
            self.state[params[int(number)]] = _copied(kept)

    def __repr__(self):
        lines = []
        for number, group in enumerate(self.param_groups):
            lines.append(f"Parameter Group {number}")
            lines += [f"    {key}: {group[key]}" for key in sorted(group) if key != "params"]
        return f"{type(self).__name__} (\n" + "\n".join(lines) + "\n)"


def _counted(state):
    """Counts a step. Programs that fill the state themselves begin with the number 0."""
    if type(state["step"]) is not torch.Tensor:
        state["step"] = _lab.tensor(float(state["step"]), "float32")
    state["step"] += 1


def _copied(value):
    if isinstance(value, torch.Tensor):
        return value.detach().clone()
    if isinstance(value, dict):
        return {key: _copied(part) for key, part in value.items()}
    return tuple(_copied(part) for part in value) if isinstance(value, (tuple, list)) else value


class SGD(Optimizer):
    """Gradient descent."""

    def __init__(self, params, lr=1e-3, momentum=0, dampening=0, weight_decay=0, nesterov=False, *, maximize=False, foreach=None, differentiable=False, fused=None):
        if nesterov and (momentum <= 0 or dampening != 0):
            raise ValueError("Nesterov momentum requires a momentum and zero dampening")
        super().__init__(
            params,
            _checked(
                dict(
                    lr=lr, momentum=momentum, dampening=dampening, weight_decay=weight_decay, nesterov=nesterov, maximize=maximize,
                    foreach=foreach, differentiable=differentiable, fused=fused,
                )
            ),
        )

    def _step(self, p, grad, group):
        if group["weight_decay"]:
            grad = grad + p * group["weight_decay"]
        if group["momentum"]:
            state = self.state[p]
            before = state.get("momentum_buffer")
            moved = grad if before is None else before * group["momentum"] + grad * (1 - group["dampening"])
            state["momentum_buffer"] = moved
            grad = grad + moved * group["momentum"] if group["nesterov"] else moved
        p.sub_(grad * group["lr"])


class Adam(Optimizer):
    """Kingma and Ba, 2015, algorithm 1."""

    _is_decoupled = False

    def __init__(
        self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, amsgrad=False, *, maximize=False, foreach=None,
        capturable=False, differentiable=False, fused=None,
    ):
        settings = dict(
            lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, amsgrad=amsgrad, maximize=maximize, foreach=foreach,
            capturable=capturable, differentiable=differentiable, fused=fused, decoupled_weight_decay=self._is_decoupled,
        )
        super().__init__(params, _checked(settings))

    def _step(self, p, grad, group):
        state = self.state[p]
        if not state:
            state["step"] = _lab.tensor(0.0, "float32")
            state["exp_avg"], state["exp_avg_sq"] = torch.zeros_like(p), torch.zeros_like(p)
            if group["amsgrad"]:
                state["max_exp_avg_sq"] = torch.zeros_like(p)
        _counted(state)
        if group["amsgrad"]:
            return self._most(p, grad, group, state)
        settings = (group["lr"], *group["betas"], group["eps"], group["weight_decay"])
        _lab.adam(p, grad, state["exp_avg"], state["exp_avg_sq"], int(state["step"]), settings, self._is_decoupled)

    def _most(self, p, grad, group, state):
        """Reddi and others, 2018: the largest average of squares so far takes the place of the last."""
        (beta1, beta2), decay = group["betas"], group["weight_decay"]
        if decay and self._is_decoupled:
            p.mul_(1 - group["lr"] * decay)
        elif decay:
            grad = grad + p * decay
        count, first = int(state["step"]), state["exp_avg"] * beta1 + grad * (1 - beta1)
        second = state["exp_avg_sq"] * beta2 + grad * grad * (1 - beta2)
        most = torch.maximum(state["max_exp_avg_sq"], second)
        state["exp_avg"], state["exp_avg_sq"], state["max_exp_avg_sq"] = first, second, most
        root = torch.sqrt(most) / (1 - beta2**count) ** 0.5 + group["eps"]
        p.sub_(first / root * (group["lr"] / (1 - beta1**count)))


class AdamW(Adam):
    """Loshchilov and Hutter, 2019: the weight decay does not enter the moving averages."""

    _is_decoupled = True

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=1e-2, amsgrad=False, **settings):
        super().__init__(params, lr, betas, eps, weight_decay, amsgrad, **settings)
