// jax-js, as its documentation has it: pure functions over trees of arrays, `jit(valueAndGrad(..))`,
// ownership passed on with `.ref`. The whole update, Adam included, is one jitted function, and so
// is a step of the rollout with its worlds, policy and record.
//
// There is no `lax.scan` or `fori_loop` in this version, so a rollout calls a jitted function many
// times from JavaScript. Tried for 128 steps of 512 worlds on one thread of a busy machine: one step
// a call 480 to 670 ms, four 280 to 370, eight 250 to 300, sixteen 220 to 450. The draws of a whole rollout come from one call. Adam is written out: inside the
// jitted update it is fused with the rest.

import {
  blockUntilReady,
  defaultDevice,
  init,
  jit,
  nn,
  numpy as np,
  random,
  tree,
  valueAndGrad,
} from "@jax-js/jax";
import { adapterName, threads } from "../harness/adapter.js";
import {
  ADAM,
  CARTPOLE,
  ENTROPY_COEF,
  batch,
  firstParameters,
  firstStates,
  oneHot,
} from "../harness/data.js";

/* global JAX_VERSION -- bench/build.mjs puts it here: the library does not know its own. */

export async function open(device) {
  const backend = device === "cpu" ? "wasm" : "webgpu";
  const available = await init(backend);
  if (!available.includes(backend)) {
    throw new Error(`jax-js has no ${backend} device here`);
  }
  defaultDevice(backend);
  const pool = globalThis.SharedArrayBuffer ? navigator.hardwareConcurrency : 1;
  return {
    name: `jax-js ${JAX_VERSION}`,
    ...(device === "cpu" ? threads(pool) : { adapter: await adapterName() }),
    update: prepareUpdate,
    rollout: prepareRollout,
  };
}

/** Frees what the workload before held. */
let release = () => {};

function parameters(hidden) {
  return firstParameters(hidden).map(({ inputs, outputs, weights, biases }) => ({
    weights: np.array(weights).reshape([inputs, outputs]),
    biases: np.array(biases),
  }));
}

/** Logits of each row. */
function forward(layers, obs) {
  return layers.reduce((input, { weights, biases }, index) => {
    const output = np.dot(input, weights).add(biases);
    return index + 1 < layers.length ? nn.relu(output) : output;
  }, obs);
}

function loss(layers, { obs, chosen, advantages }) {
  const logProbs = nn.logSoftmax(forward(layers, obs), -1);
  const logProb = logProbs.ref.mul(chosen).sum(-1);
  const minusEntropy = np.exp(logProbs.ref).mul(logProbs).sum(-1);
  return minusEntropy.mean().mul(ENTROPY_COEF).sub(logProb.mul(advantages).mean());
}

const update = jit((state, samples) => {
  const [value, gradients] = valueAndGrad(loss)(tree.ref(state.layers), samples);
  const steps = state.steps.add(1);
  const decayed = (beta, average, news) => average.mul(beta).add(news.mul(1 - beta));
  const first = tree.map(
    (average, gradient) => decayed(ADAM.beta1, average, gradient),
    state.first,
    tree.ref(gradients),
  );
  const second = tree.map(
    (average, gradient) => decayed(ADAM.beta2, average, np.square(gradient)),
    state.second,
    gradients,
  );
  // 1 - beta^steps, by way of the exponential function: `steps` is an array.
  const left = (beta) => np.exp(steps.ref.mul(Math.log(beta))).mul(-1).add(1);
  const [left1, left2] = [left(ADAM.beta1), left(ADAM.beta2)];
  const layers = tree.map(
    (parameter, mean, square) =>
      parameter.sub(
        mean
          .div(left1.ref)
          .div(np.sqrt(square.div(left2.ref)).add(ADAM.epsilon))
          .mul(ADAM.learningRate),
      ),
    state.layers,
    tree.ref(first),
    tree.ref(second),
  );
  tree.dispose([left1, left2]);
  return [{ layers, first, second, steps }, value];
});

async function prepareUpdate(rows, hidden) {
  release();
  const samples = batch(rows);
  const data = {
    obs: np.array(samples.obs).reshape([rows, 4]),
    chosen: np.array(oneHot(samples.actions)).reshape([rows, 2]),
    advantages: np.array(samples.advantages),
  };
  const zeros = () => tree.map((parameter) => np.zerosLike(parameter), parameters(hidden));
  let state = {
    layers: parameters(hidden),
    first: zeros(),
    second: zeros(),
    steps: np.array([0]).reshape([]),
  };
  await blockUntilReady(data);
  release = () => tree.dispose([data, state]);
  return async () => {
    const [next, value] = update(state, tree.ref(data));
    state = next;
    await blockUntilReady(state);
    const [before] = await value.data();
    return before;
  };
}

