"""Names that pyplot and matplotlib have of their parts."""

from matplotlib import cm
from matplotlib.colors import Normalize
from matplotlib.lines import Line2D
from matplotlib.patches import Arrow, Circle, Polygon, Rectangle
from matplotlib.ticker import FuncFormatter, MaxNLocator, MultipleLocator
