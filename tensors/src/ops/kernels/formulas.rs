//! [`policy_lab::envs`] on the GPU: its formulas as straight code, each operation as it stands,
//! written out when a kernel is compiled.

use burn::cubecl::{self, prelude::*};
use policy_lab::envs::Dynamics;
use policy_lab::envs::formula::{BinaryOp, Formula, FormulaOp, UnaryOp};

use super::place::{GroupExtent, number_at, place};
use super::threefry::{threefry, unit};

/// Computes the results of a formula. What constants alone decide the host computes, so that no
/// compiler has to.
#[cube]
pub fn results(inputs: &Sequence<f32>, #[comptime] formula: Formula) -> Sequence<f32> {
    let formula = comptime!(formula.folded());
    let mut registers = Sequence::<f32>::new();
    #[unroll]
    for at in 0..comptime!(formula.ops.len()) {
        let result = result_of(
            inputs,
            &registers,
            comptime!(formula.ops[at]),
            comptime!(formula.tables.clone()),
        );
        registers.push(result);
    }
    let mut outputs = Sequence::<f32>::new();
    #[unroll]
    for at in 0..comptime!(formula.outputs.len()) {
        outputs.push(*registers.index(comptime!(usize::from(formula.outputs[at]))));
    }
    outputs
}

/// Computes the results of a formula for `rows` rows of inputs, a thread for each; see
/// [`crate::ops::formula`].
#[cube(launch_unchecked)]
pub fn formula_rows(
    inputs: &[f32],
    found: &mut [f32],
    extent: &GroupExtent,
    #[comptime] rows: usize,
    #[comptime] formula: Formula,
) {
    let width = comptime!(usize::from(formula.num_inputs));
    let count = comptime!(formula.outputs.len());
    let place = place(extent);
    let row = number_at(&place);
    if row < rows {
        let mut numbers = Sequence::<f32>::new();
        #[unroll]
        for input in 0..width {
            numbers.push(inputs[row * width + input]);
        }
        let outputs = results(&numbers, comptime!(formula.clone()));
        #[unroll]
        for at in 0..count {
            found[row * count + at] = *outputs.index(at);
        }
    }
}

#[cube]
fn result_of(
    inputs: &Sequence<f32>,
    registers: &Sequence<f32>,
    #[comptime] op: FormulaOp,
    #[comptime] tables: Vec<Vec<u32>>,
) -> f32 {
    match op {
        FormulaOp::Constant(bits) => constant(bits),
        FormulaOp::Input(input) => *inputs.index(comptime!(usize::from(input))),
        FormulaOp::Unary(function, a) => {
            unary(*registers.index(comptime!(usize::from(a))), function)
        }
        FormulaOp::Binary(function, a, b) => binary(
            *registers.index(comptime!(usize::from(a))),
            *registers.index(comptime!(usize::from(b))),
            function,
        ),
        FormulaOp::Select(when, then, otherwise) => {
            let when = *registers.index(comptime!(usize::from(when)));
            let then = *registers.index(comptime!(usize::from(then)));
            let otherwise = *registers.index(comptime!(usize::from(otherwise)));
            select(when != 0.0f32, then, otherwise)
        }
        FormulaOp::Gather(table, index) => looked_up(
            *registers.index(comptime!(usize::from(index))),
            comptime!(tables[usize::from(table)].clone()),
        ),
    }
}

/// Returns the number with these bits. WGSL has no spelling for one that is not finite, so such a
/// number is made of its bits.
#[cube]
fn constant(#[comptime] bits: u32) -> f32 {
    if comptime!(f32::from_bits(bits).is_finite()) {
        let value = comptime!(f32::from_bits(bits));
        value.runtime()
    } else {
        let word = comptime!(bits);
        f32::reinterpret(word.runtime())
    }
}

/// Returns the number of a table at an index, as [`policy_lab::envs::formula::looked_up`] does. A
/// choice for each number: tables are short, and constants need no buffer. There is no variable,
/// which WGSL's compilers would write and read each time.
#[cube]
fn looked_up(index: f32, #[comptime] table: Vec<u32>) -> f32 {
    let mut found = Sequence::<f32>::new();
    found.push(constant(comptime!(table[0])));
    #[unroll]
    for place in 1..comptime!(table.len()) {
        let before = *found.index(comptime!(place - 1));
        let number = constant(comptime!(table[place]));
        found.push(select(index >= comptime!(place as f32), number, before));
    }
    *found.index(comptime!(table.len() - 1))
}

