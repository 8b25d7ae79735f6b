"""What is said of a kind of mistake besides its finding: where to look, why it matters, and which chapter explains it."""

# The kind: a question that leads there, why it matters, the chapter.
WORDS = {
    "loss-sign": ("Which way does a step of the optimiser go: does it make the loss larger or smaller?", "An optimiser makes the loss smaller, so without the minus it makes good actions rarer.", "reinforce"),
    "entropy-sign": ("Is a policy that still explores rewarded by your loss, or punished?", "A bonus for entropy lowers the loss. The other way round the policy settles before it has tried anything.", "vpg"),
    "value-loss-sign": ("Does the critic's error grow or shrink with a step?", "A critic that moves away from its targets makes every advantage wrong.", "actor-critic"),
    "logits-as-probs": ("What does the last layer give: numbers of any size, or probabilities?", "A distribution that takes logits for probabilities has other odds than the network means.", "reinforce"),
    "softmax-dim": ("Over which axis do the probabilities of one state add up to 1?", "Along the wrong axis, rows of a batch compete instead of actions.", "reinforce"),
    "double-softmax": ("How often is a softmax taken on the way from the network to the distribution?", "A second softmax flattens the policy: no action can become likely.", "reinforce"),
    "probability-not-log": ("Is it the probability of the action that the loss is made of, or its logarithm?", "The policy gradient has the gradient of the logarithm. Without it, actions that are already likely are learned from more.", "reinforce"),
    "log-prob-of-other": ("Is the action of the log-probability the one that the environment got?", "The return belongs to the action that was taken, and to no other.", "reinforce"),
    "log-prob-of-greedy": ("Is the action of the log-probability the one that the environment got?", "The likeliest action is learned from, whatever was taken.", "reinforce"),
    "greedy-action": ("Does the policy ever try another action than the likeliest?", "Without sampling there is no exploration, and the gradient's formula does not hold.", "reinforce"),
    "actions-shifted": ("Does row t of your actions belong to row t of your observations?", "Each return is given to the action of another step.", "vpg"),
    "returns-order": ("Which rewards does the return of the first step hold: those after it, or those before?", "An action can change only what comes after it.", "reinforce"),
    "returns-shifted": ("Does the return of step t begin with the reward of step t?", "The reward of an action is left out of its own return, or belongs to the action before.", "reinforce"),
    "immediate-reward": ("What is an action's worth in your loss: one reward, or all that follow?", "A pole falls many steps after the push that tipped it.", "reinforce"),
    "not-discounted": ("Does the discount that you set reach the returns?", "Rewards from far away count as much as the next one, and bring their noise along.", "vpg"),
    "no-mask": ("What do your sums do where an episode has ended in the middle?", "Rewards of the next episode are credited to actions of the last.", "actor-critic"),
    "mask-shifted": ("Is the flag of an end that of this step, or of its neighbour?", "A sum is cut one step too early or too late.", "actor-critic"),
    "truncation-ignored": ("Did the episode end, or was it only cut off?", "What would have followed a cut has a value; what follows an end has none.", "actor-critic"),
    "broadcast": ("Which shapes have the two sides of this operation?", "Between [N] and [N, 1] every row meets every other, so each action is weighed by all returns.", "actor-critic"),
    "advantage-attached": ("Should the policy's loss move the critic?", "Through the advantage, the critic learns to please the policy's loss instead of being right.", "actor-critic"),
    "target-attached": ("Should the target move with the critic?", "A critic can make its error small by moving its own target.", "actor-critic"),
    "critic-not-trained": ("Which parameters does your optimiser move?", "A critic that never learns adds noise, and no baseline.", "actor-critic"),
    "grad-not-cleared": ("Where are the gradients of the last step cleared?", "Gradients of all earlier steps add up, so each step goes where the first ones went.", "reinforce"),
    "grad-cleared-too-early": ("What lies between the backward pass and the optimiser's step?", "The step finds no gradient, so nothing is learned.", "reinforce"),
    "no-step": ("What moves the parameters after the backward pass?", "Gradients alone change nothing.", "reinforce"),
    "step-before-backward": ("Which comes first: the gradients, or the step that uses them?", "Each step uses the gradients of the update before, or none.", "reinforce"),
    "no-gradient": ("What is the loss differentiated by?", "Without a backward pass no parameter learns.", "reinforce"),
    "optimiser-params": ("Whose parameters does the optimiser hold?", "The network that acts is not the one that is trained.", "reinforce"),
    "graph-cut": ("Which step between the network and the loss turns a tensor into a plain number?", "Beyond it no gradient can flow.", "reinforce"),
    "graph-kept": ("What does this update still hold of an earlier one?", "A graph can be gone through once, and with the parameters that it was made with.", "reinforce"),
    "buffer-not-emptied": ("When is this list emptied?", "Every update learns from all old episodes again, with weights of a policy that has gone.", "vpg"),
    "observation-not-updated": ("Which observation does the policy see at the second step?", "The policy chooses for a state that has passed.", "reinforce"),
    "observations-aliased": ("Are the stored observations copies, or one array many times?", "All rows of a batch hold the newest observation.", "ppo"),
    "next-observation-stored": ("Is the observation of a row the one that the action was chosen in?", "The action is credited to the state that it led to.", "ppo"),
    "reset-dropped": ("What does `reset` return, and who keeps it?", "The first action of an episode is chosen for the last state of the one before.", "reinforce"),
    "same-seed": ("How does an episode begin after a reset with this seed?", "Every episode begins alike, so the policy learns one start by heart.", "reinforce"),
    "step-after-end": ("What happens after an episode's last step?", "Steps in an episode that is over have no meaning.", "reinforce"),
    "clip-bounds": ("On which side of 1 are the two bounds of the clip?", "The clip holds nothing back, or everything.", "clip"),
    "min-max-swapped": ("Which of the two terms is the cautious one?", "PPO takes the smaller term, so that no gain is promised beyond the clip.", "clip"),
    "ratio-always-one": ("Where do the old log-probabilities come from?", "A ratio of a number with itself is 1 and has nothing to clip.", "ppo"),
    "ratio-inverted": ("Which of the two log-probabilities is the new one?", "The wrong way round, what became likelier counts as rarer.", "ppo"),
    "ratio-without-exp": ("Is the difference of two logarithms a ratio already?", "A ratio is the exponential of that difference.", "ppo"),
    "minibatch-index": ("Do all columns of a minibatch take the same rows?", "Advantages of other samples are given to these actions.", "ppo"),
    "learning-rate": ("How far does one step move a weight, beside its size?", "Too large a rate throws the policy about; too small a one leaves it where it is.", "learning"),
    "nan": ("Which line first makes a number that is none?", "From there on every parameter is lost.", "learning"),
    "fails": ("What does the error's last line say?", "The script ends here, before it can learn.", "bugs"),
}  # fmt: skip
_OTHER = ("Look at this line with a small batch and print the shapes and the numbers", "It changes what each action is learned from.", "bugs")


def words(kind):
    """Returns the question, the reason and the address of the chapter."""
    question, reason, chapter = WORDS.get(kind, _OTHER)
    return question, reason, f"?lesson={chapter}"
