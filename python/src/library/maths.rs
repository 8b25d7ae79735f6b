//! The functions of `math` of floating-point numbers. Those of whole numbers are Python
//! (`lib/math.py`).

use std::ops::Deref;

use rustpython_vm::function::ArgIntoFloat;
use rustpython_vm::{PyObjectRef, PyResult, TryFromObject, VirtualMachine};

pub(crate) use _math::module_def as module;

/// A number, or an object that can be read as one.
struct Float(f64);

impl Deref for Float {
    type Target = f64;

    fn deref(&self) -> &f64 {
        &self.0
    }
}

impl TryFromObject for Float {
    fn try_from_object(vm: &VirtualMachine, object: PyObjectRef) -> PyResult<Self> {
        Ok(Self(
            ArgIntoFloat::try_from_object(vm, object)?.into_float(),
        ))
    }
}

/// Returns what a function gave, or the error that Python raises where it has no value or none that
/// fits.
fn given(result: f64, inputs: &[f64], vm: &VirtualMachine) -> PyResult<f64> {
    if result.is_nan() && !inputs.iter().any(|x| x.is_nan()) {
        return Err(vm.new_value_error("math domain error"));
    }
    if result.is_infinite() && inputs.iter().all(|x| x.is_finite()) {
        return Err(vm.new_overflow_error("math range error"));
    }
    Ok(result)
}

/// Returns what a function with poles gave: at a pole it has no value.
fn beside_pole(result: f64, inputs: &[f64], vm: &VirtualMachine) -> PyResult<f64> {
    let is_pole = result.is_infinite() && inputs.iter().all(|x| x.is_finite());
    given(if is_pole { f64::NAN } else { result }, inputs, vm)
}

/// Defines functions of one number, each by what computes it and what says whether it has a value.
macro_rules! of_one_number {
    ($($name:ident = $compute:path, $checked:path;)*) => {
        #[rustpython_vm::pymodule(sub, name = "_math")]
        pub mod of_one_number {
            use rustpython_vm::{PyResult, VirtualMachine};

            use super::{Float, beside_pole, given};

            $(
                #[pyfunction]
                fn $name(x: Float, vm: &VirtualMachine) -> PyResult<f64> {
                    $checked($compute(*x), &[*x], vm)
                }
            )*
        }
    };
}

of_one_number! {
    sqrt = f64::sqrt, given;
    cbrt = f64::cbrt, given;
    exp = f64::exp, given;
    exp2 = f64::exp2, given;
    expm1 = f64::exp_m1, given;
    ln = f64::ln, beside_pole;
    log1p = f64::ln_1p, beside_pole;
    ln2 = f64::log2, beside_pole;
    ln10 = f64::log10, beside_pole;
    sin = f64::sin, given;
    cos = f64::cos, given;
    tan = f64::tan, given;
    asin = f64::asin, given;
    acos = f64::acos, given;
    atan = f64::atan, given;
    sinh = f64::sinh, given;
    cosh = f64::cosh, given;
    tanh = f64::tanh, given;
    asinh = libm::asinh, given;
    acosh = libm::acosh, given;
    atanh = libm::atanh, beside_pole;
    erf = libm::erf, given;
    erfc = libm::erfc, given;
    fabs = f64::abs, given;
}

#[rustpython_vm::pymodule(with(of_one_number))]
mod _math {
    use rustpython_vm::function::PosArgs;
    use rustpython_vm::{PyResult, VirtualMachine};

    use super::{Float, given};

