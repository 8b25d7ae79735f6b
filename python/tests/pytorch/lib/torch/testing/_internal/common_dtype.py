"""The types of numbers that a test runs for: of all that PyTorch has, those that tensors hold here."""

import torch

_FRACTIONS = (torch.float32, torch.float64)
_WHOLE = (torch.uint8, torch.int32, torch.int64)


def _held(*dtypes):
    return tuple(dict.fromkeys(dtype for dtype in dtypes if isinstance(dtype, torch.dtype)))


def _named(usual):
    return lambda *dtypes: _held(*usual, *dtypes)


floating_types = floating_types_and = floating_types_and_half = _named(_FRACTIONS)
floating_and_complex_types = floating_and_complex_types_and = double_types = _named(_FRACTIONS)
integral_types = integral_types_and = _named(_WHOLE)
all_types = all_types_and = all_types_and_complex = all_types_and_complex_and = all_types_and_half = _named(_FRACTIONS + _WHOLE)
all_types_complex_float8_and = all_types_and
complex_types = complex_types_and = empty_types = custom_types = float8_types = float8_types_and = _named(())


def get_all_int_dtypes():
    return list(_WHOLE)


def get_all_math_dtypes(device):
    return list(_FRACTIONS + _WHOLE)


def get_all_fp_dtypes(include_half=True, include_bfloat16=True):
    return list(_FRACTIONS)


def get_all_dtypes(include_bool=True, **unused):
    return [*_FRACTIONS, *_WHOLE] + [torch.bool] * include_bool


def get_all_complex_dtypes(include_complex32=False):
    return []


get_all_qint_dtypes = get_all_complex_dtypes
float_to_corresponding_complex_type_map = {}
