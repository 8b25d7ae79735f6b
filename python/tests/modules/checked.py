"""What PyTorch's own tests have shown to be missing, checked with numbers that can be worked out by hand."""

import torch
import torch.distributions as D
from torch import nn
from torch.optim.lr_scheduler import CyclicLR, OneCycleLR


def refused(kind, words, function):
    try:
        function()
    except kind as error:
        assert words in str(error), error
    else:
        raise AssertionError(f"no {kind.__name__} with {words}")


# Hooks: order, arguments by name, gradients, and their end.
said = []
layer = nn.Linear(2, 1)
first = layer.register_forward_hook(lambda module, given, result: said.append("a"))
layer.register_forward_hook(lambda module, given, result: said.append("b"), prepend=True)
layer(torch.ones(1, 2))
first.remove()
layer(torch.ones(1, 2))
assert said == ["b", "a", "b"] and len(layer._forward_hooks) == 1


class Scaled(nn.Module):
    def forward(self, x, by=1.0):
        return x * by


scaled = Scaled()
scaled.register_forward_pre_hook(lambda module, given, named: (given, {"by": 3.0}), with_kwargs=True)
assert scaled(torch.ones(1)).item() == 3.0
seen = []
scaled.register_full_backward_pre_hook(lambda module, grads: (grads[0] * 2,))
scaled.register_full_backward_hook(lambda module, inner, outer: seen.append((inner[0].item(), outer[0].item())))
x = torch.ones(1, requires_grad=True)
scaled(x).backward()
assert seen == [(6.0, 2.0)] and x.grad.item() == 6.0

# What is saved and loaded can be changed on the way, and names of parts are refused as PyTorch refuses them.
layer.register_state_dict_post_hook(lambda module, found, prefix, metadata: found.update({prefix + "more": torch.ones(1)}))
saved = layer.state_dict()
assert list(saved) == ["weight", "bias", "more"]
refused(RuntimeError, 'Unexpected key(s) in state_dict: "more"', lambda: layer.load_state_dict(saved))
layer._register_load_state_dict_pre_hook(lambda found, prefix, *rest: found.pop(prefix + "more"))
assert layer.load_state_dict(saved).unexpected_keys == []
refused(KeyError, "parameter name can", lambda: layer.register_parameter("a.b", None))
refused(TypeError, "cannot assign 'int' as parameter 'weight'", lambda: setattr(layer, "weight", 1))
layer.kept = nn.Buffer(torch.zeros(2), persistent=False)
assert [name for name, _ in layer.named_buffers()] == ["kept"] and "kept" not in layer.state_dict()
assert len(nn.Sequential(nn.ReLU()) * 2 + nn.Sequential(nn.Tanh())) == 3

# One cycle: the rate at its highest and Adam's first beta at its lowest where the rise ends, after 0.3 of the steps.
adam = torch.optim.Adam([torch.zeros(1, requires_grad=True)], lr=1.0)
cycle, places = OneCycleLR(adam, 0.5, total_steps=10), []
for _ in range(9):
    places.append((round(adam.param_groups[0]["lr"], 6), round(adam.param_groups[0]["betas"][0], 6)))
    adam.step()
    cycle.step()
assert places[0] == (0.02, 0.95) and places[2] == (0.5, 0.85)
sgd = torch.optim.SGD([torch.zeros(1, requires_grad=True)], lr=1.0, momentum=0.5)
waves = CyclicLR(sgd, 0.1, 0.5, step_size_up=2)
sgd.step()
waves.step()
group = sgd.param_groups[0]
assert abs(group["lr"] - 0.3) < 1e-9 and abs(group["momentum"] - 0.85) < 1e-9

# Results that are written into a tensor.
out = torch.zeros(2)
assert torch.add(torch.ones(2), 1, out=out) is out and out.tolist() == [2.0, 2.0]
refused(RuntimeError, "result type Float can't be cast to the desired output type Long", lambda: torch.add(out, 1, out=torch.zeros(2, dtype=torch.long)))
values, places = torch.sort(torch.tensor([3.0, 1.0]), out=(torch.empty(0), torch.empty(0, dtype=torch.long)))
assert values.tolist() == [1.0, 3.0] and places.tolist() == [1, 0]

# Pictures of another size, by the numbers between neighbours.
row = torch.tensor([[[0.0, 4.0]]])
assert nn.functional.interpolate(row, size=4, mode="linear").tolist() == [[[0.0, 1.0, 3.0, 4.0]]]
assert nn.functional.interpolate(row, size=3, mode="linear", align_corners=True).tolist() == [[[0.0, 2.0, 4.0]]]
assert nn.functional.interpolate(torch.ones(1, 1, 2, 2), scale_factor=2, mode="bilinear").shape == (1, 1, 4, 4)

# What distributions say of their values.
normal = D.Normal(torch.zeros(2), 1.0)
assert repr(normal.support) == "Real()" and repr(D.Normal.arg_constraints["scale"]) == "GreaterThan(lower_bound=0.0)"
refused(ValueError, "not broadcastable with batch_shape+event_shape", lambda: normal.log_prob(torch.zeros(3)))
refused(ValueError, "must be a Tensor", lambda: normal.log_prob(0.0))
refused(ValueError, "within the support (Interval(lower_bound=0.0, upper_bound=1.0))", lambda: D.Beta(1.0, 2.0).log_prob(torch.tensor(2.0)))
assert D.Bernoulli(torch.tensor([0.2, 0.3])).enumerate_support().tolist() == [[0.0, 0.0], [1.0, 1.0]]
assert D.Independent(normal, 1).expand((3,)).sample().shape == (3, 2)

# A gradient that is right, and one that is not.
points = torch.tensor([0.5, 2.0], dtype=torch.float64, requires_grad=True)
assert torch.autograd.gradcheck(torch.tanh, points) and torch.autograd.gradgradcheck(torch.tanh, points)


class Wrong(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, grad):
        return grad * 3


refused(RuntimeError, "Jacobian mismatch for output 0 with respect to input 0", lambda: torch.autograd.gradcheck(Wrong.apply, points))


class Cubed(torch.autograd.Function):
    """Keeps what its gradient needs in a method of its own."""

    @staticmethod
    def forward(x):
        return x**3

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(*inputs)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * 3 * x**2


assert torch.autograd.gradcheck(Cubed.apply, points)
