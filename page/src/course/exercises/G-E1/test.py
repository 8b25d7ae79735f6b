"""Rewards are [num_prompts, group_size]."""

import torch as t
from tests.explain import CheckFailed, call, compare, passed, require

IDEA = "each reward minus the mean of its group, divided by the sample std of its group plus 1e-4"


def _by_loop(rewards):
    """Returns the advantages, computed number by number."""
    result = []
    for group in rewards.tolist():
        mean = sum(group) / len(group)
        std = (sum((reward - mean) ** 2 for reward in group) / (len(group) - 1)) ** 0.5
        result.append([(reward - mean) / (std + 1e-4) for reward in group])
    return t.tensor(result)


def _mistakes(rewards):
    mean, std = rewards.mean(1, keepdim=True), rewards.std(1, keepdim=True)
    gap, wide, own = rewards - mean, rewards - rewards.mean(), "each group needs its own, along dim=1"
    return [
        (
            "this divides by n: take the sample std, which divides by n - 1 and is what std() computes",
            gap / (rewards.std(1, False, True) + 1e-4),
        ),
        (f"mean and std are those of all prompts together: {own}", wide / (rewards.std() + 1e-4)),
        (f"the mean is that of all prompts together: {own}", wide / (std + 1e-4)),
        (f"the std is that of all prompts together: {own}", gap / (rewards.std() + 1e-4)),
        (
            "mean and std run over the prompts, dim=0: take them over the answers to one prompt, dim=1",
            (rewards - rewards.mean(0)) / (rewards.std(0) + 1e-4),
        ),
        ("the division by the std is missing", gap),
        ("this divides by the variance: take its square root, the std", gap / (std * std + 1e-4)),
        ("the mean of the group is not subtracted", rewards / (std + 1e-4)),
        ("the 1e-4 is added to the variance: add it to the std, after the root", gap / (std * std + 1e-4).sqrt()),
        ("the 1e-4 stands outside the division: put std + 1e-4 in brackets", gap / std + 1e-4),
        ("the 1e-4 is missing or smaller: add 1e-4 to the std before you divide", gap / (std + 1e-8)),
        ("the sign is the other way round: subtract the mean from the reward", -gap / (std + 1e-4)),
    ]


def test_compute_group_advantages(compute_group_advantages):
    # Small rewards first: beside them 1e-4 is not small, so what becomes of it shows.
    for rewards in (0.02 * t.randn(4, 4) + 0.05, t.randn(3, 5), t.rand(2, 8)):
        before = rewards.clone()
        got = call(IDEA, compute_group_advantages, {"rewards": rewards})
        require(
            bool((rewards == before).all()),
            "the rewards that come in stay as they are",
            "this changes them in place: make a new tensor, as in rewards - mean",
        )
        compare(IDEA, got, _by_loop(rewards), {"rewards": rewards}, _mistakes(rewards))
    by_hand = t.tensor([[1.0, 0.0, 0.0, 0.0], [0.0, 2.0, 0.0, 2.0]])
    # The means are 1/4 and 1, the sums of squares 3/4 and 4, divided by 3.
    expected = t.tensor([[0.75] + [-0.25] * 3, [-1.0, 1.0, -1.0, 1.0]]) / t.tensor([[0.5001], [1.1548]])
    got = call(IDEA, compute_group_advantages, {"rewards": by_hand})
    compare(IDEA, got, expected, {"rewards": by_hand}, _mistakes(by_hand))
    for rewards, idea, likely in (
        (
            t.tensor([[1.0, 1.0, 1.0, 1.0], [0.0, 0.0, 0.0, 0.0]]),
            "a group whose rewards are all equal has advantages of 0",
            "0 divided by 0 is nan: add 1e-4 to the std before you divide",
        ),
        (
            t.tensor([[3.0], [-1.0]]),
            "a group of one answer has an advantage of 0",
            "the sample std of one number is nan, since n - 1 is 0: return zeros for a group of one",
        ),
    ):
        got = call(idea, compute_group_advantages, {"rewards": rewards})
        if isinstance(got, t.Tensor) and bool(t.isnan(got).any()):
            raise CheckFailed(idea, t.zeros_like(rewards), got, {"rewards": rewards}, likely)
        compare(idea, got, t.zeros_like(rewards), {"rewards": rewards})
    passed("test_compute_group_advantages")