#[cube]
fn unary(a: f32, #[comptime] function: UnaryOp) -> f32 {
    match function {
        UnaryOp::Neg => -a,
        UnaryOp::Abs => a.abs(),
        UnaryOp::Sign => select(a > 0.0f32, 1.0f32, select(a < 0.0f32, -1.0f32, 0.0f32)),
        UnaryOp::Floor => a.floor(),
        UnaryOp::Sqrt => a.sqrt(),
        UnaryOp::Exp => a.exp(),
        UnaryOp::Ln => a.ln(),
        UnaryOp::Sin => sin_cos(a).sin,
        UnaryOp::Cos => sin_cos(a).cos,
        UnaryOp::Tan => {
            let angle = sin_cos(a);
            angle.sin / angle.cos
        }
        UnaryOp::Tanh => a.tanh(),
    }
}

#[cube]
fn binary(a: f32, b: f32, #[comptime] function: BinaryOp) -> f32 {
    match function {
        BinaryOp::Add => a + b,
        BinaryOp::Sub => a - b,
        BinaryOp::Mul => a * b,
        BinaryOp::Div => a / b,
        BinaryOp::Pow => power(a, b),
        BinaryOp::Min => min(a, b),
        BinaryOp::Max => max(a, b),
        BinaryOp::Less => select(a < b, 1.0f32, 0.0f32),
        BinaryOp::LessEqual => select(a <= b, 1.0f32, 0.0f32),
        BinaryOp::Equal => select(a == b, 1.0f32, 0.0f32),
    }
}

/// Returns `a^b`, also where a GPU's own has no result. Below zero it is, for a whole `b`, by its
/// parity, and otherwise none here either. A GPU's own is `2^(b log₂ a)`, and 0 has no logarithm.
#[cube]
fn power(a: f32, b: f32) -> f32 {
    let by_logarithm = a.abs().powf(b);
    let of_zero = select(b > 0.0f32, 0.0f32, by_logarithm);
    let of_zero = select(b == 0.0f32, 1.0f32, of_zero);
    let size = select(a == 0.0f32, of_zero, by_logarithm);
    let is_whole = b.floor() == b;
    let half = b * 0.5f32;
    let signed = select(half.floor() == half, size, -size);
    select(a < 0.0f32, select(is_whole, signed, a.sqrt()), size)
}

/// Returns the first state of an episode; see [`policy_lab::envs::Env::first_state`].
#[cube]
pub fn first_state(
    seed: u32,
    purpose: u32,
    world: u32,
    episode: u32,
    #[comptime] dynamics: Dynamics,
) -> Sequence<f32> {
    let mut draws = Sequence::<f32>::new();
    #[unroll]
    for counter in 0..comptime!(u32::from(dynamics.first.num_inputs).div_ceil(2)) {
        let counters = comptime!(dynamics.counters());
        let words = threefry(seed, purpose, world, episode * counters + counter);
        draws.push(unit(words.x));
        draws.push(unit(words.y));
    }
    results(&draws, comptime!(dynamics.first.clone()))
}

/// Draws the random numbers of an episode's step into the last numbers of a state; see
/// [`policy_lab::envs::Chance`].
#[cube]
pub fn draw_step(
    state: &Sequence<RuntimeCell<f32>>,
    seed: u32,
    purpose: u32,
    world: u32,
    episode: u32,
    step: u32,
    #[comptime] dynamics: Dynamics,
) {
    if comptime!(dynamics.step_draws > 0) {
        let own = threefry(seed, purpose, world, episode);
        #[unroll]
        for pair in 0..comptime!(dynamics.step_draws.div_ceil(2)) {
            let words = threefry(own.x, own.y, step, comptime!(pair as u32));
            let at = comptime!(dynamics.computed_size() + 2 * pair);
            state.index(at).store(unit(words.x));
            if comptime!(at + 1 < dynamics.state_size()) {
                state.index(comptime!(at + 1)).store(unit(words.y));
            }
        }
    }
}

/// Returns where an action leads from a state: the next state's numbers, the reward, and 1 if it
/// ended the episode by its own rules. See [`policy_lab::envs::Env::transition`]; the check
/// `device-rollouts` compares the two.
#[cube]
pub fn transition(
    state: &Sequence<RuntimeCell<f32>>,
    action: &Sequence<f32>,
    terminal_reward: f32,
    #[comptime] dynamics: Dynamics,
) -> Sequence<f32> {
    let mut inputs = read(state);
    #[unroll]
    for number in 0..action.len() {
        inputs.push(*action.index(number));
    }
    inputs.push(terminal_reward);
    results(&inputs, comptime!(dynamics.step.clone()))
}

