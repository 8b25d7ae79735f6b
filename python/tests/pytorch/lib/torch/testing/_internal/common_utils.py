"""The class that PyTorch's tests are written in, and what decorates them."""

import contextlib
import functools
import itertools
import os
import random
import tempfile
import unittest
import warnings

import numpy as np
import torch
from comparing import difference
from loading import Missing
from making import make_tensor
from parametrizing import instantiate_parametrized_tests, parametrize, reparametrize, subtest

TEST_NUMPY = TEST_SCIPY = NO_MULTIPROCESSING_SPAWN = True
TEST_SKIP_FAST = TEST_WITH_SLOW = False
GRADCHECK_NONDET_TOL = 0.0
torch_to_numpy_dtype_dict = {
    torch.bool: np.bool_, torch.uint8: np.uint8, torch.int32: np.int32, torch.int64: np.int64,
    torch.float32: np.float32, torch.float64: np.float64,
}
numpy_to_torch_dtype_dict = {value: key for key, value in torch_to_numpy_dtype_dict.items()}
dtype2prec_DONTUSE = {torch.float32: 1e-5, torch.float64: 1e-5}


def _nothing(*given, **named):
    """Decorates, with arguments or without, and changes nothing."""
    return given[0] if len(given) == 1 and not named and callable(given[0]) else _nothing


def _skips(why):
    def decorator(*given, **named):
        if len(given) == 1 and callable(given[0]):
            return unittest.skip(why)(given[0])
        return unittest.skip(why)

    return decorator


slowTest = _skips("slow")
skipIfNoDill = _skips("needs dill")
wrapDeterministicFlagAPITest = _skips("needs processes")
suppress_warnings = _nothing


def slowTestIf(condition):
    return slowTest if condition else _nothing


def __getattr__(name):
    """What skips or marks a test for another machine does nothing; no such machine is here."""
    if name.startswith(("TEST_", "IS_")):
        return False
    if name.startswith(("skip", "xfail", "expectedFailure", "mark", "only", "serial", "unMark", "recover")):
        return _nothing
    raise AttributeError(name)


class TestCase(unittest.TestCase):
    """Compares tensors by the tolerances of their types. It counts its assertions: a test without any shows nothing."""

    asserted = 0
    precision = rel_tol = 0.0
    maxDiff = None
    exact_dtype = True

    def __init__(self, method="runTest"):
        super().__init__(method)
        TestCase.asserted = 0

    def setUp(self):
        set_rng_seed(1234)

    def assertEqual(self, x, y, msg=None, *, atol=None, rtol=None, equal_nan=True, exact_dtype=True, exact_device=False, **named):
        TestCase.asserted += 1
        found = difference(x, y, rtol, atol, (self.rel_tol, self.precision), equal_nan, exact_dtype)
        if found is not None:
            raise self.failureException(found if not isinstance(msg, str) else f"{found}: {msg}")
        if named.get("exact_stride") and x.stride() != y.stride():
            raise self.failureException(f"the strides {x.stride()} instead of {y.stride()}")

    def assertNotEqual(self, x, y, msg=None, **named):
        TestCase.asserted += 1
        try:
            self.assertEqual(x, y, **named)
        except AssertionError:
            return
        raise self.failureException(f"{x!r} is equal to {y!r}")

    def assertEqualIgnoreType(self, *given, **named):
        return self.assertEqual(*given, exact_dtype=False, **named)

    def assertEqualBroadcasting(self, x, y, *given, **named):
        y = y if isinstance(y, torch.Tensor) else torch.tensor(y)
        return self.assertEqual(x, torch.ones_like(x) * y, *given, **named)

    def assertEqualTypeString(self, x, y):
        self.assertEqual(x.dtype, y.dtype)

    def assertObjectIn(self, obj, iterable):
        self.assertTrue(any(obj is part for part in iterable))

    def assertExpectedInline(self, actual, expect, skip=0):
        self.assertMultiLineEqual(expect, actual)

    def assertExpected(self, *given):
        raise Missing("needs a file of expected texts")

    def assertNotWarn(self, callable, msg=""):
        with warnings.catch_warnings(record=True) as seen:
            warnings.simplefilter("always")
            callable()
        self.assertTrue(len(seen) == 0, msg)

    @contextlib.contextmanager
    def assertWarnsOnceRegex(self, category, regex=""):
        with self.assertWarnsRegex(category, regex):
            yield

    def assertRaisesRegexIf(self, expr, *given, **named):
        return self.assertRaisesRegex(*given, **named) if expr else contextlib.nullcontext()

    def compare_with_numpy(self, torch_fn, np_fn, tensor_like, device=None, dtype=None, **named):
        if isinstance(tensor_like, torch.Tensor):
            array, tensor = tensor_like.detach().numpy(), tensor_like
        else:
            array = np.array(tensor_like, dtype=torch_to_numpy_dtype_dict[dtype])
            tensor = torch.tensor(tensor_like, device=device, dtype=dtype)
        self.assertEqual(np_fn(array), torch_fn(tensor), **named)


