//! Every number that PyTorch and Gymnasium recorded, compared with the library's: natively
//! (`tests/fixtures.rs`) and in a browser on both devices (`tests/browser.rs`).
//!
//! A topic covers one section of one file. Nothing in it panics, because a panic in wasm spoils the
//! tests behind it; and tensors are read with an await, because WebGPU in a browser has no other
//! way.

mod cartpole;
mod classic;
mod digests;
mod gaussian;
pub mod generic;
mod hw_losses;
mod init;
mod learned;
mod lifespans;
mod network;
mod objectives;
mod optimiser;
mod ppo;
mod real_size;
mod returns;
mod schedules;
pub mod section;
mod sessions;
pub mod source;
mod tensors;
mod tolerance;
mod variants;
mod vpg;

use burn::tensor::Device;
use section::Section;

/// Passes every topic to the macro `$then`: its name, the module that contains it, and the file and
/// section it covers.
macro_rules! for_each_topic {
    ($then:ident) => {
        $then! {
            homework_losses in hw_losses, "01_hw_losses" "cases";
            homework_returns in returns, "02_hw_returns_gae" "cases";
            cumulative_rewards in returns, "03_cumulative_rewards" "cases";
            sessions in sessions, "03_cumulative_rewards" "sessions";
            vpg_returns in returns, "04_vpg_arena" "returns_cases";
            vpg_networks in vpg, "04_vpg_arena" "network_cases";
            lifespans in lifespans, "04_vpg_arena" "lifespan_cases";
            gae in returns, "05_gae_arena" "cases";
            ppo_objective in ppo, "06_ppo_objective" "cases";
            optimiser_steps in optimiser, "07_optimiser_steps" "cases";
            cartpole_constants in cartpole, "08_cartpole" "constants";
            cartpole_sequences in cartpole, "08_cartpole" "sequences";
            cartpole_single_steps in cartpole, "08_cartpole" "single_steps";
            shaped_rewards in cartpole, "08_cartpole" "shaped_rewards";
            vpg_schedule in schedules, "09_lr_schedules" "vpg";
            ppo_schedule in schedules, "09_lr_schedules" "ppo";
            orthogonal_properties in init, "10_init" "properties";
            orthogonal_weights in init, "10_init" "deterministic";
            default_linear in init, "10_init" "default_linear";
            real_size in real_size, "11_real_size" "cases";
            classic_constants in classic, "12_classic_control" "constants";
            classic_single_steps in classic, "12_classic_control" "singles";
            classic_sequences in classic, "12_classic_control" "sequences";
            classic_time_limits in classic, "12_classic_control" "truncation";
            classic_first_observations in classic, "12_classic_control" "reset_examples";
            gaussian_distribution in gaussian, "14_gaussian_policy" "distribution";
            gaussian_policies in gaussian, "14_gaussian_policy" "cases";
            value_clip in variants, "16_value_clip_and_friends" "value_clip";
            huber_loss in variants, "16_value_clip_and_friends" "huber";
            kl_estimates in variants, "16_value_clip_and_friends" "kl";
            kl_stops in variants, "16_value_clip_and_friends" "early_stop";
            advantage_norm in variants, "16_value_clip_and_friends" "advantage_norm";
            explained_variance in variants, "16_value_clip_and_friends" "explained_variance";
        }
    };
}

macro_rules! runners {
    ($($topic:ident in $module:ident, $file:literal $section:literal;)*) => {
        $(
            #[doc = concat!("Section ", $section, " of ", $file, ": how many numbers agree, or the first that does not.")]
            pub async fn $topic(device: &Device) -> Result<usize, String> {
                let section = Section::open($file, $section)?;
                $module::$topic(&section, device).await?;
                section.finish()
            }
        )*
    };
}

for_each_topic!(runners);
