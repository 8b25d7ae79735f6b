//! A policy in plain numbers beside the networks that train.

use futures::StreamExt as _;
use policy_lab::config::presets::{PRESETS, Preset};
use policy_lab::config::{EnvId, TrainConfig};
use policy_lab::nn::Mlp;
use policy_lab::ops::mlp::host::{Packed, Scratch};
use policy_lab::policy::host_policy::HostPolicy;
use policy_lab::policy::weights::{read, write};
use policy_lab::protocol::{Event, Frame, RunEvent};
use policy_lab::train::gpu::RunDevice;
use policy_lab::train::session::Session;
use policy_lab::train::setup::{first_parameters, networks};

#[test]
fn the_host_policy_acts_as_the_networks_do() {
    let pendulum = TrainConfig {
        env_id: EnvId::Pendulum,
        ..(PRESETS[0].config)()
    };
    let presets = PRESETS.iter().map(|preset| (preset.config)());
    for config in presets.chain([pendulum]) {
        let networks = networks(&config);
        let mut parameters = first_parameters(&config, &networks);
        parameters[networks.log_stds()].fill(0.5);
        let frame = Frame {
            parameters: parameters.clone(),
            ..Frame::default()
        };
        let policy = HostPolicy::new(&config, &frame).expect("they belong together");
        let obs: [f32; 16] = std::array::from_fn(|at| (at as f32 * 0.7 + 0.3).sin());
        let obs = &obs[..networks.actor.sizes[0]];
        let compare = |mlp: &Mlp, found: &[f32]| {
            let (mut scratch, mut expected) = (Scratch::default(), Vec::new());
            let network = Packed::new(mlp, &parameters);
            network.forward(obs, &mut scratch, None, &mut expected);
            assert_eq!(expected.len(), found.len());
            for (expected, found) in expected.iter().zip(found) {
                assert!((expected - found).abs() < 1e-5, "{expected} {found}");
            }
        };
        let actor = policy.actor(obs);
        compare(&networks.actor, actor.last().expect("outputs"));
        if let Some(critic) = &networks.critic {
            let units = policy.critic(obs).expect("a critic");
            compare(critic, units.last().expect("outputs"));
        }
        match policy.probabilities(obs) {
            Some(odds) => assert!((odds.iter().sum::<f32>() - 1.0).abs() < 1e-6),
            None => assert_eq!(
                policy.standard_deviations(),
                vec![0.5_f32.exp(); config.env_id.controls().len()]
            ),
        }
    }
}

#[test]
fn a_run_begins_anew_from_saved_networks() {
    // Without a gradient step, the first rollout acts with the file's own numbers, and they are
    // kept after it.
    let config = TrainConfig {
        hidden_sizes: vec![3, 5],
        num_envs: 4,
        num_steps: 8,
        num_minibatches: 1,
        update_epochs: 1,
        total_timesteps: 64,
        learning_rate: 0.0,
        anneal_lr: false,
        ..(Preset::find("ppo-quick").expect("a preset").config)()
    };
    let parameters = first_parameters(&config, &networks(&config));
    let file = write(&config, 12, &parameters).expect("they fit");
    let saved = read(&file).expect("a good file");
    let checkpoint = saved.checkpoint(&config).expect("the same settings");
    let session = Session {
        checkpoint: Some(checkpoint),
        ..Session::new(config, RunDevice::Cpu)
    };
    let events: Vec<Event> = pollster::block_on(session.events().collect());
    assert!(matches!(&events[0], Event::Run(RunEvent::Started(run)) if run.first_iteration == 0));
    let acted = events.iter().find_map(|event| match event {
        Event::Run(RunEvent::Frame(frame)) => Some(frame.parameters.clone()),
        _ => None,
    });
    assert_eq!(acted, Some(parameters.clone()));
    let kept = events.iter().find_map(|event| match event {
        Event::Run(RunEvent::LastGood(checkpoint)) => {
            Some((checkpoint.iteration, checkpoint.parameters.clone()))
        }
        _ => None,
    });
    assert_eq!(kept, Some((2, parameters)));
}
