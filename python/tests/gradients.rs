//! The record of operations: gradients as PyTorch has them, shared parts, hooks, views, and what is
//! freed.

use std::fmt::Write as _;

use policy_lab_python::cell::Python;

#[track_caller]
fn holds(source: &str) {
    let outcome = Python::new().run(&format!("import torch\n{source}"));
    let failure = outcome.failure.map(|failure| failure.traceback);
    assert_eq!(failure.as_deref().unwrap_or_default(), "");
}

#[track_caller]
fn raised(source: &str) -> String {
    let outcome = Python::new().run(&format!("import torch\n{source}"));
    outcome.failure.expect("an error").message
}

/// Every operation's rule against the slope between two points near each other, in 64 bits.
#[test]
fn rules_agree_with_differences() {
    let cases = [
        "a + b * 2",
        "a - b",
        "a * b",
        "a / b",
        "a ** b",
        "a ** 3",
        "2 / a",
        "a % b",
        "torch.minimum(a, b)",
        "torch.maximum(a, b)",
        "a - torch.exp(b)",
        "_lab.unary('expm1', a)",
        "_lab.unary('asin', a * 0.3)",
        "_lab.unary('acos', a * 0.3)",
        "_lab.unary('atan', a)",
        "_lab.unary('sinh', a)",
        "_lab.unary('cosh', a)",
        "_lab.unary('asinh', a)",
        "_lab.unary('acosh', a + 1)",
        "_lab.unary('atanh', a * 0.3)",
        "_lab.unary('erf', a)",
        "_lab.index_add(a, 1, torch.tensor([2, 0, 2]), b)",
        "_lab.scatter(a, 1, torch.tensor([[0, 0, 2]] * 2), b, True)",
        "torch.log(a)",
        "torch.log1p(a)",
        "torch.sqrt(a)",
        "torch.reciprocal(a)",
        "torch.sin(a)",
        "torch.cos(a)",
        "torch.tan(a * 0.3)",
        "torch.tanh(a)",
        "torch.sigmoid(a)",
        "torch.relu(a - b)",
        "abs(a - b)",
        "torch.softmax(a, 1)",
        "torch.log_softmax(a, 0)",
        "a.cumsum(1)",
        "a.gather(1, torch.tensor([[0, 0], [2, 1]]))",
        "a.scatter(1, torch.tensor([[0, 2], [2, 1]]), b[:, :2] * 2)",
        "torch.where(a > b, a * a, b)",
        "a.clamp(0.9, 1.4)",
        "a[1, 1:]",
        "a[:, [2, 0, 0]]",
        "a[a > b]",
        "a[None, ..., 1]",
        "a.reshape(3, 2) @ b",
        "a.expand(4, 2, 3)",
        "a.t() @ b",
        "a.permute(1, 0)",
        "torch.cat([a, b * b], 1)",
        "torch.stack([a, b], 2)",
        "a.sum(0)",
        "a.mean(1)",
        "a.prod()",
        "a.prod(1)",
        "a.max()",
        "a.max(1)[0]",
        "a.amin(0)",
        "a.std()",
        "a.var(1)",
        "a.flip(0)",
        "torch.nn.functional.linear(a, b, b[:, 0])",
        "a.unsqueeze(1) @ b.reshape(1, 3, 2)",
        "(a - a).prod() + (a * torch.tensor([1.0, 0.0, 1.0], dtype=torch.float64)).prod(1)",
        "torch.stack([x * x for x in a])",
        "a @ b[0]",
        "a[0] @ b[1]",
    ];
    let mut source = String::from(
        "import _lab\n\
         def ends(f):\n    \
             torch.manual_seed(3)\n    \
             given = [torch.rand(2, 3, dtype=torch.float64) + 0.7 for _ in 'ab']\n    \
             weights = torch.rand(f(*given).shape, dtype=torch.float64)\n    \
             loss = lambda *at: (f(*at) * weights).sum()\n    \
             leaves = [x.clone().requires_grad_() for x in given]\n    \
             loss(*leaves).backward()\n    \
             for place in (0, 1):\n        \
                 grad = torch.zeros(2, 3) if leaves[place].grad is None else leaves[place].grad\n        \
                 for i in range(6):\n            \
                     step = torch.zeros(6, dtype=torch.float64)\n            \
                     step[i] = 1e-5\n            \
                     at = lambda sign: [x + sign * step.reshape(2, 3) if p == place else x for p, x in enumerate(given)]\n            \
                     slope = ((loss(*at(1)) - loss(*at(-1))) / 2e-5).item()\n            \
                     found = grad.flatten()[i].item()\n            \
                     assert abs(slope - found) < 1e-3 * max(1, abs(slope)), (place, i, slope, found)\n\n",
    );
    for case in cases {
        let _ = writeln!(
            source,
            "try:\n    ends(lambda a, b: {case})\nexcept Exception as error:\n    raise AssertionError({case:?}) from error"
        );
    }
    holds(&source);
}

