"""What a PPO trainer of the course has around the function that is checked."""

from types import SimpleNamespace

from tests.explain import require


def settings(**changed):
    """Returns the settings of a PPO run, none of which is the usual one where `changed` says so."""
    usual = dict(
        seed=1,
        total_timesteps=2560,
        num_envs=2,
        num_steps_per_rollout=8,
        num_minibatches=2,
        batches_per_learning_phase=4,
        lr=0.001,
        max_grad_norm=0.5,
        gamma=0.99,
        gae_lambda=0.95,
        clip_coef=0.2,
        ent_coef=0.01,
        vf_coef=0.25,
        use_wandb=False,
    )
    given = SimpleNamespace(**{**usual, **changed})
    given.batch_size = given.num_envs * given.num_steps_per_rollout
    given.minibatch_size = given.batch_size // given.num_minibatches
    given.total_phases = given.total_timesteps // given.batch_size
    return given


def never(idea, why):
    """Returns something that a function must leave alone."""

    def called(*args, **options):
        require(False, idea, why)

    return called


def kept(idea, what, before, now):
    """Raises if a setting has another value than before. Both are dictionaries."""
    for name, value in before.items():
        likely = f"{what} changes {name}: leave the settings as they are, and give a changed copy a name of its own"
        require(name in now and now[name] == value, idea, likely, before=value, now=now.get(name))
