{%- if is_file %}
"""{{ config.algorithm.label() }} on {{ env_label }}, with the settings of a run on Policy Lab.

    pip install "gymnasium{% if config.env_id.is_of_bodies() %}[box2d]{% endif %}>=1.1" torch safetensors
    python {{ file_name }} --seed 2 --save networks.safetensors

Networks that it saves open on the page ("Load networks" below "Compare runs"), and --load goes on from networks that the
page has saved.
{%- else %}
# {{ config.algorithm.label() }} on {{ env_label }}

With the settings of a run on Policy Lab. It runs from top to bottom with PyTorch and Gymnasium, or in the page's scratchpad:
`pip install "gymnasium{% if config.env_id.is_of_bodies() %}[box2d]{% endif %}>=1.1" torch safetensors matplotlib`
{%- endif %}

To scale out, put AsyncVectorEnv in place of SyncVectorEnv: each environment then has a process of its own.
{%- if is_ppo %}
Over several machines, RLlib's PPO takes the same settings: "Save for RLlib" is beside the button that saved this.
{%- endif %}
{%- if is_file %}
"""
{%- endif %}
