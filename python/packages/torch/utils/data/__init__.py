"""Examples, and batches of them."""

import _late
import torch
from torch.utils.data.sampler import (
    BatchSampler,
    RandomSampler,
    Sampler,
    SequentialSampler,
    SubsetRandomSampler,
    WeightedRandomSampler,
)


class Dataset:
    """Examples by number: define `__getitem__`, and `__len__`."""

    def __getitem__(self, index):
        raise NotImplementedError("Subclasses of Dataset should implement __getitem__.")

    def __add__(self, other):
        return ConcatDataset([self, other])


class IterableDataset(Dataset):
    """Examples one after the other: define `__iter__`."""


class TensorDataset(Dataset):
    def __init__(self, *tensors):
        if any(part.shape[0] != tensors[0].shape[0] for part in tensors):
            raise AssertionError("Size mismatch between tensors")
        self.tensors = tensors

    def __getitem__(self, index):
        return tuple(part[index] for part in self.tensors)

    def __len__(self):
        return self.tensors[0].shape[0]


class Subset(Dataset):
    def __init__(self, dataset, indices):
        self.dataset, self.indices = dataset, indices

    def __getitem__(self, index):
        return self.dataset[self.indices[index]]

    def __len__(self):
        return len(self.indices)


class ConcatDataset(Dataset):
    def __init__(self, datasets):
        self.datasets = list(datasets)

    def __getitem__(self, index):
        index = index + len(self) if index < 0 else index
        for dataset in self.datasets:
            if index < len(dataset):
                return dataset[index]
            index -= len(dataset)
        raise IndexError("there are fewer examples")

    def __len__(self):
        return sum(len(dataset) for dataset in self.datasets)


def random_split(dataset, lengths, generator=None):
    if abs(sum(lengths) - 1) < 1e-9:
        counts = [int(len(dataset) * share) for share in lengths]
        for at in range(len(dataset) - sum(counts)):
            counts[at % len(counts)] += 1
        lengths = counts
    if sum(lengths) != len(dataset):
        raise ValueError("Sum of input lengths does not equal the length of the input dataset!")
    order, parts, at = torch.randperm(len(dataset), generator=generator).tolist(), [], 0
    for length in lengths:
        parts.append(Subset(dataset, order[at : at + length]))
        at += length
    return parts


def default_collate(batch):
    """Joins examples: tensors are stacked, numbers become tensors."""
    first = batch[0]
    if isinstance(first, torch.Tensor):
        return torch.stack(list(batch))
    if hasattr(first, "_tensor"):
        return torch.stack([torch.as_tensor(part) for part in batch])
    if isinstance(first, int):
        return torch.tensor(batch)
    if isinstance(first, float):
        return torch.tensor(batch, dtype=torch.float64)
    if isinstance(first, dict):
        return {key: default_collate([part[key] for part in batch]) for key in first}
    if isinstance(first, (tuple, list)):
        parts = [default_collate(list(column)) for column in zip(*batch)]
        return type(first)(*parts) if hasattr(first, "_fields") else parts
    return batch


class DataLoader:
    """Batches of examples, in order or shuffled."""

    def __init__(
        self, dataset, batch_size=1, shuffle=None, sampler=None, batch_sampler=None, num_workers=0, collate_fn=None,
        pin_memory=False, drop_last=False, generator=None, **unused,
    ):
        self.dataset, self.batch_size, self.drop_last = dataset, batch_size, drop_last
        self.sampler = self.batch_sampler = None
        self.collate_fn, self.generator = collate_fn or default_collate, generator
        if not isinstance(dataset, IterableDataset):
            if sampler is None:
                sampler = RandomSampler(dataset, generator=generator) if shuffle else SequentialSampler(dataset)
            self.sampler = sampler
            self.batch_sampler = batch_sampler or (None if batch_size is None else BatchSampler(sampler, batch_size, drop_last))

    def __iter__(self):
        if isinstance(self.dataset, IterableDataset):
            batch = []
            for example in self.dataset:
                batch.append(example)
                if len(batch) == self.batch_size:
                    yield self.collate_fn(batch)
                    batch = []
            if batch and not self.drop_last:
                yield self.collate_fn(batch)
        elif self.batch_sampler is None:
            for index in self.sampler:
                yield self.dataset[index]
        else:
            # PyTorch draws a seed for its workers here.
            torch.randint(0, 2**32 - 1, (2,), generator=self.generator)
            for indices in self.batch_sampler:
                yield self.collate_fn([self.dataset[index] for index in indices])

    def __len__(self):
        if isinstance(self.dataset, IterableDataset):
            raise TypeError("an IterableDataset does not know how many examples it has")
        return len(self.sampler if self.batch_sampler is None else self.batch_sampler)


def __getattr__(name):
    return _late.attribute("torch.utils.data", (), (), name)
