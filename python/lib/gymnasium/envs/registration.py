"""The names of environments, and what makes them."""

import _late
from gymnasium import error, logger
from gymnasium.core import Env


class Registry(dict):
    """The specifications by their names."""

    # Where gym had them.
    @property
    def env_specs(self):
        return self

    def all(self):
        return list(self.values())


registry = Registry()

_ATARI = ("ALE/", "NoFrameskip", "Pong", "Breakout", "SpaceInvaders", "Seaquest", "Qbert", "BeamRider", "Enduro")
_MUJOCO = (
    "HalfCheetah", "Hopper", "Walker2d", "Ant-", "Humanoid", "Swimmer", "InvertedPendulum", "InvertedDoublePendulum",
    "Reacher", "Pusher", "Fetch", "Roboschool", "Bullet",
)
_BOX2D = ("BipedalWalker", "CarRacing")
_HERE = (
    "CartPole-v0, CartPole-v1, Acrobot-v1, MountainCar-v0, MountainCarContinuous-v0, Pendulum-v1, FrozenLake-v1, "
    "LunarLander-v3, FrozenLake8x8-v1, CliffWalking-v1, Taxi-v4, Blackjack-v1 and the probes Probe1-v0 to Probe5-v0"
)


class EnvSpec:
    """An environment's name, what makes it, and where its episodes end."""

    def __init__(
        self, id, entry_point=None, reward_threshold=None, nondeterministic=False, max_episode_steps=None,
        order_enforce=True, disable_env_checker=False, kwargs=None, additional_wrappers=(), vector_entry_point=None,
    ):
        self.id, self.entry_point, self.reward_threshold = id, entry_point, reward_threshold
        self.nondeterministic, self.max_episode_steps = nondeterministic, max_episode_steps
        self.order_enforce, self.disable_env_checker = order_enforce, disable_env_checker
        self.kwargs, self.additional_wrappers = dict(kwargs or {}), additional_wrappers
        self.vector_entry_point = vector_entry_point
        self.namespace, self.name, self.version = _parsed(id)

    def make(self, **kwargs):
        return make(self, **kwargs)

    def _copy(self, kwargs, max_episode_steps):
        spec = EnvSpec(self.id, self.entry_point, self.reward_threshold, self.nondeterministic, max_episode_steps)
        spec.kwargs, spec.vector_entry_point = {**self.kwargs, **kwargs}, self.vector_entry_point
        return spec

    def __repr__(self):
        limit, threshold = self.max_episode_steps, self.reward_threshold
        return f"EnvSpec(id={self.id!r}, max_episode_steps={limit}, reward_threshold={threshold})"


def _parsed(id):
    """Returns the parts of a name such as `space/Name-v1`."""
    space, _, rest = id.rpartition("/")
    name, dash, version = rest.rpartition("-v")
    if dash and version.isdigit():
        return space or None, name, int(version)
    return space or None, rest, None


def register(id, entry_point=None, reward_threshold=None, nondeterministic=False, max_episode_steps=None, **options):
    """Gives a class, or `"module:Class"`, a name for `make`. A second one of the same name takes the first one's place."""
    named = {name: options[name] for name in ("kwargs", "vector_entry_point", "order_enforce", "disable_env_checker", "additional_wrappers") if name in options}
    if not isinstance(id, str) or not _is_formed(id):
        raise error.Error(
            f"Malformed environment ID: {id}. (Currently all IDs must be of the form [namespace/](env-name)-v(version). (namespace is optional))"
        )
    if entry_point is None and named.get("vector_entry_point") is None:
        raise ValueError("Either `entry_point` or `vector_entry_point` (or both) must be provided")
    tags = options.get("tags") or {}
    limit = tags.get("wrapper_config.TimeLimit.max_episode_steps", max_episode_steps)
    if id in registry:
        logger.warn(f"Overriding environment {id} already in registry.")
    registry[id] = EnvSpec(id, entry_point, reward_threshold, nondeterministic, limit, **named)


def register_envs(env_module):
    """Does nothing: importing the module has registered its environments."""


def _is_formed(id):
    """Returns true for letters, digits and some signs, with a namespace before a slash or without."""
    parts = id.split("/")
    return len(parts) <= 2 and all(part and all(letter.isalnum() or letter in "_-:." for letter in part) for part in parts)


