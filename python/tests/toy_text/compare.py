"""Compares the page's toy_text with what was recorded. `recorded` is the fixture, and `told.py` stands above."""


def differs(told, wanted, where):
    """Returns the first difference, or None. A number has to be the same to the last digit, and of the same type."""
    if isinstance(wanted, dict):
        found = (differs(told[name], wanted[name], f"{where}.{name}") for name in wanted)
        return next((difference for difference in found if difference), None)
    if isinstance(wanted, list) and isinstance(told, (list, tuple)) and len(told) == len(wanted):
        found = (differs(a, b, f"{where}[{at}]") for at, (a, b) in enumerate(zip(told, wanted)))
        return next((difference for difference in found if difference), None)
    is_same = type(told) is type(wanted) and told == wanted
    return None if is_same else f"{where}: {told!r} instead of {wanted!r}"


def made(case):
    """Returns the arguments of an environment; JSON knows no tuples."""
    options = dict(case["options"])
    if "reward_schedule" in options:
        options["reward_schedule"] = tuple(options["reward_schedule"])
    return case["gym_id"], options


def of_table(case):
    known = list(case["probabilities"])
    rows = table(gym.make(case["gym_id"], **made(case)[1]).unwrapped, known)
    return {"probabilities": known, "rows": rows}


def of_digest(case):
    env = gym.make(case["gym_id"], **made(case)[1]).unwrapped
    rows = [
        [state, action, [[p, int(s), r, int(d)] for p, s, r, d in env.P[state][action]]] for state, action, _ in case["rows"]
    ]
    return {"rows": rows, "states": digests(env)}


def of_described(case):
    told = described(*made(case))
    # The page's arrays hold no numbers of 8 bits.
    told["types"] = ["int8" if name == "int64" else name for name in told["types"]]
    return told


CASES = {
    "described": of_described,
    "tables": of_table,
    "digests": of_digest,
    "episodes": lambda case: play(*made(case), case["seed"], case["actions"]),
    "hands": lambda case: {"hands": [hand(seed, made(case)[1]) for seed in case["seeds"]]},
    "maps": lambda case: {"map": maps(case["size"], case["p"], case["seed"])},
    "draws": lambda case: {"drawn": draws(case["weights"], case["seed"], len(case["drawn"]))},
    "texts": lambda case: {"texts": texts(*made(case), case["seed"], case["actions"])},
    "several": lambda case: {"told": several(*made(case), 3, case["seed"], case["actions"])},
}
# What says which case it is, and is no result.
ASKED = ("name", "gym_id", "options", "seed", "seeds", "size", "p", "weights")
is_asked = lambda part, name: name in ASKED or name == "actions" and part in ("texts", "several")

compared = 0
for part, tell in CASES.items():
    for case in recorded[part]:
        told = tell(case)
        where = f"{part} {case.get('name', '')}"
        difference = differs(told, {name: value for name, value in case.items() if not is_asked(part, name)}, where)
        assert difference is None, difference
        compared += 1
lists = {name for name, value in recorded.items() if isinstance(value, list)}
assert lists == set(CASES) and compared == sum(len(recorded[name]) for name in lists) > 50, (lists, compared)
