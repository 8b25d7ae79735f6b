"""Follows `reset` and `step` with symbols, and gathers what they compute: the formulas of a program, as operations that share."""

from own_environment import _draws, _picture
from own_environment import _symbols as symbols
from own_environment._arrays import Array, lift
from own_environment._follow import Own, Touched, Unset
from own_environment._load import PREFIX, class_of, line_in, line_of, made_of, module_of, told
from own_environment._logs import Log
from own_environment._lookup import Choice, is_atom
from own_environment._played import Played, _same
from own_environment._rewrite import Rewriter
from own_environment._spaces import Space, shown_space, space_of
from own_environment._state import leaves
from own_environment._symbols import Refusal, graph, kind_of, number, op, select, source
from own_environment._ways import MOST_TURNS, MOST_TURNS_OF_RESET, MOST_WAYS, Again, Restart, TooMany, all_ways, busiest_line, merged

MOST_STATE = 32
MODULE = PREFIX + "followed"


class Traced(Played):
    """A class, followed: its spaces, its state, and what `first`, `observe` and `step` compute."""

    def __init__(self, read, given=False):
        self.file, self.given, self.text, self.lent = read.file, given, read.text, read.lent
        graph.clear(self.file)
        self.own = Own(MODULE)
        self.module = module_of(self.text, self.file, MODULE, Rewriter().text(self.text, self.file), self.own)
        self.kind = class_of(self.module, read.wanted)
        self.name = self.kind.__name__
        self.environment = self.own.environment = made_of(self.kind, self.file)
        line = line_of(self.kind, "__init__") or line_of(self.kind, "step")
        self.action = Space(space_of(self.environment, "action_space", line), "action", line)
        if self.action.kind in ("MultiDiscrete", "MultiBinary"):
            raise Refusal(f"the action space is {self.action.kind}, and policies here have Discrete or Box actions", line)
        self.observation = Space(space_of(self.environment, "observation_space", line), "observation", line)
        self._shown_spaces = {name: shown_space(getattr(self.environment, name)) for name in ("action_space", "observation_space")}
        self._find_state()
        self.ways, self.said, self.picture = {}, [], None
        self._follow()
        try:
            self.picture = _picture.follow(self)
        except (Refusal, Restart, _More) as refusal:
            self.has_no_picture(refusal)

    def has_no_picture(self, refusal):
        """Keeps why there is no picture, which is no reason to refuse the class."""
        self.picture = None
        why = refusal if isinstance(refusal, Refusal) else Refusal("picture changes the environment", None)
        sentence = why.sentence.replace(", so the class cannot become a program", "")
        self.said.append({"line": why.line or line_of(self.kind, "picture"), "sentence": f"There is no picture: {sentence}."})

    def _follow(self):
        """Follows both calls, again whenever what they leave shows that more attributes belong to the state."""
        self.poisoned = set(self.mixed)
        for _ in range(60):
            try:
                self._follow_once()
                return
            except Restart as restart:
                self.thaw(restart.args[0])
            except _More as more:
                if more.log is not None:
                    self._take_for_log(more.log)
                    for one in (self.kinds, self.atoms):
                        for path in [path for path in one if path[0] in self.logs]:
                            del one[path]
                    self.paths, self.mixed = list(self.kinds), {path for path in self.mixed if path in self.kinds}
                    self.poisoned &= self.mixed
                for path, kind in more.paths.items():
                    if path not in self.kinds:
                        self.paths.append(path)
                        self.kinds[path] = kind
                    elif kind is None and path not in self.atoms:
                        self.mixed.add(path)
                if len(self.paths) > MOST_STATE:
                    raise Refusal(f"the state has {len(self.paths)} numbers, and a program may have {MOST_STATE}", line_of(self.kind, "reset")) from None
        raise Refusal("the attributes that change could not be found out", line_of(self.kind, "step"))

    def _follow_once(self):
        self.inputs = {path: self._input(place, path) for place, path in enumerate(self.paths)}
        past = {path: source("past", place, self.kinds[path]) for place, path in enumerate(self.paths)}
        if self.action.kind == "Discrete":
            offset = source("action", 0, "i", 0, self.action.n - 1)
            self.action_inputs, action = [offset], lambda: op("add", offset, self.action.start)
        else:
            self.action_inputs = [source("action", place) for place in range(self.action.size)]
            action = lambda: Array(list(self.action_inputs), self.action.shape, "float32") if self.action.shape else self.action_inputs[0]
        first = self._call("reset", lambda: self.environment.reset(), self.before, past)
        step = self._call("step", lambda: self.environment.step(action()), self.shape, self.inputs)
        self.first, self.step = first, step

    def _input(self, place, path):
        if path in self.atoms:
            return source("state", place, "i", 0, len(self.atoms[path]) - 1)
        return source("state", place, self.kinds[path], *((0, 1) if self.kinds[path] == "b" else ()))

    def also(self, name, call, gathered):
        """Follows another call from the state of a step. `gathered` makes of its result, and of the way that it took, lists of what it
        is: those of numbers are joined."""
        return self._call(name, call, self.shape, self.inputs, gathered)

    def _call(self, name, call, shape, state, gathered=None):
        self.own.most_turns = MOST_TURNS_OF_RESET if name == "reset" else MOST_TURNS
        while True:
            try:
                return self._ways_of(name, call, shape, state, gathered)
            except Again as again:
                if again.places <= self.own.decided:
                    raise Refusal("this call takes too many ways to follow", line_of(self.kind, name)) from None
                self.own.decided |= again.places
            except Touched:
                # An attribute that is None at times is asked for: then whether it is becomes part of the state.
                if not self.poisoned:
                    raise
                self.poisoned = set()

    def _ways_of(self, name, call, shape, state, gathered):
        environment = self.environment
        last = {}

        def run():
            replaced = {path: Choice(self.atoms[path], value) if path in self.atoms else value for path, value in state.items()}
            for path in self.mixed & set(state):
                if path in self.poisoned:
                    replaced[path] = Unset()
                elif bool(source("is_none", self.paths.index(path), "b", 0, 1)):
                    replaced[path] = None
            shape.put(environment, replaced, True)
            names = vars(environment)
            for log in self.logs:
                names[log] = Log(log, lambda log=log: self._refuse_growth((log,)))
            self.give(_draws.Given() if self.given else _draws.Symbolic())
            spaces = {one: names.get(one) for one in self._shown_spaces}
            names.update(self._shown_spaces)
            try:
                result = call()
                last["error"] = None
                self._hold_constants()
                return self._gathered(name, result) if gathered is None else gathered(result, graph.way)
            except Touched:
                if graph.way.joins:
                    graph.way.joins.clear()
                last["touched"] = True
                raise Refusal("", 0) from None
            except Again:
                self._hold_constants()
                raise
            finally:
                for one, value in spaces.items():
                    if value is None:
                        names.pop(one, None)
                    else:
                        names[one] = value

        try:
            ways, error = all_ways(run)
        except (TooMany, Refusal) if self.own.most_turns > MOST_TURNS else ():
            # Fewer turns of loops may be enough.
            self.own.most_turns = MOST_TURNS
            return self._ways_of(name, call, shape, state, gathered)
        except TooMany as many:
            raise Refusal(f"{name} has more than {MOST_WAYS} ways, most of them by the test in this line", busiest_line(many.args[0])) from None
        except Refusal as refusal:
            if last.get("touched"):
                raise Touched from None
            raise Refusal(refusal.sentence, refusal.line or line_in(refusal, self.file)) from None
        if error is not None and not _is_own_end(error, self.file, self.text):
            raise Refusal(f"{name} ends with {told(error)}, where it is followed with symbols", line_in(error, self.file) or line_of(self.kind, name))
        if all(result is None for _, result in ways):
            raise Refusal(f"{name} ends with {told(error)}", line_in(error, self.file) or line_of(self.kind, name))
        if gathered is not None:
            return merged(ways, lambda test, then, otherwise: _joined_parts(test, then, otherwise, line_of(self.kind, name)))
        self.ways[name] = len(ways)
        return self._merged(name, ways)

    def _hold_constants(self):
        """Starts again if this way has changed a container that is taken for one that no call changes."""
        way, graph.way = graph.way, None
        try:
            names = vars(self.environment)
            for name, constant in self.constants.items():
                if not constant.is_as_before(names.get(name)):
                    raise Restart(name)
        finally:
            graph.way = way

    def _gathered(self, name, result):
        """Returns what one way leaves: the attributes, what was returned, how many draws were taken, and guards of loops."""
        line = line_of(self.kind, name)
        state = self.seen_now()
        observation, rest = result[0], result[1:]
        flat = _flat(observation, self.observation, line)
        left = {"state": state, "obs": flat, "draws": graph.way.draws, "guards": list(graph.way.guards)}
        if name == "step":
            reward, terminated, truncated = rest[:3]
            ends = [symbols.truth(_single(flag, what, line)) for flag, what in ((terminated, "terminated"), (truncated, "truncated"))]
            left["ends"] = [_single(reward, "reward", line), *ends]
            left["is_over"] = any(graph.way.known(flag) for flag in ends)
        return left

    def _merged(self, name, ways):
        """Joins the ways, and finds what belongs to the state besides."""
        results = [result for _, result in ways if result is not None]
        constants = leaves(self.shape.kept, self.module.__name__)
        more = {}
        for result in results:
            is_over = result.get("is_over", False)
            for path, value in result["state"].items():
                if not path or path[0] in ("np_random", "_np_random"):
                    continue
                if path in self.inputs and path in self.atoms:
                    if set(value.choices if type(value) is Choice else [value]) - set(self.atoms[path]):
                        self._learn_atoms(path, [value])
                        more[path] = None
                    continue
                if path in self.inputs:
                    if value is None and path not in self.mixed and not is_over:
                        more[path] = None
                    continue
                if path not in constants:
                    if any(constants.get(path[:size], 0) is None for size in range(1, len(path))) and is_over:
                        continue
                    if path[0] in self.constants:
                        raise Restart(path[0])
                    if name == "step" and not is_over:
                        raise _More({}, path)
                    continue
                known = constants[path]
                if not is_over and not _same(value, known):
                    kinds = {kind_of(value), kind_of(known)}
                    if isinstance(value, str) and value.startswith("a set of "):
                        raise _More({}, path)
                    if is_atom(value) or type(value) is Choice:
                        self._learn_atoms(path, [known, value])
                        more[path] = "i"
                        continue
                    if None in kinds:
                        self.mixed.add(path)
                        self.poisoned.add(path)
                    kinds.discard(None)
                    more[path] = kinds.pop() if len(kinds) == 1 else "f" if "f" in kinds else "i"
            missing = [path for path in self.paths if path not in result["state"]]
            if missing and not is_over and name == "step" and not all(self._is_under_none(path, result["state"]) for path in missing):
                raise _More({}, missing[0])
        if more:
            raise _More(more)
        lines = sorted({line for result in results for line, _ in result["guards"] if line})

        def numbers(result):
            state, flags = [], []
            for path in self.paths:
                value = result["state"].get(path)
                state.append(self.number_of(path, value))
                flags.append(value is None)
            guards = [_any([test for at, test in result["guards"] if at == line]) for line in lines]
            return {"state": state, "none": flags, "obs": result["obs"], "ends": result.get("ends", []), "guards": guards}

        def join(test, then, otherwise):
            return {name: [select(test, a, b) for a, b in zip(then[name], otherwise[name])] for name in then}

        parts = [(taken, None if result is None else numbers(result)) for taken, result in ways]
        whole = merged(parts, join)
        whole["lines"] = lines
        whole["draws"] = max(result["draws"] for result in results)
        whole["each"] = [numbers(result) for result in results]
        return whole

    def _is_under_none(self, path, state):
        return any(state.get(path[:size], 0) is None for size in range(1, len(path)))


