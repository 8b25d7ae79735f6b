//! Networks to a file and back.

use safetensors::SafeTensors;
use safetensors::tensor::{Dtype, TensorView, serialize};
use serde_json::Value;

use super::super::host_policy::HostPolicy;
use super::layout::{LOG_STD, SavedTensor, layout};
use super::{CONFIG, SavedNetworks, read, write};
use crate::config::presets::{PRESETS, Preset};
use crate::config::{Advantage, Algorithm, EnvId, TrainConfig};
use crate::protocol::Frame;

fn ppo() -> TrainConfig {
    TrainConfig {
        hidden_sizes: vec![3, 5],
        ..(Preset::first_for(Algorithm::Ppo).config)()
    }
}

fn pendulum() -> TrainConfig {
    TrainConfig {
        env_id: EnvId::Pendulum,
        ..ppo()
    }
}

fn parameters(config: &TrainConfig) -> Vec<f32> {
    let count: usize = layout(config).iter().map(SavedTensor::count).sum();
    (0..count).map(|index| index as f32 * 0.5 - 3.0).collect()
}

fn saved(config: &TrainConfig) -> SavedNetworks {
    let file = write(config, 12, &parameters(config)).expect("they fit");
    read(&file).expect("a good file")
}

fn refused(saved: &SavedNetworks, config: &TrainConfig) -> String {
    let found = saved.checkpoint(config);
    found.expect_err("other networks").to_string()
}

#[test]
fn networks_come_back_as_they_were() {
    let presets = PRESETS.iter().map(|preset| (preset.id, (preset.config)()));
    for (name, config) in presets.chain([("pendulum", pendulum())]) {
        let saved = saved(&config);
        assert_eq!(saved.config.as_ref(), Some(&config));
        assert_eq!((saved.iteration, saved.notices.len()), (Some(12), 0));
        let checkpoint = saved.checkpoint(&config).expect("the same settings");
        assert_eq!(checkpoint.parameters, parameters(&config), "{name}");
        assert_eq!((checkpoint.iteration, checkpoint.adam_steps), (0, 0));
        assert!(checkpoint.first_moment.iter().all(|it| *it == 0.0));
        assert_eq!(checkpoint.second_moment.len(), checkpoint.parameters.len());
        // `HostPolicy` reads the same order.
        let frame = Frame {
            parameters: checkpoint.parameters,
            ..Frame::default()
        };
        assert!(HostPolicy::new(&config, &frame).is_some());
    }
    assert_eq!(saved(&ppo()).widths(), [4, 3, 5, 2]);
    assert_eq!(saved(&pendulum()).widths(), [3, 3, 5, 1]);
}

#[test]
fn other_widths_name_the_layer_and_the_setting() {
    let wider = TrainConfig {
        hidden_sizes: vec![3, 6],
        ..ppo()
    };
    let said = refused(&saved(&ppo()), &wider);
    let expected = "actor.2.weight is [5, 3] in the file and [6, 3] with these settings: set hidden_sizes to 3-5";
    assert_eq!(said, expected);
    let shallow = TrainConfig {
        hidden_sizes: vec![3],
        ..ppo()
    };
    assert!(refused(&saved(&ppo()), &shallow).ends_with("set hidden_sizes to 3-5"));
    let probe = TrainConfig {
        env_id: EnvId::Probe1,
        ..ppo()
    };
    let said = refused(&saved(&probe), &ppo());
    assert!(said.contains("env_id"), "{said}");
}

#[test]
fn a_critic_too_many_or_too_few_is_told() {
    let without = TrainConfig {
        algorithm: Algorithm::Vpg,
        advantage: Advantage::WorldMean,
        ..ppo()
    };
    let said = refused(&saved(&ppo()), &without);
    assert!(
        said.contains("critic.0.bias") && said.contains("gae"),
        "{said}"
    );
    let said = refused(&saved(&without), &ppo());
    assert!(
        said.contains("critic.0.weight") && said.contains("world-mean"),
        "{said}"
    );
}

/// Returns the networks of `config` with one tensor of another shape, or without it.
fn with_tensor(config: &TrainConfig, name: &str, shape: Option<&[usize]>) -> SavedNetworks {
    let good = write(config, 12, &parameters(config)).expect("they fit");
    let all = SafeTensors::deserialize(&good).expect("tensors");
    let mut tensors = all.tensors();
    tensors.retain(|(known, _)| known != name);
    let zeros = vec![0; 4 * shape.unwrap_or_default().iter().product::<usize>()];
    if let Some(shape) = shape {
        let tensor = TensorView::new(Dtype::F32, shape.to_vec(), &zeros);
        tensors.push((name.to_owned(), tensor.expect("as many numbers")));
    }
    read(&serialize(tensors, None).expect("a file")).expect("a good file")
}

/// The logarithm of the deviation of a policy of Pendulum's, and of none of CartPole's.
#[test]
fn deviations_that_are_missing_or_of_another_shape_are_told() {
    let said = |shape: Option<&[usize]>| {
        let networks = with_tensor(&pendulum(), LOG_STD, shape);
        refused(&networks, &pendulum())
    };
    let missing = "the file has no log_std, which these settings need: choose the env_id that they were trained in, or save the logarithms of standard deviations as log_std";
    assert_eq!(said(None), missing);
    let two = "log_std is [2] in the file and [1] with these settings: choose the env_id that they were trained in";
    assert_eq!(said(Some(&[2])), two);
    // As CleanRL shapes it.
    let row = "log_std is [1, 1] in the file and [1] with these settings: save log_std with a single dimension";
    assert_eq!(said(Some(&[1, 1])), row);
    let surplus = with_tensor(&ppo(), LOG_STD, Some(&[1]));
    let surplus = refused(&surplus, &ppo());
    assert!(surplus.contains(LOG_STD), "{surplus}");
    assert!(surplus.ends_with("choose the env_id that they were trained in"));
}

