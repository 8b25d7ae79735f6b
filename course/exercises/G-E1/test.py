"""Rewards are [num_prompts, group_size]."""

import torch as t
from tests.explain import CheckFailed, across, call, compare, passed
from tests.vpg import middle

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
    mean, std, size = rewards.mean(1, keepdim=True), rewards.std(1, keepdim=True), rewards.shape[1]
    others = (rewards.sum(1, keepdim=True) - rewards) / (size - 1)
    best = rewards.max(1, keepdim=True).values
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
        (
            "the mean leaves out the reward itself, as RLOO does: take the mean of the whole group",
            (rewards - others) / (std + 1e-4),
        ),
        (
            "the mean leaves out the reward itself, as RLOO does, and the division by the std is missing",
            rewards - others,
        ),
        (
            "the median is subtracted: take the mean of the group",
            (rewards - middle(rewards, 1)) / (std + 1e-4),
        ),
        ("the best reward is subtracted: take the mean of the group", (rewards - best) / (std + 1e-4)),
        (
            "the rewards are moved to the range from 0 to 1: subtract the mean and divide by the std",
            (rewards - rewards.min(1, keepdim=True).values) / (best - rewards.min(1, keepdim=True).values + 1e-4),
        ),
        (
            "this divides by the mean distance from the mean: divide by the std",
            gap / (gap.abs().mean(1, keepdim=True) + 1e-4),
        ),
        (
            "this divides by the length of a group, as F.normalize does: divide by the std",
            gap / ((gap * gap).sum(1, keepdim=True).sqrt() + 1e-4),
        ),
        ("this divides by the standard error: divide by the std itself", gap / (std / size**0.5 + 1e-4)),
        ("this is the softmax of the rewards: subtract the mean and divide by the std", t.softmax(rewards, 1)),
        ("the small number is 1e-6: it is 1e-4", gap / (std + 1e-6)),
        ("the small number is 1e-5: it is 1e-4", gap / (std + 1e-5)),
        ("the small number is 1e-3: it is 1e-4", gap / (std + 1e-3)),
        *_without_keepdim(rewards),
        ("the result is [group_size, num_prompts]: turn it back", (gap / (std + 1e-4)).t()),
        *_of_one_prompt(rewards),
    ]


def _of_one_prompt(rewards):
    if rewards.shape[0] > 1:
        return []
    return [("rewards.shape[0] is the number of prompts: a group has rewards.shape[1] answers", t.zeros_like(rewards))]


def _without_keepdim(rewards):
    """Returns what comes of means and stds that lie along the answers, which fit where there are as many as prompts."""
    if rewards.shape[0] != rewards.shape[1]:
        return []
    mean, std = rewards.mean(1), rewards.std(1)
    sentence = "mean and std of a group lie along the answers, not beside their row: keep the dimension, keepdim=True"
    return [
        (sentence, (rewards - mean) / (std + 1e-4)),
        (sentence, (rewards - mean) / (std.unsqueeze(1) + 1e-4)),
        (sentence, (rewards - mean.unsqueeze(1)) / (std + 1e-4)),
    ]


def test_compute_group_advantages(compute_group_advantages):
    def check(rewards):
        got = call(IDEA, compute_group_advantages, {"rewards": rewards})
        compare(IDEA, got, _by_loop(rewards), {"rewards": rewards}, lambda: _mistakes(rewards))

    # Beside small rewards 1e-4 is not small, so what becomes of it shows.
    across((0.02 * t.randn(4, 4) + 0.05, t.randn(3, 5), t.rand(2, 8), 0.01 * t.randn(1, 2), 0.1 * t.randn(5, 2)), check)
    by_hand = t.tensor([[1.0, 0.0, 0.0, 0.0], [0.0, 2.0, 0.0, 2.0]])
    # The means are 1/4 and 1, the sums of squares 3/4 and 4, divided by 3.
    expected = t.tensor([[0.75] + [-0.25] * 3, [-1.0, 1.0, -1.0, 1.0]]) / t.tensor([[0.5001], [1.1548]])
    got = call(IDEA, compute_group_advantages, {"rewards": by_hand})
    compare(IDEA, got, expected, {"rewards": by_hand}, lambda: _mistakes(by_hand))
    _check_special(compute_group_advantages)
    passed("test_compute_group_advantages")


def _check_special(function):
    """Groups of equal rewards, beside one that is not, and groups of one answer."""
    rewards = t.tensor([[1.0, 1.0, 1.0, 1.0], [0.0, 0.0, 0.0, 4.0], [0.0, 0.0, 0.0, 0.0]])
    idea = "a group whose rewards are all equal has advantages of 0"
    right, is_equal = _by_loop(rewards), t.tensor([[True], [False], [True]])
    mistakes = [
        ("0 divided by 0 is nan: add 1e-4 to the std before you divide", t.where(is_equal, t.nan, right)),
        ("the rewards of such a group come back as they are: its advantages are 0", t.where(is_equal, rewards, right)),
    ]
    compare(idea, call(idea, function, {"rewards": rewards}), right, {"rewards": rewards}, mistakes)
    single = t.tensor([[3.0], [-1.0]])
    idea = "a group of one answer has an advantage of 0"
    got = call(idea, function, {"rewards": single})
    mistakes = [
        ("a group of one gets its reward: return zeros", single),
        ("a group of one gets 1: return zeros", t.ones_like(single)),
    ]
    try:
        compare(idea, got, t.zeros_like(single), {"rewards": single}, mistakes)
    except CheckFailed as failure:
        if isinstance(got, t.Tensor) and got.shape == single.shape and bool(t.isnan(got).all()):
            # All larger groups were right.
            also = f"the sample std of one number is nan, since n - 1 is 0: return zeros for a group of one. Here {failure.likely}"
            raise CheckFailed(idea, failure.expected, got, failure.inputs, also) from None
        raise
