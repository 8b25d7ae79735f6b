{%- if config.has_gae() && !own.replaces(Part::Advantages) %}
def gae_advantages(batch):
    """Generalised advantage estimation; next_values are 0 where an episode terminated."""
    errors = batch["rewards"] + args.gamma * batch["next_values"] - batch["values"]
    advantages, later = torch.zeros_like(errors), 0.0
    for step in reversed(range(len(errors))):
        later = advantages[step] = errors[step] + args.gamma * args.gae_lambda * (1 - batch["ended"][step]) * later
    return advantages
{%- endif %}
