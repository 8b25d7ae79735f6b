// Policy Lab's own engine: the binary `bench`, built by scripts/bench into dist/policy_lab. This
// file is served as it is, because wasm-bindgen's output finds its .wasm by its own address.

import start, * as engine from "../dist/policy_lab/bench.js";
import { adapterName, threads as inWords } from "../harness/adapter.js";
import { takeCounts } from "../harness/counters.js";

export async function open(device, { threads }) {
  await start();
  await engine.open_device(device);
  const cores = threads && device === "cpu" ? navigator.hardwareConcurrency : 1;
  if (cores > 1) await muster(cores);
  const shared = {
    name: "policy-lab",
    ...(device === "cpu" ? inWords(cores) : { adapter: await adapterName() }),
    async update(rows, hidden) {
      await engine.prepare_update(rows, new Uint32Array(hidden));
      return () => engine.run_update();
    },
    async rollout(worlds, steps) {
      await engine.prepare_rollout(worlds, steps);
      return async () => ({ ended: await engine.run_rollout() });
    },
    async iterate(preset, count) {
      return () => laps((after) => engine.iterate(preset, count, after));
    },
  };
  if (cores > 1) return shared;
  return {
    ...shared,
    async train(preset) {
      return async () => JSON.parse(await engine.train(preset));
    },
    async iterateAsHardware(preset, count) {
      return () => laps((after) => engine.iterate_as_hardware(preset, count, after));
    },
    async sideBySide(run, runs, count) {
      return () => laps((after) => engine.iterate_side_by_side(run, runs, count, after));
    },
    async finish(run) {
      return async () => ({ total_secs: await engine.finish(run) });
    },
    stages: (workload, repeats) => STAGES[workload]?.(repeats),
  };
}

/** Starts the helpers of a run on so many cores, as the page's worker does, and waits for them. */
async function muster(cores) {
  engine.use_cores(cores);
  const begun = performance.now();
  while (engine.ready_cores() < cores) {
    if (performance.now() - begun > 10_000) throw new Error("the other cores do not come");
    await new Promise((resolve) => {
      setTimeout(resolve, 10);
    });
  }
}

/** The seconds of iterations, with what each asked of WebGPU. */
async function laps(iterate) {
  const counts = [];
  const secs = await iterate(() => counts.push(takeCounts()));
  // The first compiles, and is not timed.
  return { secs: [...secs], counts: counts.slice(1) };
}

const STAGES = {
  async rollout(repeats) {
    // The CPU steps and records in one.
    if (!(await engine.run_rollout_away())) return undefined;
    const [device, whole] = await fastest(repeats, [engine.run_rollout_away, engine.run_rollout]);
    return { device, absorb: whole - device };
  },
};

/** Short stages are repeated for so long: what a busy machine adds is often more than they take. */
const LONG_ENOUGH_MS = 2000;

/** The shortest time of each function, in turn; at least so many repeats. */
async function fastest(repeats, functions) {
  const times = functions.map(() => Infinity);
  const begun = performance.now();
  // The first round compiles.
  for (let round = 0; round <= repeats || performance.now() - begun < LONG_ENOUGH_MS; round += 1) {
    for (const [index, run] of functions.entries()) {
      const start = performance.now();
      await run();
      if (round > 0) times[index] = Math.min(times[index], performance.now() - start);
    }
  }
  return times;
}
