"""What numpy 2.0 has removed, and what it says to take instead."""

_REMOVED = {
    "Inf": "`np.inf`", "Infinity": "`np.inf`", "infty": "`np.inf`", "PINF": "`np.inf`", "NINF": "`-np.inf`", "NaN": "`np.nan`",
    "NZERO": "`-0.0`", "PZERO": "`0.0`", "alltrue": "`np.all`", "sometrue": "`np.any`", "round_": "`np.round`",
    "complex_": "`np.complex128`", "string_": "`np.bytes_`", "unicode_": "`np.str_`", "longfloat": "`np.longdouble`",
    "mat": "`np.asmatrix`", "cast": "`np.asarray(arr, dtype=dtype)`", "issubclass_": "`issubclass` builtin",
    "asfarray": "`np.asarray` with a proper dtype", "find_common_type": "`numpy.promote_types` or `numpy.result_type`",
}


def words(name):
    """Returns what numpy says of a name that it had, or None."""
    instead = _REMOVED.get(name)
    return instead and f"`np.{name}` was removed in the NumPy 2.0 release. Use {instead} instead."
