"""The registry of environments. The page's environments are known without it."""


class registration:
    @staticmethod
    def register(id, entry_point=None, **kwargs):
        pass
