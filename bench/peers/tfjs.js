// TensorFlow.js, as its documentation has it: `optimizer.minimize` with `tf.train.adam`, `tf.tidy`
// around everything that makes intermediate tensors, `data()` to read back without blocking.
//
// Tried on wasm, on a busy machine: `tf.fused.matMul` against `matMul`, `add` and `relu`, and one draw
// of random numbers for a whole rollout against `tf.randomUniform` in every step. Both were about a
// tenth faster in the rollout, hardly beyond the noise, and are kept. Where a gradient is taken, the
// fused operation falls back to the three by itself.

import * as tf from "@tensorflow/tfjs";
import { getThreadsCount, setThreadsCount, setWasmPaths } from "@tensorflow/tfjs-backend-wasm";
import "@tensorflow/tfjs-backend-webgpu";
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

export async function open(device) {
  // Left alone it takes one thread on two cores.
  setThreadsCount(navigator.hardwareConcurrency);
  // The three .wasm files (plain, SIMD, SIMD with threads) lie beside this bundle.
  setWasmPaths(new URL("./tfjs-wasm/", import.meta.url).href);
  const backend = device === "cpu" ? "wasm" : "webgpu";
  if (!(await tf.setBackend(backend))) {
    throw new Error(`TensorFlow.js has no ${backend} backend here`);
  }
  await tf.ready();
  return {
    name: `tfjs ${tf.version["tfjs-core"]}`,
    ...(device === "cpu" ? threads(getThreadsCount()) : { adapter: await adapterName() }),
    update: prepareUpdate,
    rollout: prepareRollout,
  };
}

/** The network's parameters: `[weights, biases]` of each layer. */
function variables(hidden) {
  // Only one workload is held at a time.
  tf.disposeVariables();
  return firstParameters(hidden).map(({ inputs, outputs, weights, biases }) => [
    tf.variable(tf.tensor2d(weights, [inputs, outputs])),
    tf.variable(tf.tensor1d(biases)),
  ]);
}

/** Logits of each row. */
function forward(layers, obs) {
  return layers.reduce(
    (input, [weights, bias], index) =>
      tf.fused.matMul({
        a: input,
        b: weights,
        bias,
        activation: index + 1 < layers.length ? "relu" : "linear",
      }),
    obs,
  );
}

async function prepareUpdate(rows, hidden) {
  const layers = variables(hidden);
  const samples = batch(rows);
  const obs = tf.tensor2d(samples.obs, [rows, 4]);
  const chosen = tf.tensor2d(oneHot(samples.actions), [rows, 2]);
  const advantages = tf.tensor1d(samples.advantages);
  const optimizer = tf.train.adam(
    ADAM.learningRate,
    ADAM.beta1,
    ADAM.beta2,
    ADAM.epsilon,
  );
  const loss = () => {
    const logProbs = tf.logSoftmax(forward(layers, obs));
    const logProb = logProbs.mul(chosen).sum(1);
    const entropy = tf.exp(logProbs).mul(logProbs).sum(1).neg();
    return logProb.mul(advantages).mean().neg().sub(entropy.mean().mul(ENTROPY_COEF));
  };
  const last = layers.at(-1)[1];
  return async () => {
    const value = optimizer.minimize(loss, true);
    // A parameter of the last layer stands for all: its new value needs the whole backward pass.
    const [[before]] = await Promise.all([value.data(), last.data()]);
    value.dispose();
    return before;
  };
}

/** The next states, and 1 where the episode ended; everything is a column `[worlds, 1]`. */
function move(state, action) {
  const c = CARTPOLE;
  const [x, v, theta, omega] = tf.split(state, 4, 1);
  const force = action.mul(2 * c.force).sub(c.force);
  const sin = tf.sin(theta);
  const cos = tf.cos(theta);
  const push = omega.square().mul(sin).mul(c.poleMoment).add(force).div(c.totalMass);
  const spin = sin
    .mul(c.gravity)
    .sub(cos.mul(push))
    .div(cos.square().mul(-c.poleMass / c.totalMass).add(4 / 3).mul(c.halfLength));
  const pull = push.sub(spin.mul(cos).mul(c.poleMoment / c.totalMass));
  const next = state.add(tf.concat([v, pull, omega, spin], 1).mul(c.tau));
  const [newX, , newTheta] = tf.split(next, 4, 1);
  const ended = tf.logicalOr(
    newX.abs().greater(c.maxX),
    newTheta.abs().greater(c.maxTheta),
  );
  return { next, ended };
}

async function prepareRollout(worlds, steps) {
  const layers = variables();
  // A variable, so that `tf.disposeVariables` finds it and `tf.tidy` leaves it alone.
  const state = tf.variable(tf.tensor2d(firstStates(worlds), [worlds, 4]));

  const step = (draw, fresh) => {
    const obs = state.clone();
    const logProbs = tf.logSoftmax(forward(layers, obs));
    const [left, right] = tf.split(logProbs, 2, 1);
    const goRight = draw.greater(tf.exp(left));
    const action = goRight.cast("float32");
    const logProb = tf.where(goRight, right, left);
    const { next, ended } = move(obs, action);
    state.assign(tf.where(ended.tile([1, 4]), fresh, next));
    return { obs, action, logProb, reward: tf.onesLike(logProb), ended: ended.cast("float32") };
  };

  return async () => {
    const records = tf.tidy(() => {
      const numbers = Float32Array.from({ length: steps * worlds }, Math.random);
      const draws = tf.unstack(tf.tensor3d(numbers, [steps, worlds, 1]));
      const spread = Float32Array.from(
        { length: steps * worlds * 4 },
        () => (2 * Math.random() - 1) * CARTPOLE.startSpread,
      );
      const starts = tf.unstack(tf.tensor3d(spread, [steps, worlds, 4]));
      const taken = draws.map((draw, index) => tf.tidy(() => step(draw, starts[index])));
      const column = (field) => tf.stack(taken.map((record) => record[field]));
      return {
        obs: column("obs"),
        action: column("action"),
        logProb: column("logProb"),
        reward: column("reward"),
        ended: column("ended"),
      };
    });
    const figures = tf.tidy(() =>
      tf.stack([records.ended.sum(), records.logProb.mean(), records.obs.mean()]),
    );
    const [ended, logProb] = await figures.data();
    tf.dispose([records, figures]);
    return { ended, logProb };
  };
}
