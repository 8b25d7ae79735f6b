//! What tensors refuse, and in which words: shapes, types and places that do not fit. What they
//! compute is held against PyTorch in `recorded.rs`.

use policy_lab_python::cell::Python;

mod places;
mod sizes;

/// Before each line.
const GIVEN: &str = "import _lab, torch\n\
    import numpy as np\n\
    a = torch.arange(6.0).reshape(2, 3)\n\
    c = torch.zeros(3, 4)\n\
    v = torch.zeros(5)\n\
    i = torch.tensor([[3, 1, 2], [1, 1, 0]])\n\
    B = torch.zeros(2, 3, 4)\n\
    mask = i > 1\n\
    w = torch.ones(2, 3, requires_grad=True)\n";

/// Runs each line by itself, and compares the exception that it raises.
#[track_caller]
fn refuses(lines: &[(&str, &str, &str)]) {
    let python = Python::new();
    let mut wrong = Vec::new();
    for (line, kind, part) in lines {
        let outcome = python.run(&format!("{GIVEN}{line}\n"));
        match outcome.failure {
            None => wrong.push(format!("{line}: nothing was raised")),
            Some(failure) if failure.kind != *kind || !failure.message.contains(part) => {
                wrong.push(format!("{line}: {}: {}", failure.kind, failure.message));
            }
            Some(_) => {}
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_tensor_of_the_kind_that_is_asked_for_is_the_same_tensor() {
    let source = "same = [a.float() is a, a.type(torch.float32) is a, a.type_as(c) is a, a.to(torch.float32) is a, i.long() is i, mask.bool() is mask]\n\
                  assert all(same), same\n\
                  assert a.double() is not a and a.clone() is not a\n";
    let outcome = Python::new().run(&format!("{GIVEN}{source}"));
    assert_eq!(outcome.failure, None);
}

/// Errors have PyTorch's types, and messages that say what to do.
#[test]
fn mistakes_are_told_in_words() {
    refuses(&[
        (
            "1 - torch.tensor([True])",
            "NotImplementedError",
            "mask.float()",
        ),
        (
            "torch.zeros(2, 3) + torch.zeros(2)",
            "RuntimeError",
            "3 and 2 in dimension 1",
        ),
        (
            "torch.zeros(2, 3) @ torch.zeros(2, 3)",
            "RuntimeError",
            "cannot be multiplied (2x3 and 2x3)",
        ),
        (
            "torch.zeros(3)[5]",
            "IndexError",
            "index 5 is out of bounds for dimension 0 with size 3",
        ),
        ("torch.zeros(3).item()", "RuntimeError", "no single number"),
        ("bool(torch.zeros(3))", "RuntimeError", ".any() or .all()"),
        (
            "torch.zeros(3).backward()",
            "RuntimeError",
            "no way leads back",
        ),
        (
            "x = torch.ones(2, requires_grad=True).exp().sum(); x.backward(); x.backward()",
            "RuntimeError",
            "compute the loss again",
        ),
        (
            "torch.tensor([1, 2]).mean()",
            "NotImplementedError",
            ".float() first",
        ),
        (
            "torch.tensor([[1, 2], [3]])",
            "ValueError",
            "2 and 1 in dimension 1",
        ),
        ("torch.fft", "AttributeError", "torch.fft is not known here"),
        ("torch.zeros(2).frobenius()", "AttributeError", "frobenius"),
        (
            "torch.zeros(100_000, 100_000)",
            "MemoryError",
            "does not fit in this tab",
        ),
        (
            "x = torch.zeros(2, requires_grad=True)\nx += 1",
            "RuntimeError",
            "under torch.no_grad()",
        ),
    ]);
}

#[test]
fn truth_values_and_fractions_are_not_taken_for_each_other() {
    refuses(&[
        (
            "mask - mask",
            "NotImplementedError",
            "`^` says where they differ",
        ),
        (
            "i - mask",
            "NotImplementedError",
            "`~mask` inverts a mask, `mask.float()`",
        ),
        (
            "mask - 1",
            "NotImplementedError",
            "`~mask` inverts a mask, `mask.float()`",
        ),
        ("-mask", "NotImplementedError", "`~mask` inverts a mask"),
        ("~a", "TypeError", "not fractions"),
        ("a & 1", "NotImplementedError", "not fractions"),
        ("i | 0.5", "NotImplementedError", "not fractions"),
        ("mask @ mask.t()", "RuntimeError", "not defined for bool"),
        (
            "i.mean()",
            "NotImplementedError",
            "the mean of int64 is not defined",
        ),
        (
            "mask.mean()",
            "NotImplementedError",
            "the mean of bool is not defined",
        ),
        (
            "i.std()",
            "NotImplementedError",
            "std and var take fractions",
        ),
        (
            "i.softmax(1)",
            "NotImplementedError",
            "softmax takes fractions, not int64",
        ),
        ("a[torch.tensor([0.5])]", "IndexError", "not fractions"),
        ("a @ c.double()", "RuntimeError", "not float32 and float64"),
        (
            "torch.nn.functional.linear(a.double(), c.t())",
            "RuntimeError",
            "not float64 and float32",
        ),
        ("i.requires_grad_()", "RuntimeError", ""),
    ]);
}

#[test]
fn shapes_that_do_not_fit_are_named() {
    refuses(&[
        (
            "a + v",
            "RuntimeError",
            "3 and 5 in dimension 1, of [2, 3] and [5]",
        ),
        (
            "a.view(4, -1)",
            "RuntimeError",
            "the shape [4, -1] does not hold 6 numbers",
        ),
        (
            "a.view(2, 2)",
            "RuntimeError",
            "the shape [2, 2] does not hold 6 numbers",
        ),
        ("a.view(-1, -1)", "RuntimeError", "only one size can be -1"),
        (
            "a.expand(3)",
            "RuntimeError",
            "cannot be stretched to [3] from [2, 3]",
        ),
        (
            "torch.cat([])",
            "ValueError",
            "torch.cat(): expected a non-empty list of Tensors",
        ),
        (
            "torch.cat([a, c])",
            "RuntimeError",
            "the first tensor has [2, 3] and number 1 has [3, 4]",
        ),
        (
            "torch.stack([a, a, c])",
            "RuntimeError",
            "the first is [2, 3] and number 2 is [3, 4]",
        ),
        (
            "a @ a",
            "RuntimeError",
            "cannot be multiplied (2x3 and 2x3)",
        ),
        (
            "B @ a",
            "RuntimeError",
            "cannot be multiplied (6x4 and 2x3)",
        ),
        (
            "B @ B",
            "RuntimeError",
            "cannot be multiplied (3x4 and 3x4)",
        ),
        (
            "v @ B",
            "RuntimeError",
            "cannot be multiplied (1x5 and 3x4)",
        ),
        (
            "torch.nn.functional.linear(a, c)",
            "RuntimeError",
            "cannot be multiplied (2x3 and 4x3)",
        ),
        (
            "a.index_add(0, torch.tensor([0]), a)",
            "RuntimeError",
            "there are 1 places and 2 parts",
        ),
        (
            "a.index_add(0, torch.tensor([[0]]), a[:1])",
            "IndexError",
            "a vector of indices",
        ),
        (
            "a.gather(1, torch.tensor([0]))",
            "RuntimeError",
            "an index of shape [1] does not fit a tensor of shape [2, 3]",
        ),
        (
            "a.gather(1, torch.zeros(3, 1).long())",
            "RuntimeError",
            "an index of shape [3, 1] does not fit",
        ),
        (
            "a.gather(1, torch.tensor([[0], [1]]).int())",
            "RuntimeError",
            "an index of int64",
        ),
        ("(w * 2).backward()", "RuntimeError", "a single number"),
        (
            "(w * 2).backward(torch.ones(3))",
            "RuntimeError",
            "the shape [3], and the tensor [2, 3]",
        ),
        (
            "torch.tensor([[1], 2])",
            "ValueError",
            "1 and 0 in dimension 1",
        ),
        (
            "torch.tensor([1, [2]])",
            "ValueError",
            "0 and 1 in dimension 1",
        ),
        (
            "_lab.from_bytes(b'abc', 'int32', (2,))",
            "ValueError",
            "3 bytes do not make 2 numbers of int32",
        ),
        (
            "torch.zeros(100_000_000)",
            "MemoryError",
            "a tensor of shape [100000000] does not fit in this tab",
        ),
        (
            "a.item()",
            "RuntimeError",
            "a tensor of 6 numbers is no single number",
        ),
        (
            "bool(a)",
            "RuntimeError",
            "more than one value is ambiguous",
        ),
        ("v += a", "RuntimeError", "3"),
        (
            "v += torch.zeros(2, 5)",
            "RuntimeError",
            "keeps the shape [5], and the result has [2, 5]",
        ),
        (
            "i += 0.5",
            "RuntimeError",
            "float32 does not fit into int64",
        ),
        ("mask += 1", "RuntimeError", "int64 does not fit into bool"),
    ]);
}

#[test]
fn what_is_no_sequence_of_numbers_is_named() {
    refuses(&[
        (
            "torch.tensor('12')",
            "TypeError",
            "a tensor cannot be made of str",
        ),
        (
            "torch.tensor({1: 2})",
            "TypeError",
            "a tensor cannot be made of dict",
        ),
        (
            "torch.tensor([1, None])",
            "TypeError",
            "a tensor cannot be made of NoneType",
        ),
        (
            "torch.tensor([torch.ones(2), 1.0])",
            "ValueError",
            "2 and 0 in dimension 1",
        ),
    ]);
}
