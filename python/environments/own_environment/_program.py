"""Makes a program, as plain data, of a class that was followed."""

import math

from own_environment._formula import below, formula, substituted
from own_environment._load import line_of
from own_environment._picture import picture_data
from own_environment._state import shown
from own_environment._symbols import Refusal, is_symbol, key_of, source

# What a program may have that trains (`src/envs/own/program.rs`). What the engine adds has to fit into its formula too.
MOST_STATE, MOST_STEP_OPS = 32, 4_032
# What policies may have, however the environment is stepped.
MOST_SEEN, MOST_ACTIONS, MOST_CONTROLS = 64, 16, 4
_INPUTS = ("state", "past", "draw", "action", "is_none", "log")


def hold_spaces(observation, action, line):
    """Raises `Refusal` where no policy here fits these spaces."""
    size = observation.n if observation.kind == "Discrete" else observation.size
    if not 1 <= size <= MOST_SEEN:
        raise Refusal(f"policies see {size} numbers of an observation, and they may see 1 to {MOST_SEEN}", line)
    if action.kind == "Discrete":
        if action.n > MOST_ACTIONS:
            raise Refusal(f"there are {action.n} actions, and policies choose among at most {MOST_ACTIONS}", line)
    elif action.kind != "Box":
        raise Refusal(f"the action space is {action.kind}, and policies here have Discrete or Box actions", line)
    elif not 1 <= action.size <= MOST_CONTROLS:
        raise Refusal(f"an action has {action.size} numbers, and policies give 1 to {MOST_CONTROLS}", line)
    elif not all(math.isfinite(low) and math.isfinite(high) and low < high for low, high in action.edges):
        raise Refusal("the Box of actions needs a smallest and a larger largest value of each number, such as low=-1.0 and high=1.0", line)


