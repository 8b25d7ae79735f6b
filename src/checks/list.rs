//! The list of the checks: title, explanation, and advice for a failure. Plain data, so the page
//! can list checks that only a worker can run.

/// The group of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckGroup {
    /// The device, the environments and the optimiser.
    Foundations,
    /// The tests of the first notebook: REINFORCE on whole episodes.
    Notebook,
    /// The tests of the VPG day.
    Vpg,
    /// The tests of the homework.
    Homework,
    /// The tests of the PPO days.
    Ppo,
    /// Short training runs in the probe environments.
    Probes,
    /// Whole training runs.
    Learning,
}

values!(
    CheckGroup,
    /// Returns the heading on the page.
    label -> &'static str {
        Foundations: "Foundations",
        Notebook: "REINFORCE",
        Vpg: "VPG",
        Homework: "Agents on whole rollouts",
        Ppo: "PPO",
        Probes: "Probe environments",
        Learning: "Learning",
    }
);

/// A check, as the page lists it.
#[derive(Clone, Copy, Debug)]
pub struct CheckInfo {
    /// The name, in test ids and in links.
    pub id: &'static str,
    /// The group, which has a heading on the page.
    pub group: CheckGroup,
    /// The title, in a few words.
    pub title: &'static str,
    /// The comparison that it makes.
    pub about: &'static str,
    /// The likely causes of a failure.
    pub advice: &'static str,
    /// True if it trains for longer than a few seconds.
    pub is_slow: bool,
}

const fn check(
    id: &'static str,
    group: CheckGroup,
    title: &'static str,
    about: &'static str,
    advice: &'static str,
) -> CheckInfo {
    CheckInfo {
        id,
        group,
        title,
        about,
        advice,
        is_slow: false,
    }
}

const fn slow(info: CheckInfo) -> CheckInfo {
    CheckInfo {
        is_slow: true,
        ..info
    }
}

/// Returns the check with this id.
pub fn find(id: &str) -> Option<&'static CheckInfo> {
    CHECKS.iter().find(|info| info.id == id)
}

