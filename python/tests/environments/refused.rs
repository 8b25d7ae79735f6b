//! Environments that cannot become programs, each a few lines away from one that can.

use super::report;

/// An environment that becomes a program, for those below.
const PLAIN: &str = "import gymnasium as gym
import numpy as np


class Env(gym.Env):
    def __init__(self):
        self.action_space = gym.spaces.Discrete(2)
        self.observation_space = gym.spaces.Box(-10, 10, (1,), np.float32)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.x = self.np_random.uniform(-1, 1)
        return self._obs(), {}

    def _obs(self):
        return np.array([self.x], dtype=np.float32)

    def step(self, action):
        self.x += 0.1 * (action - 0.5)
        return self._obs(), -abs(self.x), abs(self.x) > 2, False, {}
";

/// Environments like [`PLAIN`] but for some lines, by their numbers; an empty text leaves its line
/// out. What is wrong has its line, and the sentence its words.
type Refused = (
    &'static str,
    &'static [(usize, &'static str)],
    usize,
    &'static str,
);

const REFUSED: [Refused; 27] = [
    (
        "action_beyond",
        &[(19, "        self.x += (0.1,)[action]")],
        19,
        "that action is in the action space",
    ),
    (
        "call_outside",
        &[
            (2, "import time\n\nimport numpy as np"),
            (
                19,
                "        self.x += 0.1 * (action - 0.5) * (time.time() % 1)",
            ),
        ],
        21,
        "time.time is a call outside of the environment",
    ),
    (
        "exits",
        &[(19, "        import sys; sys.exit()")],
        19,
        "The text ends the program here",
    ),
    (
        "four_values",
        &[(
            20,
            "        return self._obs(), -abs(self.x), abs(self.x) > 2, {}",
        )],
        18,
        "step returns 4 values",
    ),
    (
        "growing_list",
        &[
            (
                12,
                "        self.past = []\n        self.x = self.np_random.uniform(-1, 1)",
            ),
            (
                20,
                "        self.past.append(self.x)\n        return self._obs(), -abs(np.mean(self.past)), abs(self.x) > 2, False, {}",
            ),
        ],
        21,
        "self.past changes its length",
    ),
    (
        "growing_set",
        &[
            (
                12,
                "        self.seen = set()\n        self.x = self.np_random.uniform(-1, 1)",
            ),
            (
                20,
                "        cell = round(self.x * 10)\n        reward = 0.0 if cell in self.seen else 1.0\n        self.seen.add(cell)\n        return self._obs(), reward, abs(self.x) > 2, False, {}",
            ),
        ],
        23,
        "self.seen changes its length",
    ),
    (
        "loop_by_state",
        &[
            (
                19,
                "        total = 0.0\n        for turn in range(int(abs(self.x) * 100)):\n            total += 0.01\n        self.x += 0.1 * (action - 0.5)",
            ),
            (
                20,
                "        return self._obs(), total, abs(self.x) > 2, False, {}",
            ),
        ],
        20,
        "as an index or a count where only a known number can stand",
    ),
    (
        "name_unknown",
        &[(19, "        self.x += speed")],
        19,
        "step(0) ends with NameError",
    ),
    (
        "needs_arguments",
        &[(6, "    def __init__(self, size):")],
        6,
        "Env() ends with TypeError",
    ),
    (
        "no_python",
        &[
            (
                18,
                "    def step(self, action)\n        return self._obs(), 0.0, False, False, {}",
            ),
            (19, ""),
            (20, ""),
        ],
        18,
        "This does not parse",
    ),
    (
        "no_reset",
        &[(10, "    def begin(self, *, seed=None, options=None):")],
        6,
        "Env has no reset",
    ),
    (
        "no_seed",
        &[
            (10, "    def reset(self):\n        super().reset()"),
            (11, ""),
        ],
        10,
        "reset takes no seed",
    ),
    (
        "no_spaces",
        &[(7, "        pass"), (8, "")],
        6,
        "The class gives itself no self.action_space",
    ),
    (
        "no_step",
        &[(17, ""), (18, ""), (19, ""), (20, "")],
        6,
        "Env has no step",
    ),
    (
        "not_a_number",
        &[(19, "        self.x = np.sqrt(self.x - 3)")],
        18,
        "The observation of step holds nan",
    ),
    (
        "other_shape",
        &[(
            20,
            "        return np.array([self.x, 0.0]), -abs(self.x), abs(self.x) > 2, False, {}",
        )],
        18,
        "has the shape (2,)",
    ),
    (
        "observation_none",
        &[(16, "        return None")],
        10,
        "The observation of reset is None",
    ),
    (
        "one_seed",
        &[(
            12,
            "        self.rng = np.random.default_rng(3)\n        self.x = self.rng.uniform(-1, 1)",
        )],
        12,
        "np.random.default_rng begins with a seed of its own here",
    ),
    (
        "random_outside",
        &[(
            19,
            "        self.x += 0.1 * (action - 0.5) + np.random.normal(0, 0.1)",
        )],
        19,
        "np.random.normal is randomness that does not come from self.np_random",
    ),
    (
        "recursion",
        &[
            (
                18,
                "    def fall(self, x):\n        return 0 if x < 0.05 else 1 + self.fall(x * 0.9)\n\n    def step(self, action):",
            ),
            (
                20,
                "        return self._obs(), -self.fall(abs(self.x)), abs(self.x) > 2, False, {}",
            ),
        ],
        19,
        "without a known bound",
    ),
    (
        "reward_array",
        &[(
            20,
            "        return self._obs(), -abs(self._obs()), abs(self.x) > 2, False, {}",
        )],
        18,
        "The reward is an array",
    ),
    (
        "reward_none",
        &[(
            20,
            "        return self._obs(), None, abs(self.x) > 2, False, {}",
        )],
        18,
        "The reward is None",
    ),
    (
        "reward_not_finite",
        &[(
            20,
            "        return self._obs(), float(\"nan\"), abs(self.x) > 2, False, {}",
        )],
        18,
        "The reward of a step is nan",
    ),
    (
        "reward_tensor",
        &[
            (2, "import numpy as np\nimport torch"),
            (
                20,
                "        return self._obs(), torch.tensor(1.0), abs(self.x) > 2, False, {}",
            ),
        ],
        19,
        "The reward is a tensor",
    ),
    (
        "terminated_none",
        &[(20, "        return self._obs(), 0.0, None, False, {}")],
        18,
        "Terminated is None",
    ),
    (
        "too_long",
        &[
            (
                19,
                "        for turn in range(2200):\n            self.x = self.x * 0.9 + action\n        return self._obs(), -abs(self.x), True, False, {}",
            ),
            (20, ""),
        ],
        18,
        "The program has more than 4096 operations",
    ),
    (
        "unbounded_loop",
        &[(
            20,
            "        bounces, energy = 0, 20 * abs(self.x)\n        while energy > 0.3:\n            energy *= 0.8\n            bounces += 1\n        return self._obs(), -bounces, abs(self.x) > 2, False, {}",
        )],
        21,
        "This loop turns a number of times that the state decides",
    ),
];

#[test]
fn what_cannot_become_a_program_is_refused_with_its_line() {
    for (name, changes, line, words) in REFUSED {
        let lines = PLAIN.lines().zip(1..).filter_map(|(plain, number)| {
            match changes.iter().find(|change| change.0 == number) {
                None => Some(plain),
                Some((_, "")) => None,
                Some((_, text)) => Some(*text),
            }
        });
        let text: Vec<&str> = lines.collect();
        let report = report(&(text.join("\n") + "\n"));
        assert!(!report.became_program, "{name}");
        assert!(
            report.sentence.contains(words),
            "{name}: {}",
            report.sentence
        );
        assert_eq!(report.line, Some(line), "{name}: {}", report.sentence);
    }
    assert!(report(PLAIN).became_program);
}
