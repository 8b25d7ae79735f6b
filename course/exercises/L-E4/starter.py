class PPOScheduler:
    """Moves the learning rate in a straight line from initial_lr to end_lr."""

    def __init__(self, optimizer, initial_lr, end_lr, total_phases):
        self.optimizer = optimizer
        self.initial_lr = initial_lr
        self.end_lr = end_lr
        self.total_phases = total_phases
        self.n_step_calls = 0

    def step(self):
        """Sets the learning rate for the next phase, in every group of parameters.

        After n_step_calls calls it is n_step_calls / total_phases of the way from initial_lr to end_lr, and it never
        goes past end_lr. The rate of a group of self.optimizer.param_groups is group["lr"].
        """
        raise NotImplementedError()
