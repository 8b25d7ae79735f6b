//! Places outside of a tensor or of a kind that names none, and in which words they are refused.

use super::refuses;

#[test]
fn places_outside_are_named() {
    refuses(&[
        (
            "a[2]",
            "IndexError",
            "index 2 is out of bounds for dimension 0 with size 2",
        ),
        (
            "a[:, -4]",
            "IndexError",
            "index -4 is out of bounds for dimension 1 with size 3",
        ),
        (
            "a[0, torch.tensor([3])]",
            "IndexError",
            "index 3 is out of bounds for dimension 1 with size 3",
        ),
        (
            "a[0, 0, 0]",
            "IndexError",
            "too many indices for tensor of dimension 2",
        ),
        (
            "a[mask[:, :2]]",
            "IndexError",
            "a mask of shape [2, 2] does not fit a tensor of shape [2, 3]",
        ),
        (
            "torch.multinomial(torch.tensor([1.0, 0.0]), 3)",
            "RuntimeError",
            "too few weights to draw that often, or all are 0",
        ),
        (
            "torch.multinomial(torch.tensor([1.0, -1.0]), 1)",
            "RuntimeError",
            "one is negative, infinite or no number",
        ),
        ("a[::0]", "ValueError", "a step of 0"),
        ("a[::-1]", "ValueError", "a step above 0"),
        (
            "a.sum(2)",
            "IndexError",
            "there is no dimension 2: they go from -2 to 1",
        ),
        (
            "a.sum(-3)",
            "IndexError",
            "there is no dimension -3: they go from -2 to 1",
        ),
        (
            "torch.stack([a, a], 3)",
            "IndexError",
            "there is no dimension 3: they go from -3 to 2",
        ),
        (
            "a.gather(1, torch.tensor([[3], [0]]))",
            "RuntimeError",
            "index 3 is out of bounds for dimension 1 with size 3",
        ),
        (
            "a.scatter(1, torch.tensor([[-1]]), 1.0)",
            "RuntimeError",
            "index -1 is out of bounds for dimension 1 with size 3",
        ),
        (
            "a.index_add(0, torch.tensor([2]), a[:1])",
            "IndexError",
            "index 2 is out of bounds for dimension 0 with size 2",
        ),
        (
            "torch.zeros(0).max()",
            "RuntimeError",
            "an empty tensor has no largest",
        ),
        (
            "torch.zeros(0).argmax()",
            "IndexError",
            "an empty tensor has no largest",
        ),
        ("del a[0]", "TypeError", "cannot be deleted"),
        (
            "np.concatenate([np.zeros(0), np.zeros((2, 3))])",
            "ValueError",
            "must have same number of dimensions",
        ),
        ("len(a.sum())", "TypeError", "a single number has no length"),
        (
            "[1, 2][torch.tensor(1.0)]",
            "TypeError",
            "an index must be a whole number",
        ),
        (
            "int(torch.tensor(float('inf')))",
            "OverflowError",
            "cannot convert float inf to integer",
        ),
    ]);
}
