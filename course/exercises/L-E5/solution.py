def make_optimizer(actor, critic, total_phases, initial_lr, end_lr=0.0):
    """Returns (optimizer, scheduler): an Adam that ascends, over both networks, and the scheduler of its learning rate."""
    parameters = [*actor.parameters(), *critic.parameters()]
    optimizer = Adam(parameters, lr=initial_lr, eps=1e-5, maximize=True)
    return optimizer, PPOScheduler(optimizer, initial_lr, end_lr, total_phases)
