//! The source of a fixture's text: natively a folder, in a browser the program itself.

macro_rules! files {
    ($($name:literal)*) => {
        /// The fixture files, by name.
        #[cfg(not(target_arch = "wasm32"))]
        pub const FILES: &[&str] = &[$($name),*];

        /// The text of a fixture file.
        #[cfg(target_arch = "wasm32")]
        pub fn text(name: &str) -> Result<String, String> {
            match name {
                $($name => Ok(include_str!(concat!(
                    env!("POLICY_LAB_FIXTURES_DIR"), "/", $name, ".json"
                ))
                .to_owned()),)*
                _ => Err(format!("{name}: not embedded")),
            }
        }
    };
}

files! {
    "01_hw_losses"
    "02_hw_returns_gae"
    "03_cumulative_rewards"
    "04_vpg_arena"
    "05_gae_arena"
    "06_ppo_objective"
    "07_optimiser_steps"
    "08_cartpole"
    "09_lr_schedules"
    "10_init"
    "11_real_size"
    "12_classic_control"
    "14_gaussian_policy"
    "16_value_clip_and_friends"
}

/// Returns the folder of fixtures: `POLICY_LAB_FIXTURES`, or the repository's own.
#[cfg(not(target_arch = "wasm32"))]
pub fn folder() -> std::path::PathBuf {
    std::env::var_os("POLICY_LAB_FIXTURES").map_or_else(
        || std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures"),
        Into::into,
    )
}

/// Returns true if the fixtures are the repository's own, of which every number is known.
pub fn is_own() -> bool {
    #[cfg(not(target_arch = "wasm32"))]
    return std::env::var_os("POLICY_LAB_FIXTURES").is_none();
    #[cfg(target_arch = "wasm32")]
    return option_env!("POLICY_LAB_FIXTURES").is_none();
}

/// Returns the text of a fixture file.
#[cfg(not(target_arch = "wasm32"))]
pub fn text(name: &str) -> Result<String, String> {
    let path = folder().join(name).with_extension("json");
    std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))
}
