//! A section of a fixture: finds its numbers, compares with them, and reports those that were never
//! compared.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::fmt::Display;

use burn::tensor::Tensor;
use policy_lab_tensors::device::read;
use serde_json::Value;

use super::source;
use super::tolerance::Tolerance;

/// Prefixes of keys whose numbers describe the fixture and not the library.
const REMARKS: [&str; 5] = [
    "drift_of",
    "max_abs_grad_diff",
    "max_abs_drift",
    "growth_of",
    "torch_float32_max_abs",
];

/// One section of one file.
pub struct Section {
    path: String,
    value: Value,
    looked_at: RefCell<BTreeSet<String>>,
    compared: Cell<usize>,
}

/// A place in a section.
#[derive(Clone)]
pub struct Node<'a> {
    section: &'a Section,
    value: &'a Value,
    path: String,
}

/// Returns an error of the library as text.
pub fn told(error: impl Display) -> String {
    error.to_string()
}

impl Section {
    /// Opens the section `key` of the file `name`.
    pub fn open(name: &str, key: &str) -> Result<Self, String> {
        let mut file: Value = serde_json::from_str(&source::text(name)?)
            .map_err(|error| format!("{name}: {error}"))?;
        Ok(Self {
            path: format!("{name}.{key}"),
            value: file
                .get_mut(key)
                .map(Value::take)
                .ok_or_else(|| format!("{name}: no {key}"))?,
            looked_at: RefCell::default(),
            compared: Cell::new(0),
        })
    }

    /// Returns the root of the section.
    pub fn root(&self) -> Node<'_> {
        Node {
            section: self,
            value: &self.value,
            path: self.path.clone(),
        }
    }

    /// Returns the cases of a list.
    pub fn cases(&self) -> Result<Vec<Node<'_>>, String> {
        self.root().items()
    }

    /// Returns how many numbers were compared. In the repository's own fixtures every number must
    /// have been compared, except for inputs and remarks; another folder may contain more than the
    /// library computes.
    pub fn finish(self) -> Result<usize, String> {
        let mut forgotten = Vec::new();
        self.root()
            .leaves(&mut |path| forgotten.push(path.to_owned()));
        forgotten.retain(|path| !self.looked_at.borrow().contains(path));
        if source::is_own() && !forgotten.is_empty() {
            return Err(format!("nothing compares {}", forgotten.join(", ")));
        }
        Ok(self.compared.get())
    }
}

impl<'a> Node<'a> {
    /// Returns a message about this place.
    pub fn fault(&self, what: impl Display) -> String {
        format!("{}: {what}", self.path)
    }

