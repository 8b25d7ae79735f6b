//! Every dispatch of any run that the page allows keeps to WebGPU's limits.

use policy_lab::config::fields::{Field, FieldKind};
use policy_lab::config::validate;
use policy_lab::nn::{Activation, Mlp};
use policy_lab_tensors::ops::gpu_layout::{Layout, MAX_BINDING_BYTES, values_of_rollout};
use policy_lab_tensors::ops::workgroups::{MAX_WORKGROUPS, Workgroups};

/// The largest number that the form accepts.
fn largest(key: &str) -> usize {
    match Field::find(key).map(|field| field.kind) {
        Some(FieldKind::Integer { max, .. }) => max,
        other => panic!("{key}: {other:?}"),
    }
}

/// Every kernel's dispatch at the largest sizes: the longest and the widest rollouts, cut off at
/// every step or never, of one run and of as many side by side as the buffers allow.
#[test]
fn the_largest_runs_of_the_form_keep_the_limits_of_a_dispatch() {
    let threads = 256;
    let steps = largest("update_epochs") * largest("num_minibatches");
    let Some(FieldKind::Sizes {
        max_layers,
        max_width,
    }) = Field::find("hidden_sizes").map(|field| field.kind)
    else {
        panic!("no widths");
    };
    let widest = Mlp {
        sizes: [vec![4], vec![max_width; max_layers], vec![8]].concat(),
        activation: Activation::Relu,
        offset: 0,
    };
    let mut most = 0;
    for layout in [Layout::HARDWARE, Layout::SOFTWARE] {
        let envs = std::iter::successors(Some(1), |envs| Some(2 * envs));
        for num_envs in envs.take_while(|envs| *envs <= largest("num_envs")) {
            let longest = largest("num_steps").min(validate::MAX_BATCH_SIZE / num_envs);
            // The shortest has two samples in each of the most minibatches.
            let shortest = (2 * largest("num_minibatches"))
                .div_ceil(num_envs)
                .min(longest);
            for (num_steps, limit) in [(longest, 1), (longest, 500), (shortest, 100_000)] {
                let values = values_of_rollout(limit, (num_envs, num_steps));
                let order = largest("update_epochs") * num_envs * num_steps;
                for runs in [1, (MAX_BINDING_BYTES / (4 * values.max(order))).max(1)] {
                    let parts = layout.most_parts;
                    let sums = widest.num_parameters();
                    let mut all = vec![
                        Workgroups::of_rows(values, layout.rows, runs),
                        Workgroups::of_rows(num_envs, layout.worlds, runs),
                        Workgroups::of_numbers(num_envs, threads, runs),
                        Workgroups::of_numbers(sums, threads, runs),
                        Workgroups::of_each(steps, runs),
                        Workgroups::of_each(parts, runs),
                    ];
                    all.extend(widest.layers().map(|(inputs, outputs)| {
                        Workgroups::of_patches(&layout.patch.grid(inputs + 1, outputs), parts, runs)
                    }));
                    for of in all {
                        let folded = of.folded().map(|side| side as usize);
                        let fits = folded.iter().all(|side| *side <= MAX_WORKGROUPS);
                        assert!(fits, "{of:?} as {folded:?}");
                        assert!(folded.iter().product::<usize>() >= of.all(), "{of:?}");
                        assert!(u32::try_from(of.all()).is_ok(), "{of:?}");
                        most = most.max(of.all());
                    }
                }
            }
        }
    }
    assert!(most > MAX_WORKGROUPS, "{most}: nothing had to be folded");
}
