//! Cells: what Python can do here, and what it says when it fails.

mod characters;

use policy_lab::python::protocol::CellFailure;
use policy_lab_python::cell::{CellOutcome, Python};

use crate::{cell_of, must};

fn run(source: &str) -> CellOutcome {
    Python::new().run(source)
}

/// Returns the output of a cell that must not fail.
fn printed(source: &str) -> String {
    must(&Python::new(), source)
}

/// Returns the error of a cell that must fail.
fn raised(source: &str) -> CellFailure {
    let outcome = run(source);
    let said = outcome.output;
    outcome
        .failure
        .unwrap_or_else(|| panic!("nothing went wrong with {source}: {said}"))
}

#[test]
fn tensors_print_as_pytorchs_do() {
    let text = printed(
        "import torch\n\
         x = torch.tensor([1.0, 2.0, 3.0])\n\
         print(x * 2 + 1, x.sum(), x.shape, x.dtype)\n\
         print(torch.tensor([[0.5, -1.25], [10.0, 3.0]]))\n\
         print(torch.arange(3), torch.tensor([True, False]), torch.tensor(2.5, requires_grad=True))\n",
    );
    assert_eq!(
        text,
        "tensor([3., 5., 7.]) tensor(6.) torch.Size([3]) torch.float32\n\
         tensor([[ 0.5000, -1.2500],\n        [10.0000,  3.0000]])\n\
         tensor([0, 1, 2]) tensor([ True, False]) tensor(2.5000, requires_grad=True)\n"
    );
}

/// The expected numbers come from PyTorch 2.9, or are worked by hand.
#[test]
fn tensors_compute_as_pytorchs_do() {
    let checks = [
        "(torch.tensor([1, 2]) + 0.5).dtype == torch.float32",
        "(torch.tensor([1, 2]) / 2).tolist() == [0.5, 1.0]",
        "(torch.tensor([True, False]) * 3).tolist() == [3, 0]",
        "(torch.tensor([7, -7]) // 2).tolist() == [3, -4]",
        "(torch.zeros(2, 1) + torch.arange(3)).shape == (2, 3)",
        "abs(torch.tensor([1.0, 2.0, 4.0]).std().item() - 1.5275) < 1e-4",
        "torch.tensor([[1.0, 5.0], [7.0, 2.0]]).max(dim=1).indices.tolist() == [1, 0]",
        "torch.tensor([[1.0, 5.0], [7.0, 2.0]]).argmax().item() == 2",
        "torch.arange(6).reshape(2, 3)[:, -1].tolist() == [2, 5]",
        "torch.arange(6).reshape(2, 3)[torch.tensor([1, 0]), torch.tensor([0, 2])].tolist() == [3, 2]",
        "torch.arange(4)[torch.arange(4) > 1].tolist() == [2, 3]",
        "torch.tensor([3, 1, 2]).argsort().tolist() == [1, 2, 0] and torch.arange(5)[::2].tolist() == [0, 2, 4]",
        "torch.cat([torch.zeros(1, 2), torch.ones(2, 2)]).shape == (3, 2)",
        "[x.tolist() for x in torch.split(torch.arange(5), 2)] == [[0, 1], [2, 3], [4]]",
        "torch.clamp(torch.tensor([-2.0, 0.5, 2.0]), -1, 1).tolist() == [-1.0, 0.5, 1.0]",
        "torch.where(torch.tensor([True, False]), 1.0, torch.tensor([5.0, 6.0])).tolist() == [1.0, 6.0]",
        "torch.min(torch.tensor([1.0, 1e-8]), torch.tensor([1e8, 1e8])).tolist()[0] == 1.0",
        "(torch.arange(6.).reshape(2, 3) @ torch.ones(3)).tolist() == [3.0, 12.0]",
        "torch.nn.functional.one_hot(torch.tensor([1, 0]), 3).tolist() == [[0, 1, 0], [1, 0, 0]]",
        "abs(torch.nn.functional.cross_entropy(torch.zeros(2, 4), torch.tensor([0, 3])).item() - 1.3863) < 1e-4",
        "torch.zeros(2, 2).scatter_(1, torch.tensor([[1], [0]]), 1).tolist() == [[0.0, 1.0], [1.0, 0.0]]",
        "torch.linspace(0, 1, 3).tolist() == [0.0, 0.5, 1.0]",
        "f'{torch.tensor(1.5):.2f}' == '1.50'",
        "torch.tensor([3.0]).long().item() == 3 and int(torch.tensor(3.7)) == 3",
        "torch.zeros(0, 3).sum().item() == 0 and torch.cat([torch.zeros(0, 3), torch.ones(1, 3)]).shape == (1, 3)",
    ];
    let python = Python::new();
    python.run("import torch");
    for check in checks {
        let outcome = python.run(&format!("assert {check}"));
        assert_eq!(outcome.failure, None, "{check}");
    }
}

