"""What environments complain of."""


class Error(Exception):
    """Anything that Gymnasium raises."""


class UnregisteredEnv(Error):
    """An environment of that name is not known."""


class NamespaceNotFound(UnregisteredEnv):
    """A package of environments is not here."""


class NameNotFound(UnregisteredEnv):
    """No environment has that name."""


class VersionNotFound(UnregisteredEnv):
    """An environment has no such version."""


class DependencyNotInstalled(Error):
    """A program that an environment needs is not here."""


class ResetNeeded(Error):
    """`step` or `render` comes before `reset`."""


class InvalidAction(Error, AssertionError):
    """An action is not in the action space, for which Gymnasium has an AssertionError."""


class ClosedEnvironmentError(Error):
    """The environment has been closed."""
