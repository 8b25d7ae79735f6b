{%- if !is_file %}
save_file({% if config.norm_obs %}folded_state(agent){% else %}agent.state_dict(){% endif %}, "networks.safetensors")
{%- endif %}
