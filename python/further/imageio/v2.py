"""The second interface."""

from imageio import get_reader, get_writer, imread, imsave, imwrite, mimread, mimsave, mimwrite
