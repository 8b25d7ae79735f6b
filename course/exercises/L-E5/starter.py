def make_optimizer(actor, critic, total_phases, initial_lr, end_lr=0.0):
    """Returns (optimizer, scheduler): an Adam that ascends, over both networks, and the scheduler of its learning rate.

    actor, critic: nn.Module without shared parameters
    The optimizer starts at initial_lr, with eps 1e-5; the scheduler is a PPOScheduler of this optimizer.
    """
    raise NotImplementedError()