/// All checks, in the order in which they run: first those that others depend on, last the slow
/// ones.
#[rustfmt::skip]
pub static CHECKS: &[CheckInfo] = &[
    check("device-round-trip", CheckGroup::Foundations, "The device computes",
        "Numbers come back as they were sent, and the operations that the losses are made of agree with double precision on the host",
        "The graphics driver, or a browser that refuses a shader; the other device will do"),
    check("cartpole-gymnasium", CheckGroup::Foundations, "CartPole is Gymnasium’s",
        "Single steps from recorded states, with where they lead, what they pay and whether they end the episode",
        "The order of Euler’s method (positions move with the old velocities), the sign of the force, > against ≥"),
    check("gradients", CheckGroup::Foundations, "Gradients are slopes",
        "The gradient of each learner’s whole loss against the difference of two losses a small step apart, in random directions",
        "A detach too many or too few, a tensor rebuilt from numbers, an operation without a derivative"),
    check("adam", CheckGroup::Foundations, "Adam’s first steps",
        "Three steps on two parameters with clipping and weight decay, against the formula in double precision",
        "Bias correction, epsilon inside the root, the norm of one tensor instead of all of them"),
    check("device-networks", CheckGroup::Foundations, "Networks on this device",
        "Losses and gradients of networks of many sizes, from one row to hundreds, and of actions of two and three numbers, against the same sums in double precision",
        "A kernel that leaves out the last rows, or the units behind the first workgroup"),
    check("device-optimiser", CheckGroup::Foundations, "Adam on this device",
        "A clipped step of 10,934 parameters at once, against the formula in double precision",
        "A sum over all parameters that leaves some out"),
    check("device-formulas", CheckGroup::Foundations, "Formulas on this device",
        "Fifty random formulas of every operation that environments are made of, each result against double precision, to what WGSL promises of the operations before it",
        "A driver whose logarithm, power or hyperbolic tangent is worse than it may be, or a formula that is compiled wrongly"),
    check("device-rollouts", CheckGroup::Foundations, "Rollouts on this device",
        "Forty steps of every environment with the policy inside: each step again on the host, from where the device says that the environments were",
        "A kernel’s random numbers, its physics, or a reset that comes a step late"),
    check("device-learning", CheckGroup::Foundations, "Learning on this device",
        "Whole learning phases of every loss, as this device takes them, against the same phases by autodiff on the host: parameters, moments, figures",
        "A slope that differs from the derivative of its loss, a row that is left out, a step that starts from old parameters"),
    check("exact-gradient", CheckGroup::Foundations, "The gradient where it is known",
        "In a bandit and a corridor the true gradient of the expected return follows from dynamic programming. Estimates of 16 batches of 128 episodes must have it as their mean, within four standard errors",
        "The sign of the loss, rewards from before the action, a mean over the wrong number of samples"),
    check("exact-values", CheckGroup::Foundations, "Policy and values where both are known",
        "After PPO in a bandit and a corridor: the exact expected return of the policy against the best there is, within 3 %, and the critic against the exact values of that policy, within 0.05 on average",
        "Values of the next state where an episode has ended, advantages with the wrong sign, a step size that is too large"),
    check("world-resets", CheckGroup::Foundations, "Environments begin again",
        "Same-step reset hides the final observation and adds no sample; next-step reset shows it and adds one that pays 0",
        "The place of the reset in the environment’s step"),

    check("notebook-probabilities", CheckGroup::Notebook, "Probabilities of five first states",
        "Shape (5, 2), every row between 0 and 1 and adding up to 1",
        "A softmax over the wrong axis, or a second softmax inside the network"),
    check("notebook-session", CheckGroup::Notebook, "A session ends with its episode",
        "One environment, at most 1,000 steps: as many states, actions and rewards as steps, and nothing behind the end",
        "The loop goes on after the episode is over, or stops at 200 or 500 steps"),
    check("notebook-returns", CheckGroup::Notebook, "Cumulative rewards",
        "The notebook’s four assertions: 100 of 100, and gamma 0.9, 0.5 and 0",
        "The direction of the loop, or a return that discounts itself"),
    check("notebook-train", CheckGroup::Notebook, "A step on one session",
        "Loss −mean(log π · G) − 0.01 H of a small network in double precision, and a step that lowers it",
        "The sign of the loss or of the entropy; a mean over actions instead of steps"),

    check("vpg-rollout", CheckGroup::Vpg, "A rollout keeps what it is given",
        "Shapes, order of steps and environments, and minibatches that put together give the rollout again",
        "Environments and steps swapped when lists are stacked"),
    check("vpg-gen-rollout", CheckGroup::Vpg, "Collecting a rollout",
        "8 environments, 24 steps: a lifespan for every environment, flags that are flags, 1 to 24 steps",
        "Early stop, and counting an environment as fallen when the time limit cut it off"),
    check("vpg-actions", CheckGroup::Vpg, "Sampling actions",
        "Log-probabilities are log-softmax at the action, carry gradient in an update and none in a rollout, and logits 10 and −10 give action 0",
        "Log of a softmax of a softmax, gather along the wrong axis"),
    check("vpg-returns", CheckGroup::Vpg, "Returns begin afresh at an end",
        "Rewards [[1, 1, 1], [1, 0, 1]] with ends [[0, 0, 1], [1, 0, 0]], gamma 0.9, and the docstring’s example",
        "The end flag taken one step too early or too late"),
    check("vpg-logprobs", CheckGroup::Vpg, "Log-probability and entropy",
        "Against the categorical distribution in double precision: log π ≤ 0, H ≥ 0",
        "Entropy without its minus, or a mean where a sum belongs"),
    check("vpg-weights", CheckGroup::Vpg, "Importance weights",
        "exp(new − old), in [0.8, 1.2] when clipped by 0.2, and no gradient through them",
        "Old minus new, or a missing detach"),
    check("vpg-normalize", CheckGroup::Vpg, "Standardised returns",
        "Mean 0 and standard deviation 1 over all environments and steps, of numbers with mean 2 and deviation 3",
        "Standardising each environment or each step on its own; a square root forgotten"),
    check("vpg-reinforce-loss", CheckGroup::Vpg, "The policy’s loss",
        "Mean of weight · log π · (G − mean over environments at that step); gradient reaches log π and is not zero",
        "A baseline over steps instead of environments, gradient through the baseline, the sign"),
    check("vpg-loss", CheckGroup::Vpg, "The whole loss",
        "Policy loss and entropy bonus of 8 environments and 24 steps with standardised returns; some gradient is not zero",
        "The entropy’s sign, or its weight"),

    check("homework-networks", CheckGroup::Homework, "Networks",
        "Agents (16, 4), (32, 6) and (12, 7): shapes of logits and values, and a last layer that is linear",
        "An activation behind the last layer, or actor and critic that share one"),
    check("homework-reinforce-loss", CheckGroup::Homework, "REINFORCE loss −0.2369",
        "A known answer: PyTorch’s random numbers for seed 0, tolerance 1e-4",
        "Minus, and a mean over all steps and environments"),
    check("homework-vpg-loss", CheckGroup::Homework, "VPG loss 0.0618",
        "A known answer: policy loss plus mean squared error of the critic, tolerance 1e-4; and, which that number cannot tell, the critic’s gradient with the advantage detached and not",
        "The advantage’s sign, a half too many in the squared error, a missing detach"),
    check("homework-ppo-loss", CheckGroup::Homework, "PPO loss 0.9314",
        "A known answer: the clipped surrogate with epsilon 0.1 plus the critic’s error, tolerance 1e-4",
        "max for min, old over new, clip after the product"),

    check("ppo-networks", CheckGroup::Ppo, "Actor and critic",
        "4-64-64-2 and 4-64-64-1, orthogonal with gains √2, 0.01 and 1, biases 0",
        "The gain of the last layer: 0.01 for the actor, 1 for the critic"),
    check("ppo-advantages", CheckGroup::Ppo, "Advantages",
        "GAE by its recursion and by its sum, lambda 0 and 1, and cuts at ended episodes, all in double precision",
        "The end flag one step off, lambda missing in the recursion, the value after the last step"),
    check("ppo-minibatches", CheckGroup::Ppo, "Minibatch indices",
        "12 samples in parts of 6: every index once, another order in the next epoch",
        "Sampling with replacement, or shuffling once for all epochs"),
    check("ppo-agent", CheckGroup::Ppo, "The agent steps and records",
        "4 steps of 5 environments are 20; log-probabilities ≤ 0 and values are those of the networks that acted",
        "Values of the next observation, or observations recorded after the step"),
    check("ppo-objective", CheckGroup::Ppo, "The objective’s three parts",
        "Clipped surrogate with advantages standardised in the minibatch, value loss and entropy bonus against double precision",
        "Advantages standardised over the whole rollout, a half in the value loss, signs"),
    check("ppo-schedule", CheckGroup::Ppo, "The learning rate’s schedule",
        "To 0 by minibatch and by phase, and to 15/16 as the course steps it",
        "A scheduler that is told one number of steps and gets another"),
    check("ratio-one", CheckGroup::Ppo, "At ratio 1 PPO’s gradient is VPG’s",
        "Both losses on the same batch, with the old policy equal to the new one",
        "A ratio that is detached, or log-probabilities that are stale"),
    check("dead-zone", CheckGroup::Ppo, "The clip’s dead zone has no gradient",
        "Six cases of the minimum: the gradient is exactly 0 in two of them and A in the others",
        "Clipping without the minimum, or the minimum taken of means"),
    check("diagnostics", CheckGroup::Ppo, "Diagnostics",
        "Both KL estimators, clip fraction, fraction without gradient and explained variance of numbers worked by hand",
        "Old and new policy swapped in the ratio"),

    check("probe-ppo-1", CheckGroup::Probes, "PPO, probe 1: a constant reward",
        "The value of the only observation is 1, to 1e-3",
        "The loss functions and the optimiser"),
    check("probe-ppo-2", CheckGroup::Probes, "PPO, probe 2: two observations",
        "The values of −1 and +1 are −1 and +1, to 1e-3",
        "How several observations are handled: shapes, order, mixing of environments"),
    check("probe-ppo-3", CheckGroup::Probes, "PPO, probe 3: a reward that comes later",
        "The values of 0 and 1 are gamma and 1, to 1e-3",
        "The agent’s step function, and how later rewards are discounted"),
    check("probe-ppo-4", CheckGroup::Probes, "PPO, probe 4: an action that pays",
        "Value 1 and probabilities 0 and 1, to 2e-3",
        "How the policy is updated from its rewards, and the policy’s loss"),
    check("probe-ppo-5", CheckGroup::Probes, "PPO, probe 5: the action that fits the observation",
        "Values 1 and probabilities that follow the observation, to 2e-3",
        "The code for several steps, and the map from observations to actions. About 1 run in 50 decides wrongly at this learning rate, in PyTorch too, so a second seed is tried"),
    check("probe-ppo-1-continuous", CheckGroup::Probes, "PPO, continuous probe 1: a constant reward",
        "The value of the only observation is 1, to 1e-3, whatever number the policy draws",
        "The loss functions and the optimiser, if probe 1 fails too; otherwise where actions of numbers are kept"),
    check("probe-ppo-2-continuous", CheckGroup::Probes, "PPO, continuous probe 2: two observations",
        "The values of −1 and +1 are −1 and +1, to 1e-3",
        "How several observations are handled beside actions of numbers: shapes, order, mixing of environments"),
    check("probe-ppo-3-continuous", CheckGroup::Probes, "PPO, continuous probe 3: a reward that comes later",
        "The values of 0 and 1 are gamma and 1, to 1e-3",
        "The agent’s step function, and how later rewards are discounted"),
    check("probe-ppo-4-continuous", CheckGroup::Probes, "PPO, continuous probe 4: a number that pays",
        "The reward is −(a − 0.5)²: the mean is 0.5 and the value is −σ², to 0.05, and the deviation σ has become smaller than 0.5",
        "The log-probability of a normal distribution and its slopes, or an action that is clipped before it is kept"),
    check("probe-ppo-5-continuous", CheckGroup::Probes, "PPO, continuous probe 5: the number that fits the observation",
        "The reward is −(a − obs / 2)²: the means are −0.5 and 0.5 and the values are −σ², to 0.05, and the deviation σ has become smaller than 0.5",
        "The map from observations to means, and the order of rows of actions"),
    check("probe-vpg-4", CheckGroup::Probes, "VPG, probe 4: an action that pays",
        "Probabilities 0 and 1, to 2e-3. Early stop is off: in an environment of one step every environment is over at once, and each rollout would be cut to 16 steps",
        "How the policy is updated from its rewards, and the policy’s loss"),
    check("probe-vpg-5", CheckGroup::Probes, "VPG, probe 5: the action that fits the observation",
        "Probabilities that follow the observation, to 2e-3. Early stop is off: with it 64 samples a rollout would be too few",
        "The code for several steps, and the map from observations to actions"),

    slow(check("learning-vpg", CheckGroup::Learning, "VPG learns to balance",
        "The quick preset: poles fall at first, and stay up for more than 400 of 500 steps within 40 iterations",
        "If the probes pass and this does not: the discount, the baseline, the learning rate")),
    slow(check("learning-ppo", CheckGroup::Learning, "PPO learns to balance",
        "The quick preset: episodes of more than 400 steps within 100 iterations",
        "If the probes pass and this does not: what happens at the time limit, shuffling before GAE, the clip")),
];
