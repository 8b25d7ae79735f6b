//! An update with S0's loss in the course's Python, and what it consists of:
//! `cargo bench --package policy-lab-python`. Prints lines of JSON as `benches/workloads.rs` does,
//! which times our own update on as many rows.

use std::time::Instant;

use policy_lab_python::cell::Python;

const REPEATS: usize = 7;

fn main() {
    let python = Python::new();
    let must = |source: &str| assert_eq!(python.run(source).failure, None);
    must(include_str!("update_cell.py"));
    for (workload, call) in [
        ("update-cell", "update()"),
        ("cell returns()", "returns()"),
        ("cell forward()", "forward()"),
        ("cell loss()", "loss()"),
    ] {
        let mut times: Vec<f64> = (0..REPEATS + 2)
            .map(|_| {
                let begun = Instant::now();
                must(call);
                1e3 * begun.elapsed().as_secs_f64()
            })
            .skip(2)
            .collect();
        times.sort_by(f64::total_cmp);
        let (least, most) = (times[0], times[REPEATS - 1]);
        let median = times[REPEATS / 2];
        println!(
            r#"{{"workload":"{workload}","size":4096,"device":"cpu","lib":"policy-lab","ms_median":{median:.3},"ms_min":{least:.3},"ms_max":{most:.3}}}"#
        );
    }
}
