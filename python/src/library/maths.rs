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
fn beside_pole(result: f64, x: f64, vm: &VirtualMachine) -> PyResult<f64> {
    if (result.is_infinite() && x.is_finite()) || (result.is_nan() && !x.is_nan()) {
        return Err(vm.new_value_error("math domain error"));
    }
    Ok(result)
}

#[rustpython_vm::pymodule]
mod _math {
    use rustpython_vm::function::PosArgs;
    use rustpython_vm::{PyResult, VirtualMachine};

    use super::{Float, beside_pole, given};

    #[pyfunction]
    fn sqrt(x: Float, vm: &VirtualMachine) -> PyResult<f64> {
        given(x.sqrt(), &[*x], vm)
    }
    #[pyfunction]
    fn cbrt(x: Float) -> f64 {
        x.cbrt()
    }
    #[pyfunction]
    fn exp(x: Float, vm: &VirtualMachine) -> PyResult<f64> {
        given(x.exp(), &[*x], vm)
    }
    #[pyfunction]
    fn exp2(x: Float, vm: &VirtualMachine) -> PyResult<f64> {
        given(x.exp2(), &[*x], vm)
    }
    #[pyfunction]
    fn expm1(x: Float, vm: &VirtualMachine) -> PyResult<f64> {
        given(x.exp_m1(), &[*x], vm)
    }
    #[pyfunction]
    fn ln(x: Float, vm: &VirtualMachine) -> PyResult<f64> {
        beside_pole(x.ln(), *x, vm)
    }
    #[pyfunction]
    fn log1p(x: Float, vm: &VirtualMachine) -> PyResult<f64> {
        beside_pole(x.ln_1p(), *x, vm)
    }
    #[pyfunction]
    fn ln2(x: Float, vm: &VirtualMachine) -> PyResult<f64> {
        beside_pole(x.log2(), *x, vm)
    }
    #[pyfunction]
    fn ln10(x: Float, vm: &VirtualMachine) -> PyResult<f64> {
        beside_pole(x.log10(), *x, vm)
    }
    #[pyfunction]
    fn sin(x: Float, vm: &VirtualMachine) -> PyResult<f64> {
        given(x.sin(), &[*x], vm)
    }
    #[pyfunction]
    fn cos(x: Float, vm: &VirtualMachine) -> PyResult<f64> {
        given(x.cos(), &[*x], vm)
    }
    #[pyfunction]
    fn tan(x: Float, vm: &VirtualMachine) -> PyResult<f64> {
        given(x.tan(), &[*x], vm)
    }
    #[pyfunction]
    fn asin(x: Float, vm: &VirtualMachine) -> PyResult<f64> {
        given(x.asin(), &[*x], vm)
    }
    #[pyfunction]
    fn acos(x: Float, vm: &VirtualMachine) -> PyResult<f64> {
        given(x.acos(), &[*x], vm)
    }
    #[pyfunction]
    fn atan(x: Float) -> f64 {
        x.atan()
    }
    #[pyfunction]
    fn atan2(y: Float, x: Float) -> f64 {
        y.atan2(*x)
    }
    #[pyfunction]
    fn sinh(x: Float, vm: &VirtualMachine) -> PyResult<f64> {
        given(x.sinh(), &[*x], vm)
    }
    #[pyfunction]
    fn cosh(x: Float, vm: &VirtualMachine) -> PyResult<f64> {
        given(x.cosh(), &[*x], vm)
    }
    #[pyfunction]
    fn tanh(x: Float) -> f64 {
        x.tanh()
    }
    #[pyfunction]
    fn asinh(x: Float) -> f64 {
        libm::asinh(*x)
    }
    #[pyfunction]
    fn acosh(x: Float, vm: &VirtualMachine) -> PyResult<f64> {
        given(libm::acosh(*x), &[*x], vm)
    }
    #[pyfunction]
    fn atanh(x: Float, vm: &VirtualMachine) -> PyResult<f64> {
        beside_pole(libm::atanh(*x), *x, vm)
    }
    #[pyfunction]
    fn erf(x: Float) -> f64 {
        libm::erf(*x)
    }
    #[pyfunction]
    fn erfc(x: Float) -> f64 {
        libm::erfc(*x)
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
    fn fabs(x: Float) -> f64 {
        x.abs()
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
