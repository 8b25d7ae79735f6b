"""TensorBoard's writer, by its other name."""

from torch.utils.tensorboard import SummaryWriter