/// Both see the same two numbers; a force has one mean, and a choice of three has three logits.
#[test]
fn outputs_of_the_other_kind_of_action_name_the_environment() {
    let [choice, force] = [EnvId::Mountaincar, EnvId::MountaincarContinuous];
    let [choice, force] = [choice, force].map(|env_id| TrainConfig { env_id, ..ppo() });
    for (networks, config) in [(&choice, &force), (&force, &choice)] {
        let said = refused(&saved(networks), config);
        assert!(said.starts_with("actor.4.weight is"), "{said}");
        assert!(
            said.ends_with("choose the env_id that they were trained in"),
            "{said}"
        );
    }
}

/// Widths that fit are named although they are there: the file itself is broken, and the
/// environment is not at fault.
#[test]
fn a_part_that_does_not_belong_to_the_others_blames_neither_environment_nor_critic() {
    let reinforce = TrainConfig {
        hidden_sizes: vec![3, 5],
        ..(Preset::first_for(Algorithm::Reinforce).config)()
    };
    for (config, name, shape) in [
        (ppo(), "actor.0.bias", Some(&[7][..])),
        (ppo(), "actor.2.weight", Some(&[5, 9])),
        (ppo(), "actor.4.bias", Some(&[7])),
        (ppo(), "critic.0.weight", None),
        (ppo(), "critic.9.weight", Some(&[1, 1])),
        (reinforce.clone(), "actor.2.bias", None),
        (reinforce, "actor.9.weight", Some(&[1, 1])),
    ] {
        let said = refused(&with_tensor(&config, name, shape), &config);
        assert!(said.contains(name), "{name}: {said}");
        assert!(said.ends_with("set hidden_sizes to 3-5"), "{name}: {said}");
    }
}

#[test]
fn files_that_hold_no_networks_are_refused() {
    let good = write(&ppo(), 12, &parameters(&ppo())).expect("they fit");
    let said = |bytes: &[u8]| read(bytes).expect_err("a bad file").to_string();
    assert!(said(b"").contains("no safetensors file"));
    assert!(said(b"{\"format\": \"policy-lab-runs\"}").contains("no safetensors file"));
    assert!(said(&good[..good.len() - 4]).contains("no safetensors file"));
    let with_header = |length: usize| [&length.to_le_bytes()[..], &vec![b' '; length]].concat();
    let large = said(&with_header((1 << 20) + 1));
    assert!(large.contains("its header"), "{large}");
    let less = said(&with_header(1 << 20));
    assert!(less.contains("no safetensors file"), "{less}");
    let large = said(&vec![0; (16 << 20) + 1]);
    assert!(large.contains("the file"), "{large}");
    let mut broken = good.clone();
    let at = broken.len() - 4;
    broken[at..].copy_from_slice(&f32::NAN.to_le_bytes());
    assert!(said(&broken).contains("not finite"), "{}", said(&broken));
    let swap = |from: &str, to: &str| {
        assert_eq!(from.len(), to.len());
        let text: String = good.iter().map(|byte| char::from(*byte)).collect();
        let swapped = text.replace(from, to);
        swapped
            .chars()
            .map(|letter| letter as u8)
            .collect::<Vec<u8>>()
    };
    assert!(said(&swap("actor", "mover")).contains("it has critic.0.bias"));
    let newer = swap("policy_lab_version\":\"1\"", "policy_lab_version\":\"2\"");
    assert!(said(&newer).contains("newer"), "{}", said(&newer));
    let foreign = read(&swap("policy_lab_config", "another_onesconfi")).expect("networks");
    assert_eq!(foreign.config, None);
    assert!(foreign.checkpoint(&ppo()).is_ok());
}

/// Returns the file of `ppo()` with `change` applied to its settings.
fn with_settings(change: impl Fn(&mut Value)) -> SavedNetworks {
    let good = write(&ppo(), 12, &parameters(&ppo())).expect("they fit");
    let (_, header) = SafeTensors::read_metadata(&good).expect("a header");
    let mut about = header.metadata().clone().expect("our notes");
    let text = about.get(CONFIG).expect("settings");
    let mut settings: Value = serde_json::from_str(text).expect("JSON");
    change(&mut settings);
    about.insert(CONFIG.to_owned(), settings.to_string());
    let tensors = SafeTensors::deserialize(&good).expect("tensors");
    let file = serialize(tensors.tensors(), Some(about)).expect("a file");
    read(&file).expect("a good file")
}

#[test]
fn settings_of_another_version_are_read_and_spoken_of() {
    let older = with_settings(|settings| {
        let removed = settings.as_object_mut().and_then(|it| it.remove("gamma"));
        assert!(removed.is_some());
    });
    let default = TrainConfig {
        gamma: TrainConfig::default().gamma,
        ..ppo()
    };
    assert_eq!(older.config, Some(default));
    let said = "This file was written before gamma existed; it has its default, 0.99";
    assert_eq!(older.notices, [said]);

    let newer = with_settings(|settings| settings["zeta"] = 1.into());
    assert_eq!(newer.config, Some(ppo()));
    assert_eq!(newer.notices.len(), 1);
    assert!(
        newer.notices[0].contains("has zeta, which is unknown here"),
        "{:?}",
        newer.notices
    );

    let broken = with_settings(|settings| settings["gamma"] = "high".into());
    assert_eq!((&broken.config, broken.iteration), (&None, Some(12)));
    let said = "The settings in this file cannot be read: the setting gamma cannot be \"high\"";
    assert_eq!(broken.notices, [said]);
    assert!(
        broken.checkpoint(&ppo()).is_ok(),
        "its networks are as good"
    );
}
