//! Whole runs on both devices.

use std::collections::BTreeMap;

use policy_lab::protocol::metrics::Metric;

use super::*;

/// What a run has measured in each iteration, and its parameters at the end.
struct Learned {
    measured: Vec<BTreeMap<&'static str, f64>>,
    parameters: Vec<f32>,
}

async fn learned(config: &TrainConfig, choice: DeviceChoice) -> Learned {
    let device = open(choice, None).await.device;
    let session = Session::new(config.clone(), run_device(&device));
    let events: Vec<Event> = session.events().collect().await;
    let at = format!("{:?} on {choice:?}", config.env_id);
    let finished = Event::Run(RunEvent::Stopped(StopReason::Finished));
    assert_eq!(events.last(), Some(&finished), "{at}");
    let (mut measured, mut parameters) = (Vec::new(), Vec::new());
    for event in events {
        match event {
            Event::Run(RunEvent::Iteration(report)) => {
                let metrics = report.metrics.iter();
                measured.push(
                    metrics
                        .map(|(metric, value)| (metric.key(), value))
                        .collect(),
                );
            }
            Event::Run(RunEvent::LastGood(checkpoint)) => parameters = checkpoint.parameters,
            Event::Device(told) => panic!("{at}: {told:?}"),
            _ => {}
        }
    }
    assert_eq!(measured.len(), 2, "{at}");
    Learned {
        measured,
        parameters,
    }
}

/// Asserts that both devices measure the same and arrive at the same networks. Both start from the
/// same parameters and draw the same random numbers.
async fn train_alike(config: &TrainConfig) {
    let cpu = learned(config, DeviceChoice::Cpu).await;
    let webgpu = learned(config, DeviceChoice::Webgpu).await;
    let at = format!("{:?}", config.env_id);
    let keys = [Metric::GradNorm, Metric::Entropy, Metric::PolicyLoss].map(Metric::key);
    for (cpu, webgpu) in cpu.measured.iter().zip(&webgpu.measured) {
        for key in keys {
            let (cpu, webgpu) = (cpu[key], webgpu[key]);
            let allowed = 2e-3 * cpu.abs().max(0.1);
            assert!(
                (cpu - webgpu).abs() <= allowed,
                "{at}, {key}: {cpu} and {webgpu}"
            );
        }
        assert!(webgpu[keys[0]] > 0.0, "{at}: no gradient");
    }
    // Two iterations move the parameters by some percent of their size.
    let size = |numbers: &mut dyn Iterator<Item = f32>| numbers.map(f32::abs).sum::<f32>();
    let pairs = cpu.parameters.iter().zip(&webgpu.parameters);
    let apart = size(&mut pairs.map(|(cpu, webgpu)| cpu - webgpu));
    let apart = apart / size(&mut cpu.parameters.iter().copied());
    assert!(apart < 1e-3, "{at}: parameters {apart} apart");
}

pub mod with_adapter {
    use super::*;

    /// One whose actions are chosen from a list, one whose actions are numbers, one of cells.
    const KINDS: [EnvId; 3] = [EnvId::Acrobot, EnvId::Pendulum, EnvId::FrozenLake];

    async fn tasks_train_alike(is_wanted: impl Fn(EnvId) -> bool) {
        start();
        let tasks = EnvId::ALL.into_iter().filter(|id| id.task().is_some());
        // What steps bodies is loaded by a worker.
        for env_id in tasks.filter(|id| !id.is_of_bodies() && is_wanted(*id)) {
            train_alike(&TrainConfig {
                env_id,
                ..tiny("ppo-quick")
            })
            .await;
        }
    }

    #[wasm_bindgen_test]
    async fn kinds_of_tasks_learn_on_webgpu_as_on_the_host() {
        tasks_train_alike(|id| KINDS.contains(&id)).await;
    }

    /// Before a release: `checks_on_webgpu` has stepped them all.
    #[wasm_bindgen_test]
    async fn more_tasks_learn_on_webgpu_as_on_the_host() {
        tasks_train_alike(|id| !KINDS.contains(&id)).await;
    }

    #[wasm_bindgen_test]
    async fn runs_with_carts_learn_on_webgpu_as_on_the_host() {
        start();
        for id in ["ppo-quick", "vpg-quick"] {
            train_alike(&tiny(id)).await;
        }
    }
}