#[test]
fn a_shared_part_is_gone_through_again_only_if_it_is_kept() {
    let again = raised(
        "x = torch.ones(2, requires_grad=True)\nshared = (x * x).exp()\nshared.sum().backward()\n\
         shared.mean().backward()",
    );
    assert!(again.contains("retain_graph=True"), "{again}");
    holds(
        "x = torch.ones(2, requires_grad=True)\n\
         shared = x * x\n\
         shared.sum().backward(retain_graph=True)\n\
         assert x.grad.tolist() == [2.0, 2.0]\n\
         shared.mean().backward()\n\
         assert x.grad.tolist() == [3.0, 3.0]\n\
         # A sum keeps no numbers, so PyTorch lets it through twice.\n\
         total = (x + 1).sum()\n\
         total.backward()\n\
         total.backward()\n\
         assert x.grad.tolist() == [5.0, 5.0]\n",
    );
}

#[test]
fn a_gradient_has_the_type_of_its_tensor() {
    holds(
        "x = torch.ones(3, dtype=torch.float64, requires_grad=True)\n\
         loss = (x.float() * 2).sum()\n\
         assert loss.dtype == torch.float32\n\
         loss.backward()\n\
         assert x.grad.dtype == torch.float64 and x.grad.tolist() == [2.0] * 3\n",
    );
}

#[test]
fn gradients_have_gradients() {
    holds(
        "x = torch.tensor([2.0, 3.0], requires_grad=True)\n\
         (x ** 3).sum().backward(create_graph=True)\n\
         slope = x.grad\n\
         assert slope.tolist() == [12.0, 27.0] and slope.requires_grad\n\
         x.grad = None\n\
         slope.sum().backward()\n\
         assert x.grad.tolist() == [12.0, 18.0]\n",
    );
}

/// `p.grad.mul_(...)`, `p.data.copy_(...)`, slices: what real code writes to in place.
#[test]
fn what_is_written_to_a_part_is_written() {
    holds(
        "p = torch.nn.Parameter(torch.ones(3))\n\
         (p * 2).sum().backward()\n\
         p.grad.mul_(0.5)\n\
         assert p.grad.tolist() == [1.0, 1.0, 1.0]\n\
         p.grad.data.clamp_(-0.25, 0.25)\n\
         assert p.grad.tolist() == [0.25] * 3\n\
         p.data.copy_(torch.tensor([4.0, 5.0, 6.0]))\n\
         p.data[0] = 7.0\n\
         p.data *= 2\n\
         assert p.tolist() == [14.0, 10.0, 12.0] and p.requires_grad and p.is_leaf\n\
         with torch.no_grad(): p[1:].fill_(0)\n\
         assert p.tolist() == [14.0, 0.0, 0.0] and p.requires_grad\n\
         x = torch.zeros(3, 4)\n\
         row = x[1]\n\
         row += 1\n\
         row[2] = 5\n\
         x[1, 0] = 9\n\
         assert row.tolist() == [9.0, 1.0, 5.0, 1.0] and x.sum() == 16, (row, x)\n\
         x.t()[3].zero_()\n\
         x.view(-1)[0] = 2\n\
         assert x.tolist() == [[2.0, 0, 0, 0], [9.0, 1.0, 5.0, 0.0], [0.0] * 4]\n\
         for part in x: part.mul_(10)\n\
         assert x[1, 2] == 50 and row[2] == 50\n\
         y = x.clone()\n\
         y[1] = 0\n\
         z = x[torch.tensor([1])]\n\
         z.zero_()\n\
         assert x[1, 2] == 50, 'a clone and what tensors pick are copies'\n",
    );
}

