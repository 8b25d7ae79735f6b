"""The register of worlds. The page's worlds are known without it."""


class registration:
    @staticmethod
    def register(id, entry_point=None, **kwargs):
        pass