def find(id):
    """Returns the specification of a name; one without a version is the newest."""
    if isinstance(id, EnvSpec):
        return id
    if not isinstance(id, str):
        raise error.Error(f'make takes a name such as "CartPole-v1", and got {type(id).__name__}')
    module, colon, id = id.rpartition(":")
    if colon:
        __import__(module)
    if id in registry:
        return registry[id]
    space, name, version = _parsed(id)
    known = [spec for spec in registry.values() if (spec.namespace, spec.name) == (space, name)]
    if known and version is None:
        return max(known, key=lambda spec: spec.version or 0)
    if known:
        versions = ", ".join(sorted(spec.id for spec in known))
        raise error.VersionNotFound(f"{id} is not known here: there is {versions}")
    raise error.NameNotFound(_missing(id))


def _missing(id):
    """Returns a sentence on an environment that is not here, and on one to use instead."""
    if any(part in id for part in _ATARI):
        return (
            f"{id} needs the Atari emulator, which could run in a page but is not in this one: use CartPole-v1 or Acrobot-v1 "
            "instead, whose few numbers also train in minutes"
        )
    if any(part in id for part in _MUJOCO):
        return (
            f"{id} needs the physics engine MuJoCo, which could run in a page but is not in this one: use Pendulum-v1 or "
            "MountainCarContinuous-v0 instead, which have continuous actions too"
        )
    if any(part in id for part in _BOX2D):
        return (
            f"{id} needs the physics engine Box2D, which is not here: use LunarLander-v3 instead, whose bodies are, with "
            "continuous=True for continuous actions"
        )
    meant = f"did you mean {' or '.join(_near(id))}? There are" if _near(id) else "there are"
    return f"{id} is not known here: {meant} {_HERE}, and what you register yourself"


def _near(id):
    """Returns the names that differ least from one: in small letters and signs, or in few letters."""
    same = [known for known in registry if known.lower() == id.lower()]
    plain = _late.near(_plain(id), {_plain(known) for known in registry})
    return same or [known for known in registry if _plain(known) == plain]


def _plain(id):
    return "".join(part for part in id.lower().split("-v")[0] if part.isalnum())


def _maker(entry_point):
    if callable(entry_point):
        return entry_point
    module, colon, name = entry_point.partition(":")
    if not colon:
        raise error.Error(f'an entry_point is a class or "module:Class", and not "{entry_point}"')
    found = __import__(module, None, None, [name])
    return getattr(found, name)


def make(id, max_episode_steps=None, disable_env_checker=None, **kwargs):
    """Makes an environment by its name. Its episodes end at the limit of its specification."""
    from gymnasium.wrappers import OrderEnforcing, TimeLimit

    is_list = kwargs.get("render_mode") == "rgb_array_list"
    env, limit = bare(id, max_episode_steps, {**kwargs, "render_mode": "rgb_array"} if is_list else kwargs)
    found = find(id)
    if _is_own(found):
        _warn_of_version(id, found)
        if found.order_enforce:
            env = OrderEnforcing(env)
    env = env if limit is None else TimeLimit(env, limit)
    if is_list:
        from gymnasium.wrappers import RenderCollection

        env = RenderCollection(env)
    return env


def _is_own(spec):
    """Returns true for an environment that a program has registered. Those of the page say themselves what is wrong."""
    return not (isinstance(spec.entry_point, str) and spec.entry_point.startswith("gymnasium.envs."))


def _warn_of_version(id, found):
    """Says that a newer environment was taken, or that there is one."""
    if not isinstance(id, str):
        return
    newest = max((spec.version or 0 for spec in registry.values() if (spec.namespace, spec.name) == (found.namespace, found.name)), default=0)
    if found.version is not None and not id.endswith(f"-v{found.version}"):
        logger.warn(f"Using the latest versioned environment `{found.id}` instead of the unversioned environment `{id}`.")
    elif found.version is not None and newest > found.version:
        logger.deprecation(f"The environment {found.id} is out of date. You should consider upgrading to version `v{newest}`.")


