//! What a cell computes and lets go is freed, whether a backward pass has gone through it or not.
#![cfg(target_os = "linux")]

use std::fs;

use policy_lab_python::cell::Python;

/// Most growth, in bytes. One pass that is never freed again is 4 MB, and there are 400.
const MOST: usize = 100 << 20;

fn resident() -> usize {
    let status = fs::read_to_string("/proc/self/status").expect("the process's status");
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB"));
    let kilobytes: usize = kilobytes.and_then(|it| it.parse().ok()).expect("kilobytes");
    kilobytes << 10
}

#[track_caller]
fn stays(begin: &str, pass: &str) {
    let python = Python::new();
    let run = |source: &str| assert_eq!(python.run(source).failure, None, "{source}");
    run(begin);
    run(&format!("for _ in range(20):\n    {pass}"));
    let before = resident();
    run(&format!("for _ in range(400):\n    {pass}"));
    let growth = resident().saturating_sub(before);
    assert!(growth < MOST, "{pass}: {} MB more", growth >> 20);
}

const NETWORK: &str = "import torch\n\
    net = torch.nn.Sequential(torch.nn.Linear(4, 128), torch.nn.Tanh(), torch.nn.Linear(128, 2))\n\
    x = torch.randn(2048, 4)\n";

#[test]
fn results_without_a_backward_pass_are_freed() {
    stays(NETWORK, "y = net(x).exp().mean()");
}

#[test]
fn results_after_a_backward_pass_are_freed() {
    stays(NETWORK, "net(x).exp().mean().backward()");
    stays(
        NETWORK,
        "y = net(x).exp().mean(); y.backward(retain_graph=True); y.backward()",
    );
}

#[test]
fn views_and_hooks_are_freed() {
    stays(
        NETWORK,
        "y = net(x); y.retain_grad(); y.register_hook(lambda grad: grad * 2); part = y[5:]; part.data; part.sum().backward()",
    );
}
