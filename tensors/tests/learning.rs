//! The quick presets learn to balance: at least 4 of 5 seeds reach a mean episode length above 400.
//!
//! `cargo test --test learning -- --nocapture` prints the table.

use burn::tensor::Device;
use policy_lab_tensors::checks::balance;

fn learns(id: &str) {
    let mut passed = 0;
    for seed in 1..=5 {
        let balanced = pollster::block_on(balance(id, seed, &Device::flex())).expect("a run");
        println!("{id} seed {seed}: {balanced:?}");
        passed += u32::from(balanced.reached.is_some());
    }
    assert!(passed >= 4, "{id}: {passed} of 5 seeds balance");
}

#[test]
fn quick_ppo_balances() {
    learns("ppo-quick");
}

#[test]
fn quick_vpg_balances() {
    learns("vpg-quick");
}

#[test]
fn quick_reinforce_balances() {
    learns("reinforce-quick");
}