def bare(id, max_episode_steps, kwargs):
    """Returns a new environment and the limit of its episodes, or None."""
    spec = find(id)
    if spec.entry_point is None:
        raise error.Error(f"{spec.id} was registered without an entry_point, which says what makes it")
    kwargs = {**spec.kwargs, **{name: value for name, value in kwargs.items() if name != "autoreset"}}
    if kwargs.get("render_mode", 0) is None:
        del kwargs["render_mode"]
    maker = _maker(spec.entry_point)
    try:
        env = maker(**kwargs)
    except TypeError as raised:
        raise TypeError(f"{raised} was raised from the environment creator for {spec.id} with kwargs ({kwargs})") from raised
    if not hasattr(env, "step"):
        raise error.Error(f"the entry_point of {spec.id} made {type(env).__name__}, which is no environment")
    limit = spec.max_episode_steps if max_episode_steps is None else max_episode_steps
    limit = None if limit == -1 else limit
    if isinstance(env, Env):
        env.unwrapped.spec = spec._copy(kwargs, limit)
    return env, limit


def make_vec(id, num_envs=1, vectorization_mode=None, vector_kwargs=None, wrappers=None, **kwargs):
    """Makes several environments that are stepped together."""
    from gymnasium.vector import AsyncVectorEnv, CartPoleVectorEnv, SyncVectorEnv

    spec = find(id)
    mode = getattr(vectorization_mode, "value", vectorization_mode)
    if mode not in (None, "sync", "async", "vector_entry_point"):
        raise error.Error(f"vectorization_mode is 'sync', 'async' or 'vector_entry_point', and not {mode!r}")

    def one():
        env = make(spec, **kwargs)
        for wrap in wrappers or ():
            env = wrap(env)
        return env

    kind = AsyncVectorEnv if mode == "async" else SyncVectorEnv
    if mode == "vector_entry_point" or mode is None and not wrappers:
        if spec.vector_entry_point is not None:
            kind = CartPoleVectorEnv if spec.name == "CartPole" else _maker(spec.vector_entry_point)
        elif mode is not None:
            raise error.Error(f"{spec.id} has no vector_entry_point: use vectorization_mode='sync'")
    envs = kind([one] * num_envs, **(vector_kwargs or {}))
    envs.spec = spec._copy(kwargs, spec.max_episode_steps)
    return envs


def spec(id):
    return find(id)


def pprint_registry(**options):
    print("\n".join(registry))


_CLASSIC = "gymnasium.envs.classic_control:"
register("CartPole-v0", _CLASSIC + "CartPoleEnv", 195.0, max_episode_steps=200, vector_entry_point="CartPoleVectorEnv")
register("CartPole-v1", _CLASSIC + "CartPoleEnv", 475.0, max_episode_steps=500, vector_entry_point="CartPoleVectorEnv")
register("MountainCar-v0", _CLASSIC + "MountainCarEnv", -110.0, max_episode_steps=200)
register("MountainCarContinuous-v0", _CLASSIC + "Continuous_MountainCarEnv", 90.0, max_episode_steps=999)
register("Pendulum-v1", _CLASSIC + "PendulumEnv", max_episode_steps=200)
register("Acrobot-v1", _CLASSIC + "AcrobotEnv", -100.0, max_episode_steps=500)
# Gymnasium calls an older version than the newest out of date; its rules are the same without wind.
for _version in (2, 3):
    for _name, _options in (("LunarLander", {}), ("LunarLanderContinuous", {"continuous": True})):
        register(f"{_name}-v{_version}", "gymnasium.envs.box2d:LunarLander", 200, max_episode_steps=1000, kwargs=_options)
_TEXT = "gymnasium.envs.toy_text:"
register("Blackjack-v1", _TEXT + "BlackjackEnv", kwargs={"sab": True, "natural": False})
register("FrozenLake-v1", _TEXT + "FrozenLakeEnv", 0.70, max_episode_steps=100, kwargs={"map_name": "4x4"})
register("FrozenLake8x8-v1", _TEXT + "FrozenLakeEnv", 0.85, max_episode_steps=200, kwargs={"map_name": "8x8"})
register("CliffWalkingSlippery-v1", _TEXT + "CliffWalkingEnv", kwargs={"is_slippery": True})
# Gymnasium before 1.2 and 1.3 had these two under the older names; without rain and moods they are the same.
for _version in (0, 1):
    register(f"CliffWalking-v{_version}", _TEXT + "CliffWalkingEnv")
for _version in (3, 4):
    register(f"Taxi-v{_version}", _TEXT + "TaxiEnv", 8, max_episode_steps=200)
for _number in range(1, 6):
    register(f"Probe{_number}-v0", "gymnasium.envs.probes:ProbeEnv", kwargs={"number": _number})