def _joined_parts(test, then, otherwise, line):
    made = {}
    for name, one in then.items():
        other = otherwise[name]
        if one == other if name == "kinds" else len(one) == len(other):
            made[name] = one if name == "kinds" else [select(test, a, b) for a, b in zip(one, other)]
        else:
            raise Refusal("it has other shapes at times, and a picture has always the same", line)
    return made


class _More(Exception):
    """Further attributes belong to the state: their kinds, None for those that may be None. Or one, `log`, grows."""

    def __init__(self, paths, log=None):
        super().__init__(paths)
        self.paths, self.log = paths, log


def _is_own_end(error, file, text):
    """Returns true for an error that ends the class by itself too: one that the reader raises, or one about a value."""
    if isinstance(error, (ArithmeticError, LookupError, ValueError)):
        return True
    line = line_in(error, file)
    return line is not None and text.split("\n")[line - 1].strip().startswith(("raise", "assert"))


def _any(tests):
    result = False
    for test in tests:
        result = op("or", result, test)
    return result


def _single(value, what, line):
    value = number(value)
    if type(value) is Array and value.size == 1:
        value = value.flat()[0]
    if kind_of(value) is None:
        raise Refusal(f"{what} is {type(value).__name__}, and has to be one number", line)
    return value


def _flat(observation, space, line):
    if isinstance(observation, dict):
        raise Refusal("the observation is a dictionary, and a program's is numbers: np.concatenate its parts", line)
    whole = lift(observation)
    cells = whole.flat() if type(whole) is Array else [whole]
    if any(kind_of(number(cell)) is None for cell in cells):
        raise Refusal("the observation holds something that is no number", line)
    return [number(cell) for cell in cells]