#[test]
fn what_scripts_hand_over_becomes_numbers() {
    printed(
        "import torch, numpy, _lab\n\
         from collections import deque\n\
         one = torch.tensor([2.0])\n\
         assert torch.tensor([[one], [3.0]]).tolist() == [[2.0], [3.0]]\n\
         assert torch.tensor(range(3)).tolist() == [0, 1, 2] and torch.tensor(deque([1.5])).tolist() == [1.5]\n\
         x = torch.zeros(2, 3)\n\
         x[1] = torch.ones(1, 1, 3)\n\
         assert x.tolist() == [[0.0] * 3, [1.0] * 3]\n\
         p = torch.ones(2, requires_grad=True)\n\
         p._grad = torch.full((2,), 4.0)\n\
         assert p.grad.tolist() == [4.0, 4.0]\n\
         # The first words of init_genrand(5489), from the generator's authors.\n\
         assert _lab.stream(5489).words(3) == [3499211612, 581869302, 3890346734]\n",
    );
    let said = raised("import torch\ntorch.tensor('text')").message;
    assert!(said.contains("made of str"), "{said}");
    let said = raised("import torch\ntorch.tensor({'a': 1})").message;
    assert!(said.contains("made of dict"), "{said}");
}

/// Gradients by hand: d(x²)/dx = 2x, clamps pass nothing outside, a tie of min gives half to each.
#[test]
fn gradients_flow_as_pytorchs_do() {
    printed(
        "import torch\n\
         x = torch.tensor([1.0, -2.0, 3.0], requires_grad=True)\n\
         (x * x).sum().backward()\n\
         assert x.grad.tolist() == [2.0, -4.0, 6.0]\n\
         x.grad = None\n\
         x.clamp(-1, 2).sum().backward()\n\
         assert x.grad.tolist() == [1.0, 0.0, 0.0]\n\
         (x * 2).sum().backward()\n\
         assert x.grad.tolist() == [3.0, 2.0, 2.0], 'gradients add up'\n\
         y = torch.tensor([1.0], requires_grad=True)\n\
         torch.min(y, torch.tensor([1.0])).backward()\n\
         assert y.grad.item() == 0.5\n\
         with torch.no_grad():\n    z = y * 2\n\
         assert not z.requires_grad and (y * 2).requires_grad and not (y * 2).detach().requires_grad\n\
         w = torch.zeros(2, 3)\n\
         w[1] = torch.ones(3) * y\n\
         w.sum().backward()\n\
         assert y.grad.item() == 3.5, 'through a slice that was written'\n",
    );
}

/// A linear layer's gradients, compared with those of the same layer written as sums of products,
/// which burn computes.
#[test]
fn a_linear_layer_has_the_gradients_of_its_formula() {
    printed(
        "import torch\n\
         x, w, b = (torch.randn(*s).requires_grad_() for s in ((7, 5), (3, 5), (3,)))\n\
         y = torch.nn.functional.linear(x, w, b)\n\
         (y * y).sum().backward()\n\
         ours = [p.grad for p in (x, w, b)]\n\
         for p in (x, w, b): p.grad = None\n\
         z = (x.unsqueeze(1) * w.unsqueeze(0)).sum(-1) + b\n\
         torch.testing.assert_close(y, z)\n\
         (z * z).sum().backward()\n\
         for mine, p in zip(ours, (x, w, b)): torch.testing.assert_close(mine, p.grad, rtol=1e-4, atol=1e-4)\n\
         for p in (x, w, b): p.grad = None\n\
         (x @ w.t()).sum().backward()\n\
         torch.testing.assert_close(x.grad, w.sum(0).expand(7, 5).detach(), rtol=1e-4, atol=1e-4)\n\
         torch.testing.assert_close(w.grad, x.sum(0).expand(3, 5).detach(), rtol=1e-4, atol=1e-4)\n",
    );
}

#[test]
fn a_failure_names_its_line() {
    let failure = raised("import torch\n\ndef f(x):\n    return x.item()\n\nf(torch.zeros(2))\n");
    assert_eq!(failure.line, Some(4));
    assert!(
        failure.traceback.contains("line 6"),
        "{}",
        failure.traceback
    );
    let syntax = raised("def f(:\n    pass\n");
    assert_eq!(syntax.kind, "SyntaxError");
    assert_eq!(syntax.line, Some(1));
}

