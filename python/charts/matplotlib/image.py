"""Pictures."""

from matplotlib._artists import Picture as AxesImage
from matplotlib.pyplot import imread, imsave