def _counting(name):
    plain = getattr(unittest.TestCase, name)

    def method(self, *given, **named):
        TestCase.asserted += 1
        return plain(self, *given, **named)

    return functools.wraps(plain)(method)


for _name in dir(unittest.TestCase):
    if _name.startswith(("assert", "fail")) and callable(getattr(unittest.TestCase, _name)) and _name not in vars(TestCase):
        if _name not in ("failureException",):
            setattr(TestCase, _name, _counting(_name))


def run_tests(*given):
    pass


def load_tests(*given):
    pass


def set_rng_seed(seed):
    torch.manual_seed(seed)
    random.seed(seed)
    np.random.seed(seed)


def gradcheck(fn, inputs, **named):
    TestCase.asserted += 1
    return torch.autograd.gradcheck(fn, inputs, **_settings(named))


def gradgradcheck(fn, inputs, grad_outputs=None, **named):
    TestCase.asserted += 1
    return torch.autograd.gradgradcheck(fn, inputs, grad_outputs, **_settings(named))


def _settings(named):
    """Leaves out what chooses between PyTorch's ways to check, of which there is one here."""
    other = ("fast_mode", "check_batched_grad", "check_undefined_grad", "check_forward_ad", "check_backward_ad", "check_batched_forward_grad",
             "masked", "nondet_tol", "check_fwd_over_rev", "check_rev_over_rev", "check_grad_dtypes", "gen_non_contig_grad_outputs")
    if named.get("check_backward_ad") is False:
        raise Missing("needs gradients that are carried forward")
    return {key: value for key, value in named.items() if key not in other}


def _assertGradAndGradgradChecks(test, apply_fn, inputs, **named):
    test.assertTrue(gradcheck(apply_fn, inputs, **named))
    test.assertTrue(gradgradcheck(apply_fn, inputs, **named))


@contextlib.contextmanager
def set_default_dtype(dtype):
    before = torch.get_default_dtype()
    torch.set_default_dtype(dtype)
    try:
        yield
    finally:
        torch.set_default_dtype(before)


@contextlib.contextmanager
def set_default_tensor_type(kind):
    before = torch.get_default_dtype()
    torch.set_default_tensor_type(kind)
    try:
        yield
    finally:
        torch.set_default_dtype(before)


@contextlib.contextmanager
def freeze_rng_state():
    before = torch.get_rng_state()
    try:
        yield
    finally:
        torch.set_rng_state(before)


class swap(parametrize):
    """Runs a test with PyTorch's two ways to load numbers into parameters, of which there is one here."""

    def __init__(self, swap_values):
        super().__init__("swap", swap_values)

    def cases(self):
        for value in self.values:
            yield f"swap_{value}", {}, [_skips("swaps tensors")] if value else []