#[test]
fn a_written_part_passes_gradients() {
    holds(
        "w = torch.tensor([1.0, 2.0], requires_grad=True)\n\
         x = torch.zeros(2, 2)\n\
         row = x[0]\n\
         row.add_(w * 3)\n\
         x[1] = w * w\n\
         x[1].mul_(2)\n\
         (x * torch.tensor([[1.0], [10.0]])).sum().backward()\n\
         assert w.grad.tolist() == [43.0, 83.0], w.grad\n",
    );
}

#[test]
fn hooks_see_and_change_gradients() {
    holds(
        "x = torch.ones(2, requires_grad=True)\n\
         y = x * 3\n\
         seen = []\n\
         handle = y.register_hook(lambda grad: seen.append(grad.tolist()))\n\
         y.retain_grad()\n\
         x.register_hook(lambda grad: grad * 10)\n\
         y.sum().backward(retain_graph=True)\n\
         assert seen == [[1.0, 1.0]] and y.grad.tolist() == [1.0, 1.0] and x.grad.tolist() == [30.0, 30.0]\n\
         handle.remove()\n\
         y.sum().backward()\n\
         assert len(seen) == 1\n",
    );
    let said = raised(
        "x = torch.ones(2, requires_grad=True)\nx.register_hook(lambda grad: 1 / 0)\nx.sum().backward()",
    );
    assert!(said.contains("division by zero"), "{said}");
}

/// A chain as long as this one would end the worker if it were taken apart by nested calls.
#[test]
fn a_long_chain_is_gone_through_and_dropped() {
    holds(
        "x = torch.ones((), requires_grad=True)\n\
         y = x\n\
         for _ in range(60_000): y = y * 1.0 + 0.5\n\
         y.backward()\n\
         assert x.grad.item() == 1.0\n\
         del y\n",
    );
}

/// `torch.autograd.Function` of one input and two results.
#[test]
fn a_rule_from_outside_passes_gradients() {
    holds(
        "import _lab\n\
         x = torch.tensor([2.0, 3.0], requires_grad=True)\n\
         inner = x * 10\n\
         twice, square = _lab.connected([inner], [inner.detach() * 2, inner.detach() ** 2],\n    \
             lambda a, b: [a * 2 + b * 2 * inner.detach()])\n\
         (twice.sum() + square.sum()).backward()\n\
         assert x.grad.tolist() == [420.0, 620.0], x.grad\n",
    );
}

#[test]
fn a_step_of_adam_changes_what_it_is_given() {
    holds(
        "import _lab\n\
         p = torch.nn.Parameter(torch.tensor([1.0, -2.0]))\n\
         grad, mean, square = torch.tensor([0.5, -4.0]), torch.zeros(2), torch.zeros(2)\n\
         _lab.adam(p, grad, mean, square, 1, (0.1, 0.9, 0.999, 1e-8, 0.0), False)\n\
         torch.testing.assert_close(p.detach(), torch.tensor([0.9, -1.9]))\n\
         torch.testing.assert_close(mean, torch.tensor([0.05, -0.4]))\n\
         torch.testing.assert_close(square, torch.tensor([0.00025, 0.016]))\n\
         assert p.requires_grad and p.is_leaf\n",
    );
}

#[test]
fn places_are_written_by_mixed_indices() {
    holds(
        "import _lab, numpy as np\n\
         x = torch.zeros(3, 4)\n\
         x[[0, 2], 1:3] = torch.tensor([1.0, 2.0])\n\
         x[:, [3, 0]] = torch.tensor([[5.0, 6.0]])\n\
         x[1, torch.tensor([1, 2])] = 9.0\n\
         assert x.tolist() == [[6, 1, 2, 5], [6, 9, 9, 5], [6, 1, 2, 5]], x\n\
         y = torch.arange(24).reshape(2, 3, 4)\n\
         assert y[torch.tensor([1, 0]), :, torch.tensor([0, 3])].tolist() == [[12, 16, 20], [3, 7, 11]]\n\
         assert y[0, [0, 2]].tolist() == [[0, 1, 2, 3], [8, 9, 10, 11]]\n\
         a = np.arange(6)\n\
         assert a[::-2].tolist() == [5, 3, 1] and a[4:1:-1].tolist() == [4, 3, 2] and a[1:4:-1].tolist() == []\n\
         a[::-1][0] = 50\n\
         assert a[5] == 50\n\
         assert bytes(_lab.to_bytes(torch.tensor([1.0, -2.0]))) == b'\\x00\\x00\\x80?\\x00\\x00\\x00\\xc0'\n\
         assert _lab.from_bytes(_lab.to_bytes(y), 'int64', (2, 3, 4)).tolist() == y.tolist()\n",
    );
}

