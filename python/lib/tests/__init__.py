"""The checks of the course's exercises. Each takes what the reader wrote, gives it the course's numbers, random ones,
fresh at every run, and edge cases, and says in words what is wrong."""

from tests.explain import CheckFailed
from tests.extra import test_gae_agent
from tests.homework import test_ppo_agent_of_homework, test_reinforce_agent, test_vpg_agent
from tests.notebook import (
    test_generate_session,
    test_get_cumulative_rewards,
    test_policy_network,
    test_predict_probs,
    test_train_on_session,
)
from tests.ppo import (
    test_calc_clipped_surrogate_objective,
    test_calc_entropy_bonus,
    test_calc_value_function_loss,
    test_compute_advantages,
    test_compute_ppo_objective,
    test_get_actor_and_critic,
    test_get_minibatch_indices,
    test_learning_phase,
    test_ppo_agent,
    test_rollout_phase,
)
from tests.shaping import test_cartpole_reward_function, test_dance_cart, test_spin_cart
from tests.vpg import (
    test_compute_importance_weights,
    test_compute_logprobs_and_entropy,
    test_compute_loss,
    test_compute_reinforce_loss,
    test_compute_returns,
    test_gen_rollout,
    test_get_actions,
    test_normalize_returns,
    test_rollout,
)
