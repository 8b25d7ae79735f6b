"""Lakes, cliffs, taxis and cards in gym's interfaces."""

import sys

from gym.core import Both
from gymnasium.envs.toy_text import base, blackjack, cliffwalking, frozen_lake, taxi, utils


class _Printed(Both):
    """Before 0.26, `render` for people printed the text."""

    def render(self, mode=None, **options):
        if self._is_old and isinstance(self, base.Table) and (mode or self.render_mode) in (None, "human"):
            print(super().render("ansi"), end="")
            return None
        return super().render(mode, **options)


def _spoken(value):
    """Returns an environment's class in gym's interfaces, and anything else as it is."""
    if isinstance(value, type) and value.__name__.endswith("Env"):
        return type(value.__name__, (_Printed, value), {"__doc__": value.__doc__})
    return value


# Each environment has a file of its own in gym.
for _file in (blackjack, cliffwalking, frozen_lake, taxi, utils):
    _name = _file.__name__.rpartition(".")[2]
    _made = sys.modules[f"{__name__}.{_name}"] = type(sys)(f"{__name__}.{_name}", _file.__doc__)
    vars(_made).update({name: _spoken(value) for name, value in vars(_file).items() if name[:1] != "_"})
    globals()[_name] = _made

BlackjackEnv, CliffWalkingEnv = blackjack.BlackjackEnv, cliffwalking.CliffWalkingEnv
FrozenLakeEnv, TaxiEnv = frozen_lake.FrozenLakeEnv, taxi.TaxiEnv