#[test]
fn output_has_an_end_and_recursion_too() {
    let outcome = run("for i in range(100_000):\n    print('x' * 100)\n");
    assert!(outcome.output.len() < 70_000);
    assert!(outcome.output.ends_with("more was printed than is kept]\n"));
    assert_eq!(raised("def f():\n    f()\nf()\n").kind, "RecursionError");
    assert_eq!(raised("input()").kind, "EOFError");
}

#[test]
fn cells_share_what_they_define() {
    let python = Python::new();
    python.run("a = 20");
    assert_eq!(python.run("print(a + 1)").output, "21\n");
}

/// What a cell does to a module, a class, a list or a dictionary that is not its own, and what then
/// prints otherwise.
const CHANGES: &[(&str, &str)] = &[
    ("torch.relu = 3", "callable(torch.relu)"),
    ("torch.mine = 3", "hasattr(torch, 'mine')"),
    ("del torch.relu", "hasattr(torch, 'relu')"),
    ("del torch.relu; torch.mine = 3", "hasattr(torch, 'relu')"),
    ("nn.Linear.forward = 3", "callable(nn.Linear.forward)"),
    ("nn.Linear.mine = 3", "hasattr(nn.Linear, 'mine')"),
    (
        "del nn.Linear.forward; nn.Linear.mine = 3",
        "[name for name in vars(nn.Linear) if name in ('forward', 'mine')]",
    ),
    ("del nn.Linear.extra_repr", "repr(nn.Linear(2, 3))"),
    (
        "course.PROBES['Probe1-v0'] = 3",
        "callable(course.PROBES['Probe1-v0'])",
    ),
    (
        "course.PROBES['mine'] = course.PROBES.pop('Probe5-v0')",
        "list(course.PROBES)",
    ),
    ("course.PROBES.clear()", "len(course.PROBES)"),
    (
        "torch.__all__ = []; torch.mine = []",
        "hasattr(torch, 'mine')",
    ),
    (
        "torch.set_default_dtype(torch.float64)",
        "torch.zeros(1).dtype",
    ),
    ("keyword.kwlist.append('mine')", "len(keyword.kwlist)"),
];

#[test]
fn what_a_cell_changes_is_as_before_in_the_next() {
    let python = Python::new();
    let run = |source: String| {
        let imports = "import torch, course, keyword\nfrom torch import nn\n";
        python.run_cell(&cell_of(&format!("{imports}{source}\n")))
    };
    for (change, shown) in CHANGES {
        let before = run(format!("print({shown})"));
        assert_eq!(before.failure, None, "{shown}");
        let changed = run(format!("{change}\nprint({shown})"));
        assert_ne!(changed.output, before.output, "{change} changes nothing");
        assert_eq!(run(format!("print({shown})")), before, "after {change}");
    }
}

/// Wrong functions, and the checks' messages about them.
#[test]
fn annotated_shapes_are_checked_where_a_function_asks_for_it() {
    let text = "import torch as t\nfrom jaxtyping import Float, jaxtyped\nfrom torch import Tensor\n\
                @jaxtyped\n\
                def f(x: Float[Tensor, ' envs *rest'], y: Float[Tensor, 'envs 3']) -> Float[Tensor, 'envs']:\n    \
                return x.sum(1) if y.sum() > 0 else x\n";
    let call = |call: &str| format!("{text}print(f({call}).shape)\n");
    let fits = printed(&call("t.ones(2, 4), t.ones(2, 3)"));
    assert_eq!(fits, "torch.Size([2])\n");
    let wrong = raised(&call("t.ones(2, 4), t.ones(5, 3)"));
    assert!(
        wrong.message.contains("y has shape (5, 3)"),
        "{}",
        wrong.message
    );
    let wrong = raised(&call("t.ones(2, 4), -t.ones(2, 3)"));
    assert!(
        wrong.message.contains("the result has shape (2, 4)"),
        "{}",
        wrong.message
    );
}