    /// Returns the entry `key`, unless it is missing or null.
    pub fn find(&self, key: &str) -> Option<Node<'a>> {
        let value = self.value.get(key)?;
        let node = Node {
            section: self.section,
            value,
            path: format!("{}.{key}", self.path),
        };
        if value.is_null() {
            node.look();
            return None;
        }
        Some(node)
    }

    /// Returns the entry `key`.
    pub fn at(&self, key: &str) -> Result<Node<'a>, String> {
        self.find(key)
            .ok_or_else(|| self.fault(format!("no {key}")))
    }

    /// Returns the entries of a list.
    pub fn items(&self) -> Result<Vec<Node<'a>>, String> {
        let items = self
            .value
            .as_array()
            .ok_or_else(|| self.fault("not a list"))?;
        Ok(items
            .iter()
            .enumerate()
            .map(|(index, value)| Node {
                section: self.section,
                value,
                path: match value.get("name").and_then(Value::as_str) {
                    Some(name) => format!("{}[{index} {name}]", self.path),
                    None => format!("{}[{index}]", self.path),
                },
            })
            .collect())
    }

    /// Returns the entries by name.
    pub fn entries(&self) -> Result<Vec<(&'a str, Node<'a>)>, String> {
        let entries = self
            .value
            .as_object()
            .ok_or_else(|| self.fault("has no names"))?;
        Ok(entries
            .keys()
            .filter_map(|key| Some((key.as_str(), self.find(key)?)))
            .collect())
    }

    /// Returns the lengths of a nested list, outermost first; the first entry of each list
    /// represents all.
    pub fn shape(&self) -> Vec<usize> {
        let mut shape = Vec::new();
        let mut value = self.value;
        while let Some(items) = value.as_array() {
            shape.push(items.len());
            let Some(first) = items.first() else { break };
            value = first;
        }
        shape
    }

    /// Returns the text here.
    pub fn text(&self) -> Result<&'a str, String> {
        self.value.as_str().ok_or_else(|| self.fault("not a text"))
    }

    /// Returns all numbers of a nested list, in order, or the one that is here; true counts as 1.
    pub fn numbers(&self) -> Result<Vec<f64>, String> {
        self.look();
        let mut numbers = Vec::new();
        gather(self.value, &mut numbers).map_err(|what| self.fault(what))?;
        Ok(numbers)
    }

    /// Marks the numbers here as ones that nothing of the library is compared with.
    pub fn left_out(&self) -> Result<(), String> {
        self.numbers().map(|_| ())
    }

    /// Returns the number here.
    pub fn number(&self) -> Result<f64, String> {
        match self.numbers()?[..] {
            [number] => Ok(number),
            _ => Err(self.fault("not one number")),
        }
    }

    /// Returns the flag here.
    pub fn is_true(&self) -> Result<bool, String> {
        Ok(self.number()? != 0.0)
    }

    /// Returns the count here.
    pub fn count(&self) -> Result<usize, String> {
        let number = self.number()?;
        if number >= 0.0 && number.fract() == 0.0 {
            Ok(number as usize)
        } else {
            Err(self.fault("not a count"))
        }
    }

    /// Returns the numbers in single precision.
    pub fn floats(&self) -> Result<Vec<f32>, String> {
        Ok(self.numbers()?.into_iter().map(|n| n as f32).collect())
    }

    /// Returns the numbers as flags.
    pub fn flags(&self) -> Result<Vec<bool>, String> {
        Ok(self.numbers()?.into_iter().map(|n| n != 0.0).collect())
    }

    /// Returns the numbers as actions.
    pub fn actions(&self) -> Result<Vec<i32>, String> {
        Ok(self.numbers()?.into_iter().map(|n| n as i32).collect())
    }

    /// Compares the numbers here with the library's.
    pub fn close<T: Copy + Into<f64>>(
        &self,
        actual: &[T],
        tolerance: Tolerance,
    ) -> Result<(), String> {
        let expected = self.numbers()?;
        if actual.len() != expected.len() || expected.is_empty() {
            return Err(self.fault(format!(
                "{} numbers instead of {}",
                actual.len(),
                expected.len()
            )));
        }
        let largest = expected.iter().fold(0.0_f64, |most, n| most.max(n.abs()));
        for (index, (actual, expected)) in actual.iter().zip(&expected).enumerate() {
            let actual: f64 = (*actual).into();
            let allowed = tolerance.allows(*expected, largest);
            let error = (actual - expected).abs();
            // False for a NaN.
            let passes = error <= allowed;
            if !passes {
                return Err(self.fault(format!(
                    "number {index} is {actual} instead of {expected}: off by {error:e}, allowed {allowed:e}"
                )));
            }
        }
        let compared = &self.section.compared;
        compared.set(compared.get() + expected.len());
        Ok(())
    }

    /// Compares the entry `key`, if there is one, with a tensor.
    pub async fn compare<const D: usize>(
        &self,
        key: &str,
        actual: Tensor<D>,
        tolerance: Tolerance,
    ) -> Result<(), String> {
        let Some(expected) = self.find(key) else {
            return Ok(());
        };
        expected.close(&read(actual).await.map_err(told)?, tolerance)
    }

    fn look(&self) {
        let mut looked_at = self.section.looked_at.borrow_mut();
        looked_at.insert(self.path.clone());
    }

    /// Calls `found` with the paths of all numbers and lists of numbers, except for inputs and
    /// remarks.
    fn leaves(&self, found: &mut impl FnMut(&str)) {
        if let Ok(entries) = self.entries() {
            for (key, node) in entries {
                let is_remark = REMARKS.iter().any(|remark| key.starts_with(remark));
                if key != "inputs" && !is_remark {
                    node.leaves(found);
                }
            }
        } else if gather(self.value, &mut Vec::new()).is_ok() {
            found(&self.path);
        } else if let Ok(items) = self.items() {
            items.iter().for_each(|item| item.leaves(found));
        }
    }
}

fn gather(value: &Value, numbers: &mut Vec<f64>) -> Result<(), String> {
    match value {
        Value::Array(items) => return items.iter().try_for_each(|item| gather(item, numbers)),
        Value::Bool(flag) => numbers.push(f64::from(u8::from(*flag))),
        Value::Number(number) => numbers.push(number.as_f64().ok_or("not a finite number")?),
        other => return Err(format!("{other} is not a number")),
    }
    Ok(())
}