def wrapSwapTensorsTest(swap=None):
    return _skips("swaps tensors") if swap else _nothing


@contextlib.contextmanager
def disable_gc():
    yield


@contextlib.contextmanager
def set_warn_always_context(new):
    yield


class DeterministicGuard:
    def __init__(self, deterministic, *, warn_only=False, fill_uninitialized_memory=True):
        self.deterministic, self.warn_only = deterministic, warn_only

    def __enter__(self):
        torch.use_deterministic_algorithms(self.deterministic, warn_only=self.warn_only)

    def __exit__(self, *raised):
        torch.use_deterministic_algorithms(False)


class CudaSyncGuard:
    def __init__(self, mode):
        raise Missing("needs CUDA")


@contextlib.contextmanager
def TemporaryFileName(*given, **named):
    with tempfile.TemporaryDirectory() as folder:
        yield os.path.join(folder, "file")


@contextlib.contextmanager
def TemporaryDirectoryName(suffix=None):
    with tempfile.TemporaryDirectory() as folder:
        yield folder


def iter_indices(tensor):
    if tensor.dim() == 0:
        return range(0)
    if tensor.dim() == 1:
        return range(tensor.size(0))
    return itertools.product(*(range(size) for size in tensor.size()))


def is_iterable_of_tensors(iterable, include_empty=False):
    if isinstance(iterable, torch.Tensor):
        return False
    try:
        parts = list(iterable)
    except TypeError:
        return False
    return all(isinstance(part, torch.Tensor) for part in parts) and (bool(parts) or include_empty)


def noncontiguous_like(t):
    """Returns the same numbers as a part of a larger tensor."""
    if not t.numel():
        return t
    result = torch.empty(tuple(t.shape) + (2,), dtype=t.dtype)[..., 0]
    return result.copy_(t.detach()).requires_grad_(t.requires_grad)


def random_square_matrix_of_rank(l, rank, dtype=torch.double, device="cpu"):
    u, s, v = torch.linalg.svd(torch.randn(l, l, dtype=dtype))
    s = torch.tensor([max(float(value), 1.0) if place < rank else 0.0 for place, value in enumerate(s)], dtype=dtype)
    return (u * s) @ v


def random_symmetric_matrix(l, *batches, dtype=torch.double, device="cpu", **named):
    made = torch.randn(*batches, l, l, dtype=dtype)
    return (made + made.mT) / 2


def random_symmetric_psd_matrix(l, *batches, dtype=torch.double, device="cpu", **named):
    made = torch.randn(*batches, l, l, dtype=dtype)
    return made @ made.mT


def random_symmetric_pd_matrix(matrix_size, *batch_dims, dtype=torch.double, device="cpu", **named):
    return random_symmetric_psd_matrix(matrix_size, *batch_dims, dtype=dtype) + torch.eye(matrix_size, dtype=dtype) * 1e-5


random_hermitian_matrix, random_hermitian_psd_matrix = random_symmetric_matrix, random_symmetric_psd_matrix


def random_hermitian_pd_matrix(matrix_size, *batch_dims, dtype, device):
    return random_symmetric_psd_matrix(matrix_size, *batch_dims, dtype=dtype) + torch.eye(matrix_size, dtype=dtype)


def make_fullrank_matrices_with_distinct_singular_values(*shape, device, dtype, requires_grad=False):
    made = make_tensor(shape, device=device, dtype=dtype)
    u, _, vh = torch.linalg.svd(made, full_matrices=False)
    s = torch.arange(2.0, u.size(-1) + 2, dtype=dtype)
    s[1::2] *= -1.0
    s = s.add(1.0).reciprocal_().add_(1.0)
    return ((u * s.unsqueeze(-2)) @ vh).detach().requires_grad_(requires_grad)


def bytes_to_scalar(byte_list, dtype, device):
    raise Missing("needs the bytes of a tensor")
