@dataclass
class Args:
{{ args }}
{%- if is_file %}
    load: str = ""  # networks to begin with
    save: str = ""  # the file for the networks at the end
{%- else %}


args = Args()
{%- endif %}
