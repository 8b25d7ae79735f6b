"""What the tests of networks share."""

import torch
from torch.testing._internal.common_utils import TestCase, freeze_rng_state


class NNTestCase(TestCase):
    def _create_basic_net(self):
        class Layer(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.layer_dummy_param = torch.nn.Parameter(torch.empty(3, 5))
                self.layer_dummy_buf = torch.nn.Buffer(torch.zeros(1, 3, 3, 7))

        class Net(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.l1 = Layer()
                self.dummy_param = torch.nn.Parameter(torch.empty(3, 5))
                self.dummy_buf = torch.nn.Buffer(torch.zeros(7, 3, 3, 1))

        l = Layer()
        n = Net()
        s = torch.nn.Sequential(n, n)
        return l, n, s


def _create_basic_net():
    return NNTestCase._create_basic_net(None)


def _test_module_empty_input(test, module, inp, check_size=True, inference=False):
    if not inference:
        inp.requires_grad_(True)
    out = module(inp)
    if not inference:
        out.backward(torch.rand_like(out))
    if check_size:
        test.assertEqual(out.size(), inp.size())
    if not inference:
        for p in module.parameters():
            if p.requires_grad:
                test.assertEqual(p.grad, torch.zeros_like(p.grad))
        test.assertEqual(inp.grad, torch.zeros_like(inp))


# Descriptions of layers and losses, of which PyTorch makes further tests.
module_tests = criterion_tests = new_module_tests = ()
