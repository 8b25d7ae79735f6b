"""The order in which examples are taken."""

import torch


class Sampler:
    """Goes through the numbers of examples."""

    def __init__(self, data_source=None):
        pass


class SequentialSampler(Sampler):
    def __init__(self, data_source):
        self.data_source = data_source

    def __iter__(self):
        return iter(range(len(self.data_source)))

    def __len__(self):
        return len(self.data_source)


class RandomSampler(Sampler):
    def __init__(self, data_source, replacement=False, num_samples=None, generator=None):
        self.data_source, self.replacement, self.generator = data_source, replacement, generator
        self.num_samples = len(data_source) if num_samples is None else num_samples

    def __iter__(self):
        size = len(self.data_source)
        if self.replacement:
            yield from torch.randint(0, size, (self.num_samples,), generator=_own(self.generator)).tolist()
            return
        generator, left = _own(self.generator), self.num_samples
        while left > 0:
            order = torch.randperm(size, generator=generator).tolist()
            yield from order[:left]
            left -= size

    def __len__(self):
        return self.num_samples


def _own(generator):
    """Returns the generator, or a new one. As PyTorch does, it is seeded by half of 64 bits from the common one."""
    if generator is not None:
        return generator
    return torch.Generator().manual_seed(torch.randint(0, 2**32 - 1, (2,))[1].item())


class SubsetRandomSampler(Sampler):
    def __init__(self, indices, generator=None):
        self.indices, self.generator = indices, generator

    def __iter__(self):
        for place in torch.randperm(len(self.indices), generator=self.generator).tolist():
            yield self.indices[place]

    def __len__(self):
        return len(self.indices)


class WeightedRandomSampler(Sampler):
    def __init__(self, weights, num_samples, replacement=True, generator=None):
        self.weights = torch.as_tensor(weights, dtype=torch.float64)
        self.num_samples, self.replacement, self.generator = num_samples, replacement, generator

    def __iter__(self):
        yield from torch.multinomial(self.weights, self.num_samples, self.replacement, generator=self.generator).tolist()

    def __len__(self):
        return self.num_samples


class BatchSampler(Sampler):
    """Lists of `batch_size` numbers of another sampler."""

    def __init__(self, sampler, batch_size, drop_last):
        self.sampler, self.batch_size, self.drop_last = sampler, batch_size, drop_last

    def __iter__(self):
        batch = []
        for index in self.sampler:
            batch.append(index)
            if len(batch) == self.batch_size:
                yield batch
                batch = []
        if batch and not self.drop_last:
            yield batch

    def __len__(self):
        size = len(self.sampler)
        return size // self.batch_size if self.drop_last else -(-size // self.batch_size)
