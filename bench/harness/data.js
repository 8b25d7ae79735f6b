// What every library works on: one network, one batch of made-up samples, CartPole's constants.
// All of it follows from a seed, so that each worker makes its own copy and all copies are equal;
// bench/torch_reference.py draws the same numbers in Python.

/** Units of the policy network's hidden layers, where nothing else is said. */
export const HIDDEN = [120, 84];

/** Widths of a policy network: observation, hidden layers, logits. */
export const sizesOf = (hidden) => [4, ...hidden, 2];

/** Adam, and the weight of the entropy bonus. */
export const ADAM = { learningRate: 1e-3, beta1: 0.9, beta2: 0.999, epsilon: 1e-8 };
export const ENTROPY_COEF = 0.01;

/** Gymnasium's CartPole-v1. Lengths in metres, masses in kilograms, times in seconds. */
export const CARTPOLE = {
  gravity: 9.8,
  poleMass: 0.1,
  totalMass: 1.1,
  halfLength: 0.5,
  /** poleMass * halfLength. */
  poleMoment: 0.05,
  force: 10,
  tau: 0.02,
  maxX: 2.4,
  maxTheta: 0.20944,
  startSpread: 0.05,
};

/** A stream of uniform numbers in [0, 1): the "mulberry32" generator. */
export function uniforms(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let word = Math.imul(state ^ (state >>> 15), state | 1);
    word ^= word + Math.imul(word ^ (word >>> 7), word | 61);
    return ((word ^ (word >>> 14)) >>> 0) / 4294967296;
  };
}

/** Weights `[inputs, outputs]` and biases of each layer, uniform in ±1/√inputs as in PyTorch. */
export function firstParameters(hidden = HIDDEN) {
  const draw = uniforms(1);
  const sizes = sizesOf(hidden);
  return sizes.slice(1).map((outputs, index) => {
    const inputs = sizes[index];
    const bound = 1 / Math.sqrt(inputs);
    const fill = (length) => Float32Array.from({ length }, () => (2 * draw() - 1) * bound);
    return { inputs, outputs, weights: fill(inputs * outputs), biases: fill(outputs) };
  });
}

/** `rows` samples: observations `[rows, 4]`, actions and advantages of mean 0 and variance 1. */
export function batch(rows) {
  const draw = uniforms(2);
  const around = (spread) => (2 * draw() - 1) * spread;
  const obs = new Float32Array(rows * 4);
  const actions = new Int32Array(rows);
  const advantages = new Float32Array(rows);
  for (let row = 0; row < rows; row += 1) {
    obs.set([around(2.4), around(3), around(0.2), around(3)], row * 4);
    actions[row] = draw() < 0.5 ? 0 : 1;
    advantages[row] = around(Math.sqrt(3));
  }
  return { obs, actions, advantages };
}

/** The actions as rows of 0 and 1: picking a log-probability is then a product and a sum. */
export function oneHot(actions) {
  const mask = new Float32Array(actions.length * 2);
  actions.forEach((action, row) => {
    mask[row * 2 + action] = 1;
  });
  return mask;
}

/** First states of `worlds` worlds, `[worlds, 4]`. */
export function firstStates(worlds) {
  const draw = uniforms(3);
  return Float32Array.from(
    { length: worlds * 4 },
    () => (2 * draw() - 1) * CARTPOLE.startSpread,
  );
}
