"""A game of cards against a dealer (Sutton and Barto, example 5.1)."""

import _recorder
from gymnasium import error, spaces
from gymnasium.envs.classic_control.base import Drawn
from gymnasium.envs.classic_control.picture import BLACK, RED, Picture

# An ace, 2 to 10, and a jack, a queen and a king, which count as 10.
deck = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]
_SUITS, _PICTURES = "CDHS", "JQK"
_TABLE, _CARD = [196, 216, 158], [250, 250, 246]
# The bars of each sign, as left, bottom, right and top of a field that is 4 wide and 7 high.
_BARS = {
    "a": (0, 6, 4, 7), "b": (3, 3, 4, 7), "c": (3, 0, 4, 4), "d": (0, 0, 4, 1), "e": (0, 0, 1, 4), "f": (0, 3, 1, 7), "g": (0, 3, 4, 4),
}
_SIGNS = dict(zip("0123456789A", "abcdef bc abged abgcd fgbc afgcd afgcde abc abcdefg abcdfg abcefg".split()))


def cmp(a, b):
    return float(a > b) - float(a < b)


def draw_card(np_random):
    return deck[int(np_random.integers(0, 13))]


def draw_hand(np_random):
    return [draw_card(np_random), draw_card(np_random)]


def usable_ace(hand):
    """Returns 1 if an ace can count as 11, and 0 otherwise."""
    return int(1 in hand and sum(hand) + 10 <= 21)


def sum_hand(hand):
    return sum(hand) + 10 * usable_ace(hand)


def is_bust(hand):
    return sum_hand(hand) > 21


def score(hand):
    return 0 if is_bust(hand) else sum_hand(hand)


def is_natural(hand):
    return sorted(hand) == [1, 10]


class BlackjackEnv(Drawn):
    """Action 1 takes another card, 0 stops, and then the dealer plays. An observation is the player's sum, the dealer's open card
    and whether an ace counts as 11. With `sab` an ace and a 10 at once beat anything but the same; with `natural`, which counts
    without `sab`, they pay 1.5."""

    metadata = {"render_modes": ["human", "rgb_array"], "render_fps": 4}

    def __init__(self, render_mode=None, natural=False, sab=False):
        super().__init__(render_mode)
        self.natural, self.sab = natural, sab
        self.player = self.dealer = None
        self.action_space = spaces.Discrete(2)
        self.observation_space = spaces.Tuple((spaces.Discrete(32), spaces.Discrete(11), spaces.Discrete(2)))

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.dealer, self.player = draw_hand(self.np_random), draw_hand(self.np_random)
        # The open card's looks are drawn too.
        self.dealer_top_card_suit = _SUITS[int(self.np_random.integers(0, 4))]
        card = self.dealer[0]
        self.dealer_top_card_value_str = "A" if card == 1 else str(card)
        if card == 10:
            self.dealer_top_card_value_str = _PICTURES[int(self.np_random.integers(0, 3))]
        _recorder.began(self)
        if self.render_mode == "human":
            self.render()
        return self._get_obs(), {}

    def step(self, action):
        if self.player is None:
            raise error.ResetNeeded("call env.reset() before env.step(action)")
        if self._choice(action):
            self.player.append(draw_card(self.np_random))
            terminated = is_bust(self.player)
            reward = -1.0 if terminated else 0.0
        else:
            terminated, reward = True, self._played_out()
        _recorder.moved(self, (), reward, terminated)
        if self.render_mode == "human":
            self.render()
        return self._get_obs(), reward, terminated, False, {}

    def _played_out(self):
        """Draws the dealer's cards up to 17, and returns the reward."""
        while sum_hand(self.dealer) < 17:
            self.dealer.append(draw_card(self.np_random))
        reward = cmp(score(self.player), score(self.dealer))
        if self.sab:
            return 1.0 if is_natural(self.player) and not is_natural(self.dealer) else reward
        return 1.5 if self.natural and is_natural(self.player) and reward == 1.0 else reward

    def _get_obs(self):
        return sum_hand(self.player), self.dealer[0], usable_ace(self.player)

    def _has_begun(self):
        return self.player is not None

    def pose(self):
        return dict(zip(("player", "dealer", "usable ace"), self._get_obs()))

    def _draw(self):
        picture, (total, _, ace) = Picture(384, 376), self._get_obs()
        picture.box(0, 0, 384, 376, _TABLE)
        for left in (96, 208):
            picture.box(left, 200, left + 80, 320, _CARD)
        # The second card lies face down.
        picture.box(214, 206, 282, 314, [90, 110, 150])
        card = self.dealer_top_card_value_str
        value = card if card in _SIGNS else str(self.dealer[0])
        _write(picture, value, 136, 240, 6, RED if self.dealer_top_card_suit in "DH" else BLACK)
        _write(picture, str(total), 192, 60, 12, BLACK)
        if ace:
            picture.box(150, 30, 234, 40, RED)
        return picture.array()


def _write(picture, signs, middle, bottom, unit, colour):
    """Draws digits side by side, from bars of that thickness."""
    left = middle - unit * (5 * len(signs) - 1) / 2
    for place, sign in enumerate(signs):
        for bar in _SIGNS[sign]:
            low_x, low_y, high_x, high_y = _BARS[bar]
            x = left + 5 * unit * place
            picture.box(x + unit * low_x, bottom + unit * low_y, x + unit * high_x, bottom + unit * high_y, colour)