/** The next states `[worlds, 4]`, and whether the episode ended `[worlds]`. */
function move(state, action) {
  const c = CARTPOLE;
  const column = (index) => state.ref.slice([], index);
  const [x, v, theta, omega] = [0, 1, 2, 3].map(column);
  state.dispose();
  const force = action.mul(2 * c.force).sub(c.force);
  const sin = np.sin(theta.ref);
  const cos = np.cos(theta.ref);
  const push = np
    .square(omega.ref)
    .mul(sin.ref)
    .mul(c.poleMoment)
    .add(force)
    .mul(1 / c.totalMass);
  const spin = sin
    .mul(c.gravity)
    .sub(cos.ref.mul(push.ref))
    .div(
      np
        .square(cos.ref)
        .mul(-c.poleMass / c.totalMass)
        .add(4 / 3)
        .mul(c.halfLength),
    );
  const pull = push.sub(spin.ref.mul(cos).mul(c.poleMoment / c.totalMass));
  const newX = x.add(v.ref.mul(c.tau));
  const newTheta = theta.add(omega.ref.mul(c.tau));
  const ended = np.logicalOr(
    np.greater(np.abs(newX.ref), c.maxX),
    np.greater(np.abs(newTheta.ref), c.maxTheta),
  );
  const next = np.stack(
    [newX, v.add(pull.mul(c.tau)), newTheta, omega.add(spin.mul(c.tau))],
    1,
  );
  return [next, ended];
}

/** Steps in one call of a jitted function. */
const UNROLLED = 8;

/** One step of all worlds: the next states, and what is recorded. */
function step(layers, state, draw, fresh) {
  const logProbs = nn.logSoftmax(forward(layers, state.ref), -1);
  const left = logProbs.ref.slice([], 0);
  const right = logProbs.slice([], 1);
  const goRight = np.greater(draw, np.exp(left.ref));
  const logProb = np.where(goRight.ref, right, left);
  const action = goRight.astype(np.float32);
  const [moved, ended] = move(state.ref, action.ref);
  const next = np.where(ended.ref.reshape([-1, 1]), fresh, moved);
  const reward = np.onesLike(logProb.ref);
  return [next, { obs: state, action, logProb, reward, ended: ended.astype(np.float32) }];
}

/** A tree of arrays from a list of trees. */
const joined = (join, trees) => tree.map((...arrays) => join(arrays), ...trees);

const advance = jit((layers, state, draws, starts) => {
  const records = [];
  for (let index = 0; index < UNROLLED; index += 1) {
    const draw = draws.ref.slice(index);
    const fresh = starts.ref.slice(index);
    const [next, record] = step(tree.ref(layers), state, draw, fresh);
    state = next;
    records.push(record);
  }
  tree.dispose([layers, draws, starts]);
  return [state, joined(np.stack, records)];
});

const gather = jit((pieces) => {
  const rollout = joined(np.concatenate, pieces);
  const figures = np.stack([rollout.ended.ref.sum(), rollout.logProb.ref.mean()]);
  return [rollout, figures];
});

async function prepareRollout(worlds, steps) {
  release();
  const layers = parameters();
  let state = np.array(firstStates(worlds)).reshape([worlds, 4]);
  let key = random.key(4);
  release = () => tree.dispose([layers, state, key]);

  const draw = jit((key) => {
    const [next, forActions, forStarts] = random.split(key, 3);
    const spread = { minval: -CARTPOLE.startSpread, maxval: CARTPOLE.startSpread };
    return [
      next,
      random.uniform(forActions, [steps, worlds]),
      random.uniform(forStarts, [steps, worlds, 4], spread),
    ];
  });
  return async () => {
    const [next, draws, starts] = draw(key);
    key = next;
    const pieces = [];
    for (let first = 0; first < steps; first += UNROLLED) {
      const range = [first, first + UNROLLED];
      const [moved, piece] = advance(
        tree.ref(layers),
        state,
        draws.ref.slice(range),
        starts.ref.slice(range),
      );
      state = moved;
      pieces.push(piece);
    }
    tree.dispose([draws, starts]);
    const [rollout, figures] = gather(pieces);
    await blockUntilReady(rollout);
    const [ended, logProb] = await figures.data();
    tree.dispose(rollout);
    return { ended, logProb };
  };
}
