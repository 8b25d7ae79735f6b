//! Tensors of many numbers and of none: what does not fit in a tab, and what is made from its ends.

use policy_lab_python::cell::Python;

use super::{GIVEN, refuses};

/// What does not fit in a tab is refused before it is made, however it is asked for: memory that
/// runs out ends the interpreter.
#[test]
fn what_does_not_fit_is_refused() {
    let lines = [
        "torch.zeros(2 ** 31)",
        "torch.zeros(70000, 1) + torch.zeros(70000)",
        "torch.zeros(70000, 1) @ torch.zeros(1, 70000)",
        "np.zeros((70000, 1)) @ np.zeros((1, 70000))",
        "torch.zeros(1).expand(2 ** 30)",
        "torch.cat([torch.zeros(2 ** 20)] * 70)",
        "torch.stack([torch.zeros(2 ** 20)] * 70)",
        "torch.zeros(2, 2 ** 20)[torch.zeros(70, dtype=torch.int64)]",
        "torch.zeros(3)[torch.zeros(70000, 1, dtype=torch.int64) + torch.zeros(1, 70000, dtype=torch.int64)]",
        "torch.arange(10 ** 12)",
        "torch.arange(0, 1, 1e-9)",
        "np.arange(1e9)",
        "torch.linspace(0, 1, 10 ** 9)",
        "np.linspace(0, 1, 10 ** 9)",
        "torch.eye(70000)",
        "np.eye(70000)",
        "torch.zeros(1).repeat(2 ** 30)",
        "torch.tile(torch.zeros(1), (2 ** 30,))",
        "np.tile(np.zeros(2), 2 ** 30)",
        "torch.repeat_interleave(torch.zeros(2), 2 ** 30)",
        "np.repeat(np.zeros(2), 2 ** 30)",
        "torch.nn.functional.one_hot(torch.tensor([1]), 10 ** 9)",
        "torch.bincount(torch.tensor([10 ** 9]))",
        "torch.randperm(10 ** 9)",
        "torch.rand(10 ** 5, 10 ** 5)",
        "np.random.rand(10 ** 5, 10 ** 5)",
        "np.random.default_rng(1).normal(size=10 ** 9)",
        "torch.multinomial(torch.ones(3), 10 ** 12, replacement=True)",
        "torch.outer(torch.zeros(70000), torch.zeros(70000))",
        "torch.meshgrid(torch.zeros(70000), torch.zeros(70000))",
        "torch.nn.Linear(10 ** 5, 10 ** 5)",
        "torch.triu(torch.ones(1, 1).expand(70000, 70000))",
        "np.ones((70000, 70000))",
    ];
    let refused = lines.map(|line| (line, "MemoryError", "does not fit in this tab"));
    refuses(&refused);
}

/// A shape in which the size that is left open could be any.
#[test]
fn a_size_of_nothing_is_named() {
    refuses(&[
        (
            "torch.zeros(0).reshape(0, -1)",
            "RuntimeError",
            "could be any size",
        ),
        (
            "torch.zeros(3).reshape(0, -1)",
            "RuntimeError",
            "does not hold 3 numbers",
        ),
    ]);
}

/// Ranges and unit matrices are made from their ends.
#[test]
fn ranges_have_the_numbers_of_their_ends() {
    refuses(&[
        ("torch.arange(1, 2, 0)", "RuntimeError", "cannot be 0"),
        (
            "torch.arange(5, 2)",
            "RuntimeError",
            "never gets from 5 to 2",
        ),
        (
            "torch.arange(0, 1, -0.5)",
            "RuntimeError",
            "in steps of -0.5",
        ),
    ]);
    let python = Python::new();
    let outcome = python.run(&format!(
        "{GIVEN}print(torch.arange(3, -4, -3).tolist(), torch.arange(0, 0.3, 0.1).tolist(), torch.arange(True, 3).dtype)\n\
         print(torch.arange(0).shape, np.arange(5, 2).shape, torch.arange(3, dtype=torch.float64).dtype, torch.arange(2.5).tolist())\n\
         print(torch.eye(2, 3).tolist(), torch.eye(2, dtype=torch.int64).dtype, torch.eye(0).shape, np.eye(2, 3, k=1).tolist())\n\
         print(np.eye(3, 2, k=-1, dtype=int).tolist(), np.identity(2).dtype, np.arange(0.5, 2).tolist())\n"
    ));
    assert_eq!(outcome.failure, None);
    let expected = "[3, 0, -3] [0.0, 0.10000000149011612, 0.20000000298023224] torch.int64\n\
         torch.Size([0]) (0,) torch.float64 [0.0, 1.0, 2.0]\n\
         [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]] torch.int64 torch.Size([0, 0]) [[0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]\n\
         [[0, 0], [1, 0], [0, 1]] float64 [0.5, 1.5]\n";
    assert_eq!(outcome.output, expected);
}

/// A softmax of nothing is nothing, also where there is no greatest number.
#[test]
fn a_softmax_of_nothing_is_nothing() {
    let outcome = Python::new().run(
        "import torch\n\
         a = torch.zeros(2, 0, requires_grad=True)\n\
         print(torch.softmax(a, 1).shape, torch.log_softmax(a, 0).shape)\n\
         torch.softmax(a, 1).sum().backward()\n\
         print(a.grad.shape)\n",
    );
    assert_eq!(outcome.failure, None);
    let expected = "torch.Size([2, 0]) torch.Size([2, 0])\ntorch.Size([2, 0])\n";
    assert_eq!(outcome.output, expected);
}
