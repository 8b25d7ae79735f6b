//! The module `_lander`: the landing craft of `gymnasium.envs.box2d`, which is stepped by the crate
//! that the lab trains with. A craft is a list of numbers and nothing else.

use policy_lab_lander::{Action, Begin, Ending, Lander, Outcome, Rules, WORDS, Wind};

pub(crate) use _lander::module_def as module;

/// Numbers of the rules: gravity, 1 with wind, its power and its turbulence.
const RULES: usize = 4;
/// Numbers of a craft in Python: its words, and the wind's two steps.
const CRAFT: usize = WORDS + 2;
/// Numbers that an episode begins with: heights, a push, the wind's steps, and two random ones.
const BEGIN: usize = 12 + 2 + 2 + 2;

fn rules([gravity, has_wind, power, turbulence]: [f64; RULES]) -> Rules {
    let wind = Wind { power, turbulence };
    Rules {
        gravity,
        wind: (has_wind != 0.0).then_some(wind),
    }
}

fn numbers(lander: &Lander) -> Vec<f64> {
    let words = lander.words().map(f64::from).into_iter();
    words.chain(lander.wind.map(|step| step as f64)).collect()
}

fn begun(told: [f64; BEGIN], of: [f64; RULES]) -> Vec<f64> {
    let begin = Begin {
        heights: std::array::from_fn(|place| told[place]),
        force: [told[12], told[13]],
        wind: [told[14] as i64, told[15] as i64],
        dispersion: [told[16], told[17]],
    };
    numbers(&Lander::begin(rules(of), &begin))
}

fn stepped(
    craft: [f64; CRAFT],
    action: &[f64],
    dispersion: [f64; 2],
    of: [f64; RULES],
) -> (Vec<f64>, Outcome) {
    let words = std::array::from_fn(|place| craft[place] as f32);
    let mut lander = Lander::of_words(rules(of), &words);
    lander.wind = [craft[WORDS] as i64, craft[WORDS + 1] as i64];
    let action = match action {
        [main, side] => Action::Continuous([*main, *side]),
        [number, ..] => Action::Discrete(*number as u32),
        [] => Action::Discrete(0),
    };
    let outcome = lander.step(action, dispersion);
    (numbers(&lander), outcome)
}

fn name(ending: Option<Ending>) -> Option<&'static str> {
    ending.map(|ending| match ending {
        Ending::Crashed => "crashed",
        Ending::FlewOff => "flew off",
        Ending::Landed => "landed",
    })
}

#[rustpython_vm::pymodule]
mod _lander {
    use rustpython_vm::builtins::PyListRef;
    use rustpython_vm::function::ArgIntoFloat;
    use rustpython_vm::{PyObjectRef, PyResult, VirtualMachine};

    /// Returns a list's numbers, which are as many as asked for.
    fn read<const N: usize>(given: &PyListRef, vm: &VirtualMachine) -> PyResult<[f64; N]> {
        let numbers = all(given, vm)?;
        let count = numbers.len();
        let wrong = |_| vm.new_value_error(format!("_lander got {count} numbers for {N}"));
        numbers.try_into().map_err(wrong)
    }

    fn all(given: &PyListRef, vm: &VirtualMachine) -> PyResult<Vec<f64>> {
        let items = given.borrow_vec();
        let number = |it: &PyObjectRef| {
            let number: ArgIntoFloat = it.clone().try_into_value(vm)?;
            Ok(number.into_float())
        };
        items.iter().map(number).collect()
    }

    fn list(numbers: Vec<f64>, vm: &VirtualMachine) -> PyObjectRef {
        let numbers = numbers.into_iter().map(|it| vm.ctx.new_float(it).into());
        vm.ctx.new_list(numbers.collect()).into()
    }

    /// Returns the craft of an episode's first moment.
    #[pyfunction]
    fn begin(told: PyListRef, rules: PyListRef, vm: &VirtualMachine) -> PyResult<PyObjectRef> {
        let craft = super::begun(read(&told, vm)?, read(&rules, vm)?);
        Ok(list(craft, vm))
    }

    /// Returns the craft after a step, its reward, and how the episode ended, or `None`.
    #[pyfunction]
    fn step(
        craft: PyListRef,
        action: PyListRef,
        dispersion: PyListRef,
        rules: PyListRef,
        vm: &VirtualMachine,
    ) -> PyResult<(PyObjectRef, f64, Option<&'static str>)> {
        let (action, dispersion) = (all(&action, vm)?, read(&dispersion, vm)?);
        let (craft, outcome) =
            super::stepped(read(&craft, vm)?, &action, dispersion, read(&rules, vm)?);
        Ok((list(craft, vm), outcome.reward, super::name(outcome.ending)))
    }
}

/// Has bodies stepped by what is linked here, for runs that train here with a reader's functions.
/// Natively the engine has that itself.
#[cfg(target_arch = "wasm32")]
pub(crate) fn install_bodies() {
    use policy_lab::envs::bodies::{BodyProgram, install};

    struct Linked;

    impl BodyProgram for Linked {
        fn begin(&self, rows: &mut [f32]) {
            policy_lab_lander::begin_rows(rows);
        }

        fn step(&self, rows: &mut [f32], width: usize) {
            policy_lab_lander::step_rows(rows, width);
        }
    }

    install(std::rc::Rc::new(Linked));
}
