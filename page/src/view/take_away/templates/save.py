{%- if !is_file %}
save_file(agent.state_dict(), "networks.safetensors")
{%- endif %}
