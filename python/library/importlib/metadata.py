"""The versions of what is installed: here, of what the page provides."""


class PackageNotFoundError(ModuleNotFoundError):
    pass


def version(distribution_name):
    name = distribution_name.lower().replace("-", "_")
    try:
        return __import__(name).__version__
    except (ImportError, AttributeError):
        raise PackageNotFoundError(f"No package metadata was found for {distribution_name}") from None
