class VPGTrainer:
    """Trains a policy by the policy gradient."""

    def __init__(self, args):
        self.args = args
        self.envs = CartPole(args.num_envs)
        self.policy_network = PolicyNetwork((4,), 2)
        self.agent = VPGAgent(self.envs, self.policy_network, args)

    def compute_loss(self, tau):
        """Returns what one update maximises, and a dict of numbers to display.

        1. returns with self.args.gamma, normalised if self.args.normalize_returns
        2. log-probabilities and entropy of self.policy_network on tau
        3. importance weights if self.args.use_iw, else ones
        4. joy = reinforce + self.args.ent_coef * mean entropy
        Returns (joy, {"entropy": ..., "r_joy": ..., "iw": ...}); iw is None if args.use_iw is off.
        """
        args = self.args
        targets = compute_returns(tau.rewards, tau.dones, args.gamma)
        if args.normalize_returns:
            targets = normalize_returns(targets)

        logprobs_taken, entropies = compute_logprobs_and_entropy(tau, self.policy_network)
        iw = t.ones_like(logprobs_taken)
        if args.use_iw:
            iw = compute_importance_weights(logprobs_taken, tau, args.clip_coef)

        reinforce = compute_reinforce_loss(targets, logprobs_taken, iw)
        entropy = entropies.mean()
        joy = reinforce + args.ent_coef * entropy
        shown = {"entropy": entropy.item(), "r_joy": reinforce.item(), "iw": iw.mean().item() if args.use_iw else None}
        return joy, shown
