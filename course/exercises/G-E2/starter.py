def grpo_loss(log_prob, old_log_prob, ref_log_prob, advantages, mask, clip_coef, beta):
    """Returns what GRPO minimises: -min(ratio * A, clip(ratio, 1 - clip_coef, 1 + clip_coef) * A) + beta * k3 for each
    token, averaged over the tokens of each answer that the mask keeps, then over all answers.

    log_prob, old_log_prob, ref_log_prob: [num_prompts, group_size, num_tokens], of the tokens that were sampled, under
    the policy that learns, the one that wrote the answers, and the reference. Gradient flows through log_prob alone.
    advantages: [num_prompts, group_size], one A for all tokens of an answer
    mask: [num_prompts, group_size, num_tokens], bool, True for the tokens up to the end of the answer
    """
    raise NotImplementedError()


# A language model to train with your loss: 7 words, and a table of logits for the word that follows each, [7, 7].
WORDS = ["the", "a", "cat", "dog", "sleeps", "runs", "."]
KIND = t.tensor([0, 0, 1, 1, 2, 2, 3])  # article, noun, verb, full stop


def write_answers(policy, prompts, num_tokens=5):
    """Returns tokens [4, G, 5], the words before them, and a mask: True up to the first full stop."""
    words = [prompts]
    for _ in range(num_tokens):
        words.append(Categorical(logits=policy[words[-1]]).sample())
    before, tokens = t.stack(words[:-1], dim=-1), t.stack(words[1:], dim=-1)
    stops = (tokens == 6).long()
    return tokens, before, stops.cumsum(dim=-1) - stops == 0


def check_answers(tokens, before, mask):
    """Pays 1 for an answer that ends with a full stop and goes from kind to kind: article, noun, verb, full stop."""
    follows = KIND[tokens] == KIND[before] + 1
    return ((follows | ~mask).all(dim=-1) & (tokens == 6).any(dim=-1)).float()


def train_words(updates=80, group_size=8, beta=0.04, seed=1):
    t.manual_seed(seed)
    policy = t.zeros(7, 7, requires_grad=True)  # at first every word is equally likely
    reference = policy.detach().clone()
    optimizer = Adam([policy], lr=0.05)
    prompts = t.arange(4).unsqueeze(-1).expand(4, group_size)  # the, a, cat, dog
    print("update  reward      KL")
    for update in range(updates + 1):
        tokens, before, mask = write_answers(policy, prompts)
        rewards = check_answers(tokens, before, mask)
        advantages = compute_group_advantages(rewards)
        old = Categorical(logits=policy[before]).log_prob(tokens).detach()
        ref = Categorical(logits=reference[before]).log_prob(tokens)
        if update % 10 == 0:
            d = (ref - old)[mask]
            print(f"{update:6} {rewards.mean().item():7.2f} {(d.exp() - d - 1).mean().item():7.2f}")
        for _ in range(2):  # two gradient steps for each batch of answers
            new = Categorical(logits=policy[before]).log_prob(tokens)
            loss = grpo_loss(new, old, ref, advantages, mask, clip_coef=0.2, beta=beta)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    for prompt in range(4):
        answer = tokens[prompt, 0][mask[prompt, 0]].tolist()
        print(*[WORDS[word] for word in [prompt] + answer])


# train_words()  # remove the first "#" of this line and press "Run cell"
