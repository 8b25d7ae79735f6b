//! Files of networks, and their headers.

use policy_lab::config::presets::{PRESETS, Preset};
use policy_lab::config::{EnvId, TrainConfig, fields::FIELDS};
use policy_lab::policy::weights::{SavedNetworks, read, write};

use super::cases::Target;
use super::memory::spent;
use super::results::is_sentence;

/// Most bytes of data behind a header that stands alone.
const MOST_DATA: usize = 1 << 20;

fn small(preset: &Preset) -> TrainConfig {
    TrainConfig {
        hidden_sizes: vec![3, 2],
        ..(preset.config)()
    }
}

/// Returns small networks of every preset, and of continuous actions.
fn small_ones() -> impl Iterator<Item = TrainConfig> {
    let pendulum = TrainConfig {
        env_id: EnvId::Pendulum,
        ..small(&PRESETS[0])
    };
    PRESETS.iter().map(small).chain([pendulum])
}

/// Returns the number of parameters of a configuration's networks.
fn count(config: &TrainConfig) -> usize {
    let of = |outputs: usize| {
        let sizes = [
            &[config.env_id.obs_size()],
            config.hidden_sizes.as_slice(),
            &[outputs],
        ]
        .concat();
        sizes
            .windows(2)
            .map(|pair| (pair[0] + 1) * pair[1])
            .sum::<usize>()
    };
    let id = config.env_id;
    let critic = if config.has_critic() { of(1) } else { 0 };
    of(id.num_outputs()) + id.controls().len() + critic
}

fn file(config: &TrainConfig) -> Vec<u8> {
    let parameters: Vec<f32> = (0..count(config)).map(|it| it as f32 - 7.5).collect();
    write(config, 7, &parameters).expect("a file")
}

/// Requires that a file is read, or refused with a sentence. Returns true if it is read.
fn is_read(bytes: &[u8]) -> bool {
    match read(bytes) {
        Ok(networks) => {
            networks
                .notices
                .iter()
                .for_each(|notice| is_sentence(notice));
            assert!(networks.widths().len() <= bytes.len());
            for preset in PRESETS.iter().step_by(3) {
                continued(&networks, &small(preset));
            }
            if let Some(config) = &networks.config {
                continued(&networks, config);
            }
            true
        }
        Err(error) => {
            is_sentence(&error.to_string());
            false
        }
    }
}

/// Requires that a run that goes on from networks has their numbers, or is refused.
fn continued(networks: &SavedNetworks, config: &TrainConfig) {
    match networks.checkpoint(config) {
        Ok(checkpoint) => {
            assert_eq!(checkpoint.parameters.len(), count(config));
            let written = write(config, 1, &checkpoint.parameters).expect("a file");
            let again = read(&written).expect("what was written");
            let again = again.checkpoint(config).expect("networks that fit");
            let bits = |numbers: &[f32]| numbers.iter().map(|it| it.to_bits()).collect::<Vec<_>>();
            assert_eq!(bits(&again.parameters), bits(&checkpoint.parameters));
        }
        Err(error) => is_sentence(&error.to_string()),
    }
}

/// Returns a file with this header, and as much data as it speaks of.
fn with_header(header: &[u8]) -> Vec<u8> {
    let about: serde_json::Value = serde_json::from_slice(header).unwrap_or_default();
    let tensors = about.as_object().into_iter().flat_map(|it| it.values());
    let ends = tensors.filter_map(|it| it["data_offsets"][1].as_u64());
    let end = ends.max().unwrap_or_default().min(MOST_DATA as u64) as usize;
    [&(header.len() as u64).to_le_bytes(), header, &vec![0; end]].concat()
}

fn words() -> Vec<String> {
    let known = [
        "\"dtype\"",
        "\"F32\"",
        "\"F64\"",
        "\"BF16\"",
        "\"shape\"",
        "\"data_offsets\"",
        "\"__metadata__\"",
        "[0,4]",
        "[4,0]",
        "[2,2]",
        "\"actor.0.weight\"",
        "\"actor.0.bias\"",
        "\"critic.2.weight\"",
        "\"log_std\"",
        "\"policy_lab_config\"",
        "\"policy_lab_version\"",
        "\"policy_lab_iteration\"",
        "[4294967296,4294967296]",
    ];
    known.map(str::to_owned).to_vec()
}

#[test]
fn any_file_of_networks_is_read_or_refused() {
    let valid = small_ones().map(|config| file(&config)).collect();
    let target = Target {
        name: "networks",
        valid,
        words: words(),
        few: 10_000,
        share: 1,
        cost: 2_000,
    };
    target.holds(is_read);
}

#[test]
fn any_header_is_read_or_refused() {
    let headers = small_ones().map(|config| {
        let file = file(&config);
        let length = u64::from_le_bytes(file[..8].try_into().expect("eight bytes"));
        file[8..8 + length as usize].to_vec()
    });
    let target = Target {
        name: "headers",
        valid: headers.collect(),
        words: words(),
        few: 10_000,
        share: 1,
        cost: 2_000,
    };
    target.holds(|header| is_read(&with_header(header)));
}

/// The largest networks that the form takes can be saved and read again.
#[test]
fn the_largest_networks_of_the_page_are_read() {
    let sizes = FIELDS
        .iter()
        .find(|field| field.key == "hidden_sizes")
        .expect("the field");
    let policy_lab::config::fields::FieldKind::Sizes {
        max_layers,
        max_width,
    } = sizes.kind
    else {
        panic!("{:?}", sizes.kind)
    };
    let preset = (Preset::find("ppo-quick").expect("a preset").config)();
    let config = TrainConfig {
        hidden_sizes: vec![max_width; max_layers],
        ..preset
    };
    let file = file(&config);
    let read = read(&file).expect("networks");
    assert_eq!(read.widths().len(), max_layers + 2);
}

/// A file that no run could have written is refused before it is read: by its size, in a sentence
/// with the size.
#[test]
fn files_and_headers_of_a_size_that_nothing_needs_are_refused_unread() {
    let whole = vec![b' '; 64 << 20];
    let spaces = with_header(&vec![b' '; 2 << 20]);
    for bytes in [whole, spaces] {
        let (refused, spent) = spent(|| read(&bytes).expect_err("too large").to_string());
        assert!(refused.contains(" MB"), "{refused}");
        is_sentence(&refused);
        assert!(spent.peak < 64 << 10, "{spent:?}");
    }
}