class Program:
    """The formulas of a class that was followed. `paths` says which of its attributes are the first numbers of the state; then
    come truths that are 1 where one of them is None, and observations that no formula of the others gives."""

    def __init__(self, traced):
        self.traced = traced
        line = line_of(traced.kind, "step")
        seen = self._observed()
        extra = [place for place, one in enumerate(seen) if one is None]
        step, first = traced.step, traced.first
        kept, flags = self._needed(seen)
        self.paths = [traced.paths[place] for place in kept]
        self.flags = [traced.paths[place] for place in flags]
        names = [shown(path) for path in self.paths] + [f"{shown(path)} is None" for path in self.flags] + [f"observation[{place}]" for place in extra]
        state = lambda whole: [whole["state"][place] for place in kept] + [whole["none"][place] for place in flags] + [whole["obs"][place] for place in extra]
        size = len(names)

        inputs = {source("next", place, traced.kinds[traced.paths[place]]).place: at for at, place in enumerate(kept)}
        observed = [source("extra", extra.index(place)) if one is None else one for place, one in enumerate(seen)]
        inputs.update((source("extra", at).place, len(kept) + len(flags) + at) for at in range(len(extra)))
        observe = formula(observed, inputs, size, line)

        inputs = {traced.inputs[traced.paths[place]].place: at for at, place in enumerate(kept)}
        inputs.update((source("is_none", place, "b", 0, 1).place, len(kept) + at) for at, place in enumerate(flags))
        inputs.update((symbol.place, size + at) for at, symbol in enumerate(traced.action_inputs))
        begin = size + len(traced.action_inputs)
        step_inputs = inputs | self._draws(step, begin)
        step_formula = formula(state(step) + step["ends"], step_inputs, begin + step["draws"], line)
        self.guards = formula(step["guards"], step_inputs, begin + step["draws"], line)

        begun = state(first)
        for symbol in below(begun + first["guards"]):
            self._hold_log(symbol)
            if symbol.op in ("past", "is_none"):
                name = shown(traced.paths[symbol.args[0]])
                raise Refusal(f"reset lets self.{name} begin with what the episode before left, so that its first state is no formula of random numbers", line_of(traced.kind, "reset"))
        first_formula = formula(begun, self._draws(first, 0), first["draws"], line_of(traced.kind, "reset"))
        self.first_guards = formula(first["guards"], self._draws(first, 0), first["draws"], line_of(traced.kind, "reset"))
        self.data = {
            "name": traced.name, "state": names, "obs_size": len(observed), "observation": traced.observation.data, "action": traced.action.data, "time_limit": traced.time_limit,
            "draws": {"first": first["draws"], "step": step["draws"]}, "first": first_formula, "observe": observe, "step": step_formula,
        }
        if traced.picture is not None:
            try:
                self.data["picture"] = picture_data(traced.picture, inputs, size, line_of(traced.kind, "picture"))
            except Refusal as refusal:
                traced.has_no_picture(refusal)

    def _draws(self, whole, begin):
        """Returns which input each draw is."""
        outputs = whole["state"] + whole["none"] + whole["obs"] + whole["ends"] + whole["guards"]
        return {symbol.place: begin + symbol.args[0] for symbol in below(outputs) if symbol.op == "draw"}

    def _observed(self):
        """Returns each number of the observation as a formula of the state that a call left, or None where it is none."""
        traced = self.traced
        ways = traced.step["each"] + traced.first["each"]
        following = [source("next", place, traced.kinds[path]) for place, path in enumerate(traced.paths)]
        candidates = []
        for way in ways:
            known = {}
            for symbol, value in zip(following, way["state"]):
                if is_symbol(value) and value.place not in known:
                    known[value.place] = symbol
            candidates.append(substituted(way["obs"], known))
        found = []
        for place in range(len(ways[0]["obs"])):
            found.append(None)
            tried = set()
            for candidate in candidates:
                one = candidate[place]
                if key_of(one) in tried or any(symbol.op in _INPUTS for symbol in below([one])):
                    continue
                tried.add(key_of(one))
                if all(self._gives(one, following, way, place) for way in ways):
                    found[-1] = one
                    break
        return found

    def _gives(self, one, following, way, place):
        known = {symbol.place: value for symbol, value in zip(following, way["state"])}
        made, wanted = substituted([one], known)[0], way["obs"][place]
        if is_symbol(made) or is_symbol(wanted):
            return made is wanted
        return made == wanted or made != made and wanted != wanted

    def _needed(self, seen):
        """Returns the places of the attributes that observations, rewards, ends and the state itself need."""
        step = self.traced.step
        todo = [one for one in seen if one is not None] + [step["obs"][place] for place, one in enumerate(seen) if one is None] + step["ends"] + step["guards"]
        todo += self.traced.picture["numbers"] if self.traced.picture is not None else []
        kept, flags = set(), set()
        while todo:
            found = list(below(todo))
            todo = []
            for symbol in found:
                self._hold_log(symbol)
                if symbol.op in ("state", "next") and symbol.args[0] not in kept:
                    kept.add(symbol.args[0])
                    todo.append(step["state"][symbol.args[0]])
                elif symbol.op == "is_none" and symbol.args[0] not in flags:
                    flags.add(symbol.args[0])
                    todo.append(step["none"][symbol.args[0]])
        if not kept and not flags:
            # The engine's states have one number at least.
            kept = {0} if self.traced.paths else kept
        return sorted(kept), sorted(flags)

    def _hold_log(self, symbol):
        if symbol.op == "log":
            self.traced._refuse_growth((symbol.args[0],))

    def hold_size(self):
        """Raises `Refusal` where the program is too large to train."""
        step, kind = len(self.data["step"]["ops"]), self.traced.kind
        if len(self.data["state"]) > MOST_STATE:
            raise Refusal(f"the state has {len(self.data['state'])} numbers, and a program may have {MOST_STATE}", line_of(kind, "reset"))
        if step > MOST_STEP_OPS:
            raise Refusal(f"step makes {step} operations, and a program may have {MOST_STEP_OPS}: shorten loops, or look numbers up in a table", line_of(kind, "step"))

    def operations(self):
        return {name: len(self.data[name]["ops"]) for name in ("first", "observe", "step")}
