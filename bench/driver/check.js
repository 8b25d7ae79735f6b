// Is what the libraries compute right? The same in plain JavaScript and double precision, by hand.
// A result that a library does not give (policy-lab may keep its own data) is not checked.

import {
  ADAM,
  CARTPOLE,
  ENTROPY_COEF,
  batch,
  firstParameters,
  firstStates,
  uniforms,
} from "../harness/data.js";

/** The layers' outputs for one observation, the observation first. */
function activations(layers, obs) {
  const values = [Float64Array.from(obs)];
  layers.forEach(({ inputs, outputs, weights, biases }, index) => {
    const output = Float64Array.from(biases);
    for (let i = 0; i < inputs; i += 1) {
      const input = values[index][i];
      for (let o = 0; o < outputs; o += 1) output[o] += input * weights[i * outputs + o];
    }
    if (index + 1 < layers.length) output.forEach((v, o) => (output[o] = Math.max(v, 0)));
    values.push(output);
  });
  return values;
}

function logSoftmax([left, right]) {
  const largest = Math.max(left, right);
  const total = largest + Math.log(Math.exp(left - largest) + Math.exp(right - largest));
  return [left - total, right - total];
}

/** The loss, and its gradient in the shape of the layers. */
function lossAndGradients(layers, { obs, actions, advantages }) {
  const rows = actions.length;
  const gradients = layers.map(({ weights, biases }) => ({
    weights: new Float64Array(weights.length),
    biases: new Float64Array(biases.length),
  }));
  let loss = 0;
  for (let row = 0; row < rows; row += 1) {
    const values = activations(layers, obs.subarray(row * 4, row * 4 + 4));
    const logProbs = logSoftmax(values.at(-1));
    const probs = logProbs.map(Math.exp);
    const entropy = -(probs[0] * logProbs[0] + probs[1] * logProbs[1]);
    loss -= (logProbs[actions[row]] * advantages[row] + ENTROPY_COEF * entropy) / rows;
    // d loss / d logit: -A (1[a] - p) + c p (log p + entropy).
    let above = probs.map(
      (p, a) =>
        (-advantages[row] * ((a === actions[row] ? 1 : 0) - p) +
          ENTROPY_COEF * p * (logProbs[a] + entropy)) /
        rows,
    );
    for (let index = layers.length - 1; index >= 0; index -= 1) {
      const { inputs, outputs, weights } = layers[index];
      const below = new Float64Array(inputs);
      for (let o = 0; o < outputs; o += 1) gradients[index].biases[o] += above[o];
      for (let i = 0; i < inputs; i += 1) {
        // Behind a ReLU that is shut nothing flows, and its weight below counts for nothing.
        if (values[index][i] === 0) continue;
        for (let o = 0; o < outputs; o += 1) {
          gradients[index].weights[i * outputs + o] += values[index][i] * above[o];
          below[i] += weights[i * outputs + o] * above[o];
        }
      }
      above = below;
    }
  }
  return { loss, gradients };
}

/** The losses before the first and the second update. */
function referenceLosses(rows, hidden) {
  const samples = batch(rows);
  const layers = firstParameters(hidden);
  const { loss, gradients } = lossAndGradients(layers, samples);
  // Adam's first step: both averages, put right for their start, are the gradient and its square.
  const moved = layers.map((layer, index) => ({
    ...layer,
    ...Object.fromEntries(
      ["weights", "biases"].map((part) => [
        part,
        Float64Array.from(layer[part], (value, i) => {
          const gradient = gradients[index][part][i];
          const step = gradient / (Math.abs(gradient) + ADAM.epsilon);
          return value - ADAM.learningRate * step;
        }),
      ]),
    ),
  }));
  return [loss, lossAndGradients(moved, samples).loss];
}

/** Steps per episode of the untrained policy over `steps` steps of 128 worlds. */
function referenceLength(steps) {
  const worlds = 128;
  const layers = firstParameters();
  const states = firstStates(worlds);
  const draw = uniforms(5);
  const c = CARTPOLE;
  let ended = 0;
  for (let step = 0; step < steps; step += 1) {
    for (let world = 0; world < worlds; world += 1) {
      const state = states.subarray(world * 4, world * 4 + 4);
      const [left] = logSoftmax(activations(layers, state).at(-1));
      const force = draw() < Math.exp(left) ? -c.force : c.force;
      const [x, v, theta, omega] = state;
      const [sin, cos] = [Math.sin(theta), Math.cos(theta)];
      const push = (force + c.poleMoment * omega * omega * sin) / c.totalMass;
      const inertia = c.halfLength * (4 / 3 - (c.poleMass * cos * cos) / c.totalMass);
      const spin = (c.gravity * sin - cos * push) / inertia;
      const pull = push - (c.poleMoment * spin * cos) / c.totalMass;
      state.set([x + c.tau * v, v + c.tau * pull, theta + c.tau * omega, omega + c.tau * spin]);
      if (Math.abs(state[0]) > c.maxX || Math.abs(state[2]) > c.maxTheta) {
        ended += 1;
        state.forEach((_, i) => (state[i] = (2 * draw() - 1) * c.startSpread));
      }
    }
  }
  return (worlds * steps) / ended;
}

const known = new Map();
/** The references take seconds, and serve every library and device. */
function once(key, compute) {
  if (!known.has(key)) known.set(key, compute());
  return known.get(key);
}

/** What is wrong with the results of a task, untimed runs first; nothing if all is well. */
export function complaint(task, results) {
  if (task.call === "update") {
    const losses = results.filter((loss) => typeof loss === "number");
    if (losses.length < 2) return undefined;
    if (!(losses.at(-1) < losses[0])) return `the loss goes from ${losses[0]} to ${losses.at(-1)}`;
    const expected = once(`update ${task.args}`, () => referenceLosses(...task.args));
    const isOff = expected.some((loss, run) => Math.abs(loss - losses[run]) > 2e-4);
    return isOff ? `losses ${losses.slice(0, 2)} and not ${expected}` : undefined;
  }
  if (task.call === "rollout") {
    const counts = results.map((result) => result?.ended).filter((count) => count !== undefined);
    if (counts.length === 0) return undefined;
    const ended = counts.reduce((sum, count) => sum + count, 0);
    const length = (task.size * task.steps * counts.length) / ended;
    const steps = Math.min(task.steps * counts.length, 400);
    const expected = once(`rollout ${steps}`, () => referenceLength(steps));
    const tolerance = 0.05 + 5 / Math.sqrt(ended);
    const isOff = !(Math.abs(length / expected - 1) < tolerance);
    return isOff ? `${length.toFixed(1)} steps an episode and not ${expected.toFixed(1)}` : undefined;
  }
  return undefined;
}