    #[pyfunction]
    fn atan2(y: Float, x: Float) -> f64 {
        y.atan2(*x)
    }
    #[pyfunction]
    fn gamma(x: Float, vm: &VirtualMachine) -> PyResult<f64> {
        let x = *x;
        let is_pole = x == f64::NEG_INFINITY || (x <= 0.0 && x.fract() == 0.0);
        let result = if is_pole { f64::NAN } else { libm::tgamma(x) };
        given(result, &[x], vm)
    }
    #[pyfunction]
    fn lgamma(x: Float, vm: &VirtualMachine) -> PyResult<f64> {
        let x = *x;
        let is_pole = x.is_finite() && x <= 0.0 && x.fract() == 0.0;
        let result = if is_pole { f64::NAN } else { libm::lgamma(x) };
        given(result, &[x], vm)
    }
    #[pyfunction]
    fn pow(x: Float, y: Float, vm: &VirtualMachine) -> PyResult<f64> {
        let (x, y) = (*x, *y);
        if x == 0.0 && y < 0.0 && y.is_finite() {
            return Err(vm.new_value_error("math domain error"));
        }
        given(x.powf(y), &[x, y], vm)
    }
    #[pyfunction]
    fn fmod(x: Float, y: Float, vm: &VirtualMachine) -> PyResult<f64> {
        let (x, y) = (*x, *y);
        given(x % y, &[x, y], vm)
    }
    #[pyfunction]
    fn remainder(x: Float, y: Float, vm: &VirtualMachine) -> PyResult<f64> {
        let (x, y) = (*x, *y);
        given(libm::remainder(x, y), &[x, y], vm)
    }
    #[pyfunction]
    fn fma(x: Float, y: Float, z: Float, vm: &VirtualMachine) -> PyResult<f64> {
        let (x, y, z) = (*x, *y, *z);
        given(libm::fma(x, y, z), &[x, y, z], vm)
    }
    #[pyfunction]
    fn copysign(x: Float, y: Float) -> f64 {
        x.copysign(*y)
    }
    #[pyfunction]
    fn isnan(x: Float) -> bool {
        x.is_nan()
    }
    #[pyfunction]
    fn isinf(x: Float) -> bool {
        x.is_infinite()
    }
    #[pyfunction]
    fn isfinite(x: Float) -> bool {
        x.is_finite()
    }
    #[pyfunction]
    fn frexp(x: Float) -> (f64, i32) {
        let x = *x;
        if x.is_finite() {
            libm::frexp(x)
        } else {
            (x, 0)
        }
    }
    #[pyfunction]
    fn ldexp(x: Float, exponent: i32, vm: &VirtualMachine) -> PyResult<f64> {
        given(libm::ldexp(*x, exponent), &[*x], vm)
    }
    #[pyfunction]
    fn modf(x: Float) -> (f64, f64) {
        let x = *x;
        let fraction = if x.is_infinite() { 0.0 } else { x.fract() };
        (fraction.copysign(x), x.trunc())
    }
    #[pyfunction]
    fn next(x: Float, towards: Float) -> f64 {
        libm::nextafter(*x, *towards)
    }
    #[pyfunction]
    fn hypot(given: PosArgs<Float>) -> f64 {
        let numbers: Vec<f64> = given.into_iter().map(|x| x.abs()).collect();
        let largest = numbers.iter().copied().fold(0.0, f64::max);
        if numbers.iter().any(|x| x.is_infinite()) {
            return f64::INFINITY;
        }
        if let [x, y] = numbers[..] {
            return x.hypot(y);
        }
        if numbers.iter().any(|x| x.is_nan()) {
            return f64::NAN;
        }
        if largest == 0.0 {
            return 0.0;
        }
        // A power of two loses nothing; what the squares and their sum lose is added at the end.
        let scale = libm::ldexp(1.0, (-libm::frexp(largest).1).min(1023));
        let (mut sum, mut lost) = (0.0, 0.0);
        for x in numbers.iter().map(|x| x * scale) {
            let square = x * x;
            let next = sum + square;
            let smaller = if sum >= square {
                (sum - next) + square
            } else {
                (square - next) + sum
            };
            lost += smaller + libm::fma(x, x, -square);
            sum = next;
        }
        let root = (sum + lost).sqrt();
        let rest = libm::fma(-root, root, sum) + lost;
        (root + rest / (2.0 * root)) / scale
    }
}