/// Returns a number of what the policy sees of a state, whose numbers lie `plane` words apart, from
/// the word `at` on.
#[cube]
pub fn observed(
    words: &[i32],
    at: usize,
    plane: usize,
    column: usize,
    #[comptime] observe: Formula,
) -> f32 {
    if comptime!(observe.is_identity()) {
        f32::reinterpret(words[column * plane + at])
    } else {
        let mut state = Sequence::<f32>::new();
        #[unroll]
        for number in 0..comptime!(usize::from(observe.num_inputs)) {
            state.push(f32::reinterpret(words[number * plane + at]));
        }
        let seen = results(&state, comptime!(observe.clone()));
        chosen(&seen, column, comptime!(observe.outputs.len()))
    }
}

/// Returns one of the first `count` numbers.
#[cube]
pub fn chosen(numbers: &Sequence<f32>, place: usize, #[comptime] count: usize) -> f32 {
    let mut found = 0.0f32;
    #[unroll]
    for number in 0..count {
        if place == number {
            found = *numbers.index(number);
        }
    }
    found
}

/// Returns room for a state.
#[cube]
pub fn blank(#[comptime] size: usize) -> Sequence<RuntimeCell<f32>> {
    let mut state = Sequence::<RuntimeCell<f32>>::new();
    #[unroll]
    for _ in 0..size {
        state.push(RuntimeCell::<f32>::new(0.0f32));
    }
    state
}

/// Returns the numbers of a state.
#[cube]
pub fn read(state: &Sequence<RuntimeCell<f32>>) -> Sequence<f32> {
    let mut numbers = Sequence::<f32>::new();
    #[unroll]
    for number in 0..state.len() {
        numbers.push(state.index(number).read());
    }
    numbers
}

/// Puts the numbers that formulas compute into a state: the first `computed` of `numbers`.
#[cube]
pub fn store(
    state: &Sequence<RuntimeCell<f32>>,
    numbers: &Sequence<f32>,
    #[comptime] computed: usize,
) {
    #[unroll]
    for number in 0..computed {
        state.index(number).store(*numbers.index(number));
    }
}

/// Reads a state, whose numbers lie `plane` words apart.
#[cube]
pub fn read_state(state: &Sequence<RuntimeCell<f32>>, words: &[i32], at: usize, plane: usize) {
    #[unroll]
    for number in 0..state.len() {
        (state.index(number)).store(f32::reinterpret(words[number * plane + at]));
    }
}

/// Writes a state as [`read_state()`] reads it.
#[cube]
pub fn write_state(words: &mut [i32], at: usize, plane: usize, state: &Sequence<RuntimeCell<f32>>) {
    #[unroll]
    for number in 0..state.len() {
        words[number * plane + at] = i32::reinterpret(state.index(number).read());
    }
}

/// The sine and cosine of an angle.
#[derive(CubeType, Clone, Copy)]
pub struct SinCos {
    /// The sine.
    pub sin: f32,
    /// The cosine.
    pub cos: f32,
}

/// Both to single precision. A GPU's own may be wrong by 2^-11, which is a visible push on the
/// cart.
///
/// The angle less whole quarter turns lies within ±π/4, where Taylor's series to degrees 9 and 8
/// are within 3e-8.
#[cube]
pub fn sin_cos(angle: f32) -> SinCos {
    // A quarter turn in two parts, of which whole multiples lose nothing (Cody and Waite).
    let quarter = comptime!([1.570_312_5f32, 4.838_268e-4f32]);
    let turns = (angle * std::f32::consts::FRAC_2_PI + 0.5f32).floor();
    let rest = (angle - turns * comptime!(quarter[0])) - turns * comptime!(quarter[1]);
    let square = rest * rest;
    let sin_series = ((square / 72.0f32 - 1.0f32) * square / 42.0f32 + 1.0f32) * square / 20.0f32;
    let sin = rest * ((sin_series - 1.0f32) * square / 6.0f32 + 1.0f32);
    let cos_series = ((square / 56.0f32 - 1.0f32) * square / 30.0f32 + 1.0f32) * square / 12.0f32;
    let cos = (cos_series - 1.0f32) * square / 2.0f32 + 1.0f32;
    let quadrant = i32::cast_from(turns) & 3i32;
    let swapped = quadrant == 1i32 || quadrant == 3i32;
    let one = select(swapped, cos, sin);
    let other = select(swapped, sin, cos);
    SinCos {
        sin: select(quadrant >= 2i32, -one, one),
        cos: select(quadrant == 1i32 || quadrant == 2i32, -other, other),
    }
}
