{#- Python of one cell. A tag with a dash takes its line away and the empty lines above it, so a part that may be missing
    begins with its empty lines. Names are the fields of `Export` (../export.rs) and types that it imports. #}
{%- match cell %}
{%- when ExportCell::Head %}{% include "head.py" %}
{%- when ExportCell::Imports %}{% include "imports.py" %}
{%- when ExportCell::Settings %}{% include "settings.py" %}
{%- when ExportCell::OwnFunctions %}{% include "own_functions.py" %}
{%- when ExportCell::Environment %}{% include "environment.py" %}
{%- when ExportCell::Networks %}{% include "networks.py" %}
{%- when ExportCell::Rollout %}{% include "rollout.py" %}
{%- when ExportCell::Advantages %}{% include "advantages.py" %}
{%- when ExportCell::Returns %}{% include "returns.py" %}
{%- when ExportCell::Loss %}{% include "loss.py" %}
{%- when ExportCell::Learning %}{% include "learning.py" %}
{%- when ExportCell::Training %}{% include "training.py" %}
{%- when ExportCell::Chart %}{% include "chart.py" %}
{%- when ExportCell::Save %}{% include "save.py" %}
{%- when ExportCell::RllibHead %}{% include "rllib_head.py" %}
{%- when ExportCell::Rllib %}{% include "rllib.py" %}
{%- endmatch %}
