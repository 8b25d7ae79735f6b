//! Hooks, schedules, distributions and the like: what PyTorch's own tests have shown to be missing.

use policy_lab_python::cell::Python;

const CHECKED: &str = include_str!("modules/checked.py");

#[test]
fn they_do_what_can_be_worked_out_by_hand() {
    let failure = Python::new().run(CHECKED).failure;
    assert!(failure.is_none(), "{failure:?}");
}