#[test]
fn a_write_that_fails_loses_nothing() {
    holds(
        "def fails(write):\n    \
             try: write()\n    \
             except RuntimeError: return\n    \
             raise AssertionError('it did not fail')\n\
         x = torch.arange(6).reshape(2, 3)\n\
         fails(lambda: x.__setitem__([0, 1], torch.zeros(5)))\n\
         fails(lambda: x.__setitem__(([0], slice(0, 2)), torch.zeros(5)))\n\
         fails(lambda: x.__setitem__(0, torch.zeros(5)))\n\
         assert x.tolist() == [[0, 1, 2], [3, 4, 5]]\n\
         w = torch.ones(2, 2, requires_grad=True)\n\
         row = w[0]\n\
         fails(lambda: row.add_(1))\n\
         assert row.tolist() == [1.0, 1.0] and w.tolist() == [[1.0, 1.0]] * 2\n",
    );
}

#[test]
fn orthogonal_weights_stand_at_right_angles() {
    holds(
        "for shape in ((64, 4), (64, 64), (2, 64)):\n    \
             w = torch.nn.init.orthogonal_(torch.empty(*shape), 2.0)\n    \
             small = w.t() @ w if shape[0] > shape[1] else w @ w.t()\n    \
             torch.testing.assert_close(small, 4 * torch.eye(min(shape)), rtol=1e-4, atol=1e-4)\n",
    );
}

/// What PyTorch has kept for a gradient and finds written to: it refuses, whoever has written.
#[test]
fn a_write_to_what_a_gradient_needs_is_refused() {
    let lines = "w = torch.tensor([1.0, 2.0], requires_grad=True)\n";
    for source in [
        "y = w * 2\nz = (y ** 2).sum()\ny += 1\nz.backward()",
        "y = w * 2\nz = (y * y).sum()\ny[0] = 5.0\nz.backward()",
        "y = w * 2\nrow = y.view(2, 1)\nz = (row * row).sum()\ny.mul_(3)\nz.backward()",
        "x = torch.ones(2)\nz = (w * x).sum()\nx.zero_()\nz.backward()",
        "n = torch.nn.Sequential(torch.nn.Linear(2, 3), torch.nn.Linear(3, 1))\n\
         o = torch.optim.Adam(n.parameters())\n\
         a, b = n(torch.ones(4, 2)).sum(), n(torch.ones(4, 2)).mean()\n\
         a.backward()\no.step()\nb.backward()",
        "y = w.log()\nz = y.exp().sum()\nwith torch.no_grad(): w.add_(1)\nz.backward()",
    ] {
        let said = raised(&format!("{lines}{source}"));
        let words = "one of the variables needed for gradient computation has been modified by an inplace operation";
        assert!(said.starts_with(words), "{source}: {said}");
    }
}

/// What PyTorch lets pass: it has not kept what was written to, or a copy, or `.data` was written.
#[test]
fn other_writes_pass() {
    holds(
        "w = torch.tensor([1.0, 2.0], requires_grad=True)\n\
         x = torch.tensor([3.0, 4.0])\n\
         y = w * x\n\
         with torch.no_grad(): w.add_(1)\n\
         y.sum().backward()\n\
         assert w.grad.tolist() == [3.0, 4.0]\n\
         y = w * 2\n\
         z = (y + x).sum()\n\
         y += 1\n\
         z.backward()\n\
         y = w * 2\n\
         z = (y ** 2).sum()\n\
         y.data.zero_()\n\
         z.backward()\n\
         y = w * 2\n\
         y *= w\n\
         y.pow_(2)\n\
         y.sum().backward()\n\
         n = torch.nn.Linear(2, 3)\n\
         a, b = n(x).sum(), n(x).mean()\n\
         a.backward()\n\
         torch.optim.SGD(n.parameters(), lr=0.1).step()\n\
         b.backward()\n",
    );
}
