class PPOScheduler:
    """Moves the learning rate in a straight line from initial_lr to end_lr."""

    def __init__(self, optimizer, initial_lr, end_lr, total_phases):
        self.optimizer = optimizer
        self.initial_lr = initial_lr
        self.end_lr = end_lr
        self.total_phases = total_phases
        self.n_step_calls = 0

    def step(self):
        """Sets the learning rate for the next phase, in every group of parameters."""
        self.n_step_calls += 1
        part = min(self.n_step_calls / self.total_phases, 1.0)
        for group in self.optimizer.param_groups:
            group["lr"] = self.initial_lr + part * (self.end_lr - self.initial_lr)
