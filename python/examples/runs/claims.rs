//! Runs that texts of the course give numbers of, and that the page does not draw.

use policy_lab::protocol::metrics::Metric::{Entropy, EpisodicLength, MeanReward};

use super::trials::{Code, Settings, Trial, function};

const THREE: &[u32] = &[1, 2, 3];
const SIX: &[u32] = &[1, 2, 3, 4, 5, 6];
const TWENTY: &[u32] = &[
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20,
];

/// The bugs of which a text says what they do at another setting.
pub fn of_functions() -> Vec<Trial> {
    let strong = Settings::Changed("B-4", "&ent_coef=0.1&total_timesteps=327680");
    let slow = Settings::Changed("B-5", "&learning_rate=0.00025&total_timesteps=327680");
    let [_, strong] = function("B-4-strong", "B-4", strong, &[Entropy, EpisodicLength]);
    let [_, slow] = function("B-5-slow", "B-5", slow, &[EpisodicLength]);
    vec![strong, slow]
}

/// Loops that the reader writes, with a mistake, and the language model of seven words.
pub fn of_loops() -> Vec<Trial> {
    let trial = |key, arm, settings, code, seeds| Trial {
        key,
        arm,
        settings,
        code,
        seeds,
        metrics: &[EpisodicLength],
    };
    // 1,000 episodes, 10 an iteration.
    let short = Settings::Link(
        "?preset=reinforce-episodes&rollouts_per_iteration=10&total_timesteps=1000000",
    );
    let wrong = |arm, right, wrong| {
        let code = Code::Loop("S4-T", "CartPole", ["S4-E6", right, wrong]);
        trial("S4-E6", arm, short, code, THREE)
    };
    let words = |arm, beta| trial("G-E2", arm, Settings::Of("G-E2"), Code::Words(beta), TWENTY);
    vec![
        wrong(
            "sign of the return",
            "loss = -(log_probs_for_actions",
            "loss = (log_probs_for_actions",
        ),
        words("beta 0.04", 0.04),
        words("beta 0.2", 0.2),
        words("beta 0", 0.0),
    ]
}

/// Runs of the page's own algorithms at settings that a text links to.
pub fn of_settings() -> Vec<Trial> {
    let trial = |key, arm, query, seeds, metrics| Trial {
        key,
        arm,
        settings: Settings::Link(query),
        code: Code::Engine,
        seeds,
        metrics,
    };
    let carts = |key, arm, query, seeds| trial(key, arm, query, seeds, &[EpisodicLength]);
    vec![
        trial(
            "probe-5",
            "ppo",
            "?preset=ppo-probe&env_id=probe5",
            TWENTY,
            &[MeanReward],
        ),
        carts(
            "episodes",
            "reinforce",
            "?preset=reinforce-episodes&total_timesteps=1000000",
            THREE,
        ),
        carts(
            "S4-T",
            "reinforce",
            "?preset=reinforce-episodes&rollouts_per_iteration=10&total_timesteps=800000",
            SIX,
        ),
        carts("dance", "plain", "?preset=ppo-quick", THREE),
        carts(
            "dance",
            "shake",
            "?preset=ppo-quick&reward=min(abs(v),1)*max(1-abs(x),0)",
            THREE,
        ),
        carts("dance", "sway", "?preset=ppo-dance", THREE),
        // A rate so small that nothing is learned: what a random policy does.
        carts(
            "spin",
            "untrained",
            "?preset=ppo-spin&total_timesteps=8192&learning_rate=0.000000001",
            THREE,
        ),
    ]
}
