//! Tensors as text, in PyTorch's layout.

use rustpython_vm::types::Representable;
use rustpython_vm::{Py, PyResult, VirtualMachine};

use super::PyTensor;
use crate::array::{Array, Dtype};

/// A tensor with more elements shows only the first and last of each dimension.
const MOST_SHOWN: usize = 1_000;
/// Elements shown at each end.
const EDGE: usize = 3;
/// Characters in a line.
const LINE: usize = 80;

impl Representable for PyTensor {
    fn repr_str(zelf: &Py<Self>, _vm: &VirtualMachine) -> PyResult<String> {
        let array = zelf.array();
        let mut text = String::from(match zelf.numbers().is_parameter() {
            true => "Parameter containing:\ntensor(",
            false => "tensor(",
        });
        text.push_str(&body(&array));
        // No elements tell the type of an empty tensor.
        let usual = array.dtype() == Dtype::Float32
            || !array.is_empty() && matches!(array.dtype(), Dtype::Int64 | Dtype::Bool);
        if array.is_empty() && array.rank() > 1 {
            let sizes = format!("{:?}", array.shape());
            text.push_str(&format!(", size=({})", sizes.trim_matches(['[', ']'])));
        }
        if !usual {
            text.push_str(&format!(", dtype=torch.{}", array.dtype().name()));
        }
        if let Some(node) = array.node() {
            match node.is_leaf() {
                true => text.push_str(", requires_grad=True"),
                false => text.push_str(&format!(", grad_fn=<{}>", node.short_name())),
            }
        }
        text.push(')');
        Ok(text)
    }
}

fn body(array: &Array) -> String {
    if array.is_empty() {
        return "[]".to_owned();
    }
    let texts = match array.dtype() {
        Dtype::Bool => array
            .ints()
            .iter()
            .map(|truth| if *truth == 0 { "False" } else { "True" }.to_owned())
            .collect(),
        dtype if dtype.is_float() => floats(&array.floats()),
        _ => array
            .ints()
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>(),
    };
    if array.rank() == 0 {
        return texts[0].clone();
    }
    // What is infinite or no number stands as wide as it is.
    let finite = texts.iter().filter(|text| !text.ends_with(['f', 'n']));
    let width = finite.map(String::len).max().unwrap_or(0);
    let padded: Vec<String> = texts.iter().map(|text| format!("{text:>width$}")).collect();
    let (is_long, indent) = (array.len() > MOST_SHOWN, "tensor(".len() + 1);
    nest(&padded, array.shape(), is_long, indent)
}

/// Formats numbers with four decimals, or none if all are whole, or in scientific notation if their
/// sizes differ too much.
fn floats(numbers: &[f64]) -> Vec<String> {
    let finite = || numbers.iter().copied().filter(|number| number.is_finite());
    let largest = finite().map(f64::abs).fold(0.0, f64::max);
    let smallest = finite()
        .map(f64::abs)
        .filter(|number| *number > 0.0)
        .fold(f64::INFINITY, f64::min);
    let is_whole = finite().all(|number| number == number.trunc());
    let in_powers = largest > 1e8 || smallest < 1e-4 || largest / smallest > 1_000.0;
    numbers
        .iter()
        .map(|number| match number {
            number if number.is_nan() => "nan".to_owned(),
            number if number.is_infinite() => if *number > 0.0 { "inf" } else { "-inf" }.to_owned(),
            number if in_powers => powers(*number),
            number if is_whole => format!("{number:.0}."),
            number => format!("{number:.4}"),
        })
        .collect()
}

/// Formats a number as `1.2346e-05`, the way Python does.
fn powers(number: f64) -> String {
    let text = format!("{number:.4e}");
    match text.split_once('e') {
        Some((digits, power)) => {
            let (sign, power) = power
                .strip_prefix('-')
                .map_or(('+', power), |power| ('-', power));
            format!("{digits}e{sign}{power:0>2}")
        }
        None => text,
    }
}

/// Formats nested lists, each line indented below the bracket that it belongs to.
fn nest(texts: &[String], shape: &[usize], is_long: bool, indent: usize) -> String {
    let (size, inner) = (shape[0], &shape[1..]);
    let shown: Vec<Option<usize>> = if is_long && size > 2 * EDGE {
        let (first, last) = (0..EDGE, size - EDGE..size);
        let shown = first.map(Some).chain([None]);
        shown.chain(last.map(Some)).collect()
    } else {
        (0..size).map(Some).collect()
    };
    if inner.is_empty() {
        let parts = shown.iter().map(|at| at.map_or(" ...", |at| &texts[at]));
        return format!("[{}]", wrapped(parts, indent));
    }
    let step = texts.len() / size.max(1);
    let parts: Vec<String> = shown
        .iter()
        .map(|at| match at {
            Some(at) => nest(&texts[at * step..][..step], inner, is_long, indent + 1),
            None => "...".to_owned(),
        })
        .collect();
    let gap = format!(",{}{}", "\n".repeat(inner.len()), " ".repeat(indent));
    format!("[{}]", parts.join(&gap))
}

/// Joins numbers with commas, broken into lines.
fn wrapped<'a>(parts: impl Iterator<Item = &'a str>, indent: usize) -> String {
    let mut text = String::new();
    let mut column = indent;
    for part in parts {
        if !text.is_empty() {
            if column + part.len() + 3 > LINE {
                text.push_str(&format!(",\n{}", " ".repeat(indent)));
                column = indent;
            } else {
                text.push_str(", ");
                column += 2;
            }
        }
        text.push_str(part);
        column += part.len();
    }
    text
}
