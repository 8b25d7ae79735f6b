//! The benchmark's workloads natively: `cargo bench --features bench`, and with `gpu` on a Vulkan adapter as well.
//! Prints the JSON lines of `scripts/bench`, with medians of repeats after a warm-up. Names after `--` are left out:
//! `-- cpu rollout train` times only updates on the GPU. Updates through a cell of Python are timed too.

#[cfg(not(target_arch = "wasm32"))]
#[path = "../src/bin/bench/workloads.rs"]
mod workloads;

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    native::main();
}

#[cfg(target_arch = "wasm32")]
fn main() {}

#[cfg(not(target_arch = "wasm32"))]
mod native {
    use std::time::Instant;

    use burn::tensor::Device;
    use policy_lab::device::{DeviceChoice, DeviceKind, open};

    use super::workloads::{RolloutWorkload, UpdateWorkload, finish, solve};

    const REPEATS: usize = 7;

    pub fn main() {
        let left_out: Vec<String> = std::env::args().collect();
        let wanted = |name: &str| !left_out.iter().any(|other| other == name);
        for choice in [DeviceChoice::Cpu, DeviceChoice::Webgpu] {
            if !wanted(choice.key()) {
                continue;
            }
            let opened = pollster::block_on(open(choice, None));
            if choice == DeviceChoice::Webgpu && opened.report.kind == DeviceKind::Cpu {
                eprintln!("webgpu: {}", opened.report.reason);
                continue;
            }
            let name = format!("native-{} ({})", choice.key(), opened.report.name);
            if wanted("update") {
                updates(&opened.device, &name);
            }
            if wanted("rollout") {
                rollouts(&opened.device, &name);
            }
            if wanted("train") {
                trainings(&opened.device, &name);
            }
            if wanted("run") && choice == DeviceChoice::Cpu {
                runs(&opened.device, &name);
            }
            if wanted("cell") && choice == DeviceChoice::Cpu {
                cells(&opened.device, &name);
            }
        }
    }

    fn updates(device: &Device, name: &str) {
        for rows in [64, 128, 1_024, 2_048, 4_096, 16_384] {
            let mut update = UpdateWorkload::new(rows, device);
            let times = repeat(|| pollster::block_on(update.run()).expect("the device answers"));
            report("update", rows, name, &times);
        }
    }

    fn rollouts(device: &Device, name: &str) {
        const STEPS: usize = 64;
        for num_envs in [64, 512, 4_096] {
            let mut rollout = RolloutWorkload::new(num_envs, STEPS, device);
            let times = repeat(|| {
                pollster::block_on(rollout.run()).expect("the device answers");
            });
            report("rollout", num_envs, name, &times);
        }
    }

    fn trainings(device: &Device, name: &str) {
        for (preset, num_envs) in [("ppo-quick", 64), ("vpg-quick", 32)] {
            match pollster::block_on(solve(preset, device)) {
                Ok(Some((secs, _))) => {
                    report(&format!("train-{preset}"), num_envs, name, &[1e3 * secs]);
                }
                Ok(None) => eprintln!("{preset}: not solved"),
                Err(message) => eprintln!("{preset}: {message}"),
            }
        }
    }

    fn runs(device: &Device, name: &str) {
        for (run, num_envs) in [("ppo-defaults", 4), ("modurl-ppo", 8)] {
            match pollster::block_on(finish(run, device)) {
                Ok(secs) => report(&format!("run-{run}"), num_envs, name, &[1e3 * secs]),
                Err(message) => eprintln!("{run}: {message}"),
            }
        }
    }

    /// Times an update with S0's loss in the course's Python, beside ours on as many rows.
    fn cells(device: &Device, name: &str) {
        let python = policy_lab_python::cell::Python::new();
        let must = |source: &str| {
            let failure = python.run(source).failure;
            assert_eq!(failure, None);
        };
        must(include_str!("update_cell.py"));
        let mut ours = UpdateWorkload::new(4_096, device);
        let times = repeat(|| pollster::block_on(ours.run()).expect("the device answers"));
        let through_a_cell = repeat(|| must("update()"));
        report("update", 4_096, name, &times);
        report("update-cell", 4_096, name, &through_a_cell);
        for part in ["returns()", "forward()", "loss()"] {
            report(&format!("cell {part}"), 4_096, name, &repeat(|| must(part)));
        }
    }

    /// Returns the milliseconds of each repeat, sorted.
    fn repeat(mut work: impl FnMut()) -> Vec<f64> {
        work();
        work();
        let mut times: Vec<f64> = (0..REPEATS)
            .map(|_| {
                let begun = Instant::now();
                work();
                1e3 * begun.elapsed().as_secs_f64()
            })
            .collect();
        times.sort_by(f64::total_cmp);
        times
    }

    fn report(workload: &str, size: usize, device: &str, sorted: &[f64]) {
        println!(
            r#"{{"workload":"{workload}","size":{size},"device":"{device}","lib":"policy-lab","ms_median":{:.3},"ms_min":{:.3},"ms_max":{:.3}}}"#,
            sorted[sorted.len() / 2],
            sorted[0],
            sorted[sorted.len() - 1],
        );
    }
}
