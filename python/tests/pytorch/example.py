# A text as those of PyTorch's tests: the names say what the runner has to make of it.
import torch
from torch import _insides
from torch._insides import things
from torch.testing._internal.common_device_type import dtypes, instantiate_device_type_tests, onlyCUDA
from torch.testing._internal.common_utils import TestCase, instantiate_parametrized_tests, parametrize, run_tests


class TestValues(TestCase):
    def test_passed_near(self):
        self.assertEqual(torch.tensor([1.0, 2.0]), torch.tensor([1.0, 2.000001]))

    def test_failed_far(self):
        self.assertEqual(torch.tensor([1.0, 2.0]), torch.tensor([1.0, 2.0001]))

    def test_failed_type(self):
        self.assertEqual(torch.zeros(2), torch.zeros(2, dtype=torch.float64))

    def test_failed_shape(self):
        self.assertEqual(torch.zeros(2), torch.zeros(1, 2))

    def test_failed_number(self):
        self.assertEqual({"a": [1, 2]}, {"a": [1, 3]})

    def test_failed_equal(self):
        self.assertNotEqual(torch.ones(2), torch.ones(2))

    def test_failed_error(self):
        self.assertEqual(torch.zeros(2) + torch.zeros(3), 0)

    def test_passed_words(self):
        with self.assertRaisesRegex(RuntimeError, "size of tensor a"):
            torch.zeros(2) + torch.zeros(3)

    def test_passed_assert(self):
        assert torch.ones(2).sum() == 2

    def test_skipped_nothing(self):
        torch.zeros(2)

    def test_skipped_insides(self):
        self.assertEqual(things.number, 1)

    def test_skipped_type(self):
        self.assertEqual(torch.zeros(2, dtype=torch.half), torch.zeros(2))

    @_insides.decorated(3)
    def test_skipped_decorated(self):
        self.assertEqual(1, 1)

    @parametrize("x", [1, 2])
    def test_passed_parameter(self, x):
        self.assertGreater(x, 0)

    @parametrize("x", range(1 // 0))
    def test_failed_unmade(self, x):
        self.assertGreater(x, 0)


class TestDevice(TestCase):
    @dtypes(torch.float32, torch.int8, torch.int64)
    def test_passed_types(self, device, dtype):
        self.assertEqual(torch.zeros(1, dtype=dtype, device=device).dtype, dtype)

    @onlyCUDA
    def test_skipped_elsewhere(self, device):
        self.assertEqual(1, 1)


instantiate_parametrized_tests(TestValues)
instantiate_device_type_tests(TestDevice, globals())

if __name__ == "__main__":
    run_tests()
