"""Progress, by another name."""

from tqdm import tqdm, trange