#[test]
fn checks_name_the_likely_mistake() {
    const RETURNS: &str = "def compute_returns(rewards, done, gamma=0.9):\n    \
                           returns = t.zeros_like(rewards)\n    \
                           G = t.zeros_like(rewards[:, 0])\n    \
                           for i in reversed(range(rewards.shape[1])):\n        \
                           G = rewards[:, i] + gamma * G * KEEP\n        \
                           returns[:, i] = G\n    \
                           return returns\n\
                           tests.test_compute_returns(compute_returns)\n";
    let python = Python::new();
    python.run("from course import *");
    let right = RETURNS.replace("KEEP", "~done[:, i]");
    assert_eq!(python.run(&right).failure, None);
    let wrong = [
        (RETURNS.replace("KEEP", "~done[:, max(i - 1, 0)]"), "one step too late"),
        (RETURNS.replace("KEEP", "1"), "done is not used"),
        (right.replace("gamma * G", "G"), "gamma does nothing"),
        (right.replace("return returns", "pass"), "return statement missing"),
        (right.replace("return returns", "raise NotImplementedError()"), "still to be written"),
        ("def normalize_returns(r):\n    return (r - r.mean(1, keepdim=True)) / (r.std(1, keepdim=True) + 1e-8)\n\
          tests.test_normalize_returns(normalize_returns)".to_owned(), "take all numbers together"),
        ("def compute_importance_weights(logp, tau, clip_coef):\n    w = t.exp(logp - tau.logprobs)\n    \
          return w if clip_coef is None else w.clamp(1 - clip_coef, 1 + clip_coef)\n\
          tests.test_compute_importance_weights(compute_importance_weights)".to_owned(), "detach them"),
        ("def compute_reinforce_loss(returns, logp, iw):\n    return (iw * logp * (returns - returns.mean())).mean()\n\
          tests.test_compute_reinforce_loss(compute_reinforce_loss)".to_owned(), "one for each step was expected"),
        ("def calc(values, mb_returns, vf_coef):\n    return 0.5 * vf_coef * ((values - mb_returns) ** 2).mean()\n\
          tests.test_calc_value_function_loss(calc)".to_owned(), "one half too much"),
        ("def g(rewards, gamma=0.99):\n    out, G = [], 0\n    for r in rewards[::-1]:\n        G = r + gamma * G\n        out.append(G)\n    return out\n\
          tests.test_get_cumulative_rewards(g)".to_owned(), "other way round"),
    ];
    for (source, part) in wrong {
        let failure = python
            .run(&source)
            .failure
            .unwrap_or_else(|| panic!("passed: {source}"));
        assert_eq!(failure.kind, "CheckFailed", "{}", failure.traceback);
        assert!(
            failure.message.contains(part),
            "{}\n{}",
            failure.message,
            source
        );
    }
}

/// What an episode earned is the sum of its rewards, since the last reset: not its length.
#[test]
fn the_courses_environments_tell_what_an_episode_earned() {
    const EPISODES: &str = "import worlds\n\
        from course import *\n\
        class Half(worlds.CartPole):\n    \
            def reward_function(self, action):\n        \
                return 0.5 * super().reward_function(action)\n\
        class Short(worlds.CartPole):\n    \
            max_episode_steps = 5\n\
        def told(cart, resets):\n    \
            t.manual_seed(0)\n    \
            envs = make_envs(cart, 3)\n    \
            envs.reset()\n    \
            lengths, sums, found = np.zeros(3), np.zeros(3), []\n    \
            for step in range(60):\n        \
                if step in resets:\n            \
                    envs.reset()\n            \
                    lengths[:] = sums[:] = 0\n        \
                _, rewards, terminated, truncated, infos = envs.step([1, 0, step % 2])\n        \
                lengths, sums, ended = lengths + 1, sums + rewards, terminated | truncated\n        \
                data = get_episode_data_from_infos(infos)\n        \
                assert (data is None) == (not ended.any())\n        \
                if data is not None:\n            \
                    assert abs(data['episode_length'] - lengths[ended].mean()) < 1e-5\n            \
                    assert abs(data['episode_reward'] - sums[ended].mean()) < 1e-5\n            \
                    found.append((data['episode_length'], data['episode_reward']))\n            \
                    lengths[ended] = sums[ended] = 0\n    \
            return found\n\
        for cart, lost, factor in ((worlds.CartPole, 1, 1.0), (Half, 1, 0.5), (Short, 0, 1.0)):\n    \
            for resets in ((), (4,), (3, 20)):\n        \
                found = told(cart, resets)\n        \
                assert len(found) > 3, found\n        \
                # A fall pays 0, and the time limit pays like any other step.\n        \
                assert all(abs(reward - factor * (length - lost)) < 1e-5 for length, reward in found), found\n\
        print('told')\n";
    assert_eq!(printed(EPISODES), "told\n");
}

/// Our functions of the learning phase, which no document shows, must pass their checks.
#[test]
fn the_pages_own_learning_phase_passes_its_checks() {
    printed(
        "from course import *\n\
         tests.test_calc_clipped_surrogate_objective(calc_clipped_surrogate_objective)\n\
         tests.test_calc_value_function_loss(calc_value_function_loss)\n\
         tests.test_calc_entropy_bonus(calc_entropy_bonus)\n",
    );
}
