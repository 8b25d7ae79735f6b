"""How charts look is the affair of the page."""

from matplotlib.pyplot import style

use, context, available = style.use, style.context, style.available
library = {}
