// What is measured, and how often.

import { HIDDEN } from "../harness/data.js";

const UPDATE_ROWS = [64, 128, 1024, 2048, 4096, 16384];
/** Units of each of two hidden layers, on so many rows. */
const WIDTHS = [16, 32, 64, 128, 256, 512];
const WIDTH_ROWS = 1024;
const WORLDS = [16, 64, 512, 4096, 16384];
/** Worlds of each preset: the `size` of a training. */
const PRESETS = { "ppo-quick": 64, "vpg-quick": 32 };
/** Runs to their end, by their environments: the `size`. On the CPU: small minibatches leave a GPU idle. */
const RUNS = { "ppo-defaults": 4, "modurl-ppo": 8 };
/** Runs of PPO's defaults that a GPU trains side by side: the `size`. */
const SIDE_BY_SIDE = [1, 8, 32];
/** Iterations that are timed one by one, behind a first one that compiles. */
const ITERATIONS = 2;

/**
 * Steps of one timed rollout, so that it takes from a fifth of a second to some seconds in the
 * slower libraries. All libraries make the same number, a multiple of eight.
 */
const STEPS = {
  cpu: { 16: 256, 64: 256, 512: 128, 4096: 64, 16384: 16 },
  webgpu: { 16: 128, 64: 128, 512: 128, 4096: 128, 16384: 32 },
  // On a software adapter each of tfjs's hundred dispatches a step takes a millisecond or two.
  software: { 16: 16, 64: 16, 512: 16, 4096: 8, 16384: 8 },
};

/** The tasks of one device, in the order in which they run. */
export function tasks({ device, gpu, only, quick, profile }) {
  const isShort = quick || profile;
  const wanted = (workload) => (only ? only === workload : !(isShort && ["train", "run"].includes(workload)));
  const sizes = (all) => (quick ? [1024] : all);
  const isSoftware = device === "webgpu" && !gpu;
  const steps = STEPS[isSoftware ? "software" : device];
  const list = [];
  if (wanted("update")) {
    for (const rows of sizes(UPDATE_ROWS)) {
      list.push({ workload: "update", size: rows, call: "update", args: [rows, HIDDEN] });
    }
    for (const width of quick ? [] : WIDTHS) {
      const args = [WIDTH_ROWS, [width, width]];
      list.push({ workload: "update-width", size: width, call: "update", args });
    }
  }
  if (wanted("rollout")) {
    for (const worlds of quick ? [512] : WORLDS) {
      const args = [worlds, steps[worlds]];
      list.push({ workload: "rollout", size: worlds, steps: steps[worlds], call: "rollout", args });
    }
  }
  if (wanted("train")) {
    const presets = Object.entries(PRESETS);
    for (const [preset, worlds] of presets) {
      const args = [preset, ITERATIONS];
      list.push({ workload: `iteration-${preset}`, size: worlds, call: "iterate", args });
      // The dispatches of a software adapter are others.
      if (isSoftware) {
        list.push({ workload: `counts-${preset}`, size: worlds, call: "iterateAsHardware", args });
      }
    }
    for (const runs of device === "webgpu" ? SIDE_BY_SIDE : []) {
      const args = ["ppo-defaults", runs, ITERATIONS];
      list.push({ workload: "iteration-side-by-side", size: runs, call: "sideBySide", args });
    }
    // On a software adapter a whole training takes longer than anybody waits.
    for (const [preset, worlds] of isSoftware ? [] : presets) {
      list.push({ workload: `train-${preset}`, size: worlds, call: "train", args: [preset] });
    }
  }
  if (wanted("run") && device === "cpu") {
    for (const [run, worlds] of Object.entries(RUNS)) {
      list.push({ workload: `run-${run}`, size: worlds, call: "finish", args: [run] });
    }
  }
  return list.map((task) => ({ ...task, device }));
}

/** Timed repeats of a task, and untimed ones before them: those compile. */
export function repeats(task, { quick }) {
  // Each begins with an iteration that is not timed.
  if (["iterate", "iterateAsHardware", "sideBySide"].includes(task.call)) return { timed: quick ? 1 : 3, untimed: 0 };
  if (task.call === "finish") return quick ? { timed: 1, untimed: 0 } : { timed: 3, untimed: 0 };
  if (task.call === "train") return quick ? { timed: 1, untimed: 0 } : { timed: 5, untimed: 1 };
  return quick ? { timed: 3, untimed: 2 } : { timed: 5, untimed: 2 };
}
