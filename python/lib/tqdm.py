"""Progress. The page has a bar of its own; what is set here can be read from it."""


class tqdm:
    def __init__(self, iterable=None, desc="", total=None, **kwargs):
        self.iterable, self.desc, self.total, self.n = iterable, desc, total, 0
        self.postfix = {}

    def __iter__(self):
        for item in self.iterable:
            yield item
            self.n += 1

    def __enter__(self):
        return self

    def __exit__(self, *raised):
        return False

    def update(self, n=1):
        self.n += n

    def set_postfix(self, ordered_dict=None, **kwargs):
        self.postfix = {**(ordered_dict or {}), **kwargs}

    def set_description(self, desc):
        self.desc = desc

    def close(self):
        pass


def trange(*args, **kwargs):
    return tqdm(range(*args), **kwargs)
