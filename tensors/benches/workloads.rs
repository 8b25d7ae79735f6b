//! The benchmark's workloads natively: `cargo bench -p policy-lab-tensors`, and with `wgpu` on a
//! Vulkan adapter as well. Prints the JSON lines of `scripts/bench`, with medians of repeats after
//! a warm-up. Names after `--` are left out: `-- cpu rollout train` times only updates on the GPU.
//! On a GPU iterations of many runs side by side are timed too; on one that no program plays, 128
//! of them to their end. `python/benches/cells.rs` times updates through a cell of Python.

#[cfg(not(target_arch = "wasm32"))]
#[path = "../src/bin/bench/iterations.rs"]
mod iterations;
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
    use policy_lab::device::{DeviceChoice, DeviceKind};
    use policy_lab_tensors::device::open;

    use super::iterations::iterations;
    use super::workloads::{HIDDEN, RolloutWorkload, UpdateWorkload, finish, solve};

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
            if wanted("iteration") {
                single(&opened.device, &name);
            }
            if wanted("many") && choice == DeviceChoice::Webgpu {
                many(&opened.device, &name);
            }
            if wanted("train") {
                trainings(&opened.device, &name);
            }
            if wanted("run") && choice == DeviceChoice::Cpu {
                runs(&opened.device, &name);
            }
        }
    }

    fn updates(device: &Device, name: &str) {
        for rows in [64, 128, 1_024, 2_048, 4_096, 16_384] {
            let mut update = UpdateWorkload::new(rows, HIDDEN, device, None);
            let times = repeat(|| pollster::block_on(update.run()).expect("the device answers"));
            report("update", rows, name, &times);
        }
        for width in [16, 32, 64, 128, 256, 512] {
            let mut update = UpdateWorkload::new(1_024, &[width, width], device, None);
            let times = repeat(|| pollster::block_on(update.run()).expect("the device answers"));
            report("update-width", width, name, &times);
        }
    }

    fn rollouts(device: &Device, name: &str) {
        const STEPS: usize = 64;
        for num_envs in [16, 64, 512, 4_096, 16_384] {
            let mut rollout = RolloutWorkload::new(num_envs, STEPS, device, None);
            let times = repeat(|| {
                pollster::block_on(rollout.run()).expect("the device answers");
            });
            report("rollout", num_envs, name, &times);
        }
    }

    fn single(device: &Device, name: &str) {
        for (preset, num_envs) in [("ppo-quick", 64), ("vpg-quick", 32)] {
            let secs = iterations(preset, REPEATS, (device, None), || {});
            laps(
                &format!("iteration-{preset}"),
                num_envs,
                name,
                pollster::block_on(secs),
            );
        }
    }

    /// A few iterations of many runs, and on a GPU that no program plays 128 runs of 500,000 steps
    /// to their end.
    fn many(device: &Device, name: &str) {
        use super::iterations::{side_by_side, side_by_side_to_the_end};

        for runs in [1, 8, 32, 128] {
            let secs = side_by_side("ppo-defaults", (runs, 3), device, || {});
            laps(
                "iteration-side-by-side",
                runs,
                name,
                pollster::block_on(secs),
            );
        }
        if !policy_lab_tensors::device::gpu_is_software() {
            let secs = side_by_side_to_the_end("ppo-defaults", 128, device);
            let secs = pollster::block_on(secs).map(|secs| vec![secs]);
            laps("run-side-by-side", 128, name, secs);
        }
    }

    fn laps(workload: &str, size: usize, name: &str, secs: Result<Vec<f64>, String>) {
        match secs {
            Ok(secs) => {
                let mut times: Vec<f64> = secs.into_iter().map(|secs| 1e3 * secs).collect();
                times.sort_by(f64::total_cmp);
                report(workload, size, name, &times);
            }
            Err(message) => eprintln!("{workload}: {message}"),
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
