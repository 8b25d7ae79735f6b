//! Cells: what Python does here, and what it says when it does not.
#![cfg(feature = "python")]

use policy_lab::python::cell::{Outcome, Python};

fn run(source: &str) -> Outcome {
    Python::new().run(source)
}

/// What a cell prints, when nothing goes wrong.
fn printed(source: &str) -> String {
    let outcome = run(source);
    if let Some(failure) = outcome.failure {
        panic!("{}\n{}", failure.traceback, outcome.output);
    }
    outcome.output
}

#[test]
fn tensors_compute() {
    let text = printed(
        "import torch\nx = torch.tensor([1.0, 2.0, 3.0])\nprint(x * 2 + 1)\nprint(x.sum(), x.shape, x.dtype)\n",
    );
    assert_eq!(
        text,
        "tensor([3., 5., 7.])\ntensor(6.) torch.Size([3]) torch.float32\n"
    );
}
