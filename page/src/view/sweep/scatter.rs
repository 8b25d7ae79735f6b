//! Settings that were drawn at random, as points of a plane.

use super::words::setting_name;
use crate::view::axis::Axis;
use crate::view::settings::amount;
use policy_lab::config::draft::parse;
use policy_lab::config::fields::Field;
use policy_lab::config::sweep::SweepPlan;

/// Ratio of the ends from which on an axis is logarithmic.
const WIDE: f64 = 10.0;

/// A point for each setting.
#[derive(Clone, Debug, PartialEq)]
pub struct SweepScatter {
    /// The hyperparameters to the right and upwards, each with the texts at its ends.
    pub axes: [ScatterAxis; 2],
    /// Where each setting lies, from the left and from below, from 0 to 1, with its name.
    pub points: Vec<(f64, f64, String)>,
}

/// An axis of the plane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScatterAxis {
    /// The hyperparameter.
    pub key: &'static str,
    /// The texts at its two ends.
    pub ends: [String; 2],
}

impl SweepScatter {
    /// Returns the points of a plan; `None` unless its settings were drawn and have two numbers.
    pub fn of(plan: &SweepPlan) -> Option<Self> {
        let fields: Vec<&'static Field> = plan.fields().collect();
        let [across, up] = fields.as_slice() else {
            return None;
        };
        if !plan.is_random() {
            return None;
        }
        let (x_axis, x) = places(plan, across, 0)?;
        let (y_axis, y) = places(plan, up, 1)?;
        let names = (0..plan.combinations().len()).map(|it| setting_name(plan, it));
        let points = x.into_iter().zip(y).zip(names);
        Some(Self {
            axes: [x_axis, y_axis],
            points: points.map(|((x, y), name)| (x, y, name)).collect(),
        })
    }
}

/// Returns the axis of a field, and where each setting lies on it.
fn places(
    plan: &SweepPlan,
    field: &'static Field,
    place: usize,
) -> Option<(ScatterAxis, Vec<f64>)> {
    let texts = plan.combinations().iter();
    let texts = texts.map(|it| it.texts[place].as_str());
    let number = |text| amount(&parse(field, text).ok()?);
    let values: Vec<f64> = texts.clone().map(number).collect::<Option<_>>()?;
    let by_value = |one: &(f64, &str), other: &(f64, &str)| one.0.total_cmp(&other.0);
    let named = values.iter().copied().zip(texts);
    let (low, low_text) = named.clone().min_by(by_value)?;
    let (high, high_text) = named.max_by(by_value)?;
    let axis = Axis {
        range: low..high,
        is_log: low > 0.0 && high / low >= WIDE,
    };
    let at = |value: &f64| match low == high {
        true => 0.5,
        false => axis.part_of(*value),
    };
    let ends = [low_text, high_text].map(str::to_owned);
    let key = field.key;
    Some((ScatterAxis { key, ends }, values.iter().map(at).collect()))
}
