// One library on one device. Libraries get a worker each, so that their globals, WebGPU devices and
// wasm memories stay apart; the page asks one of them at a time.
//
// In:  {number, call: "open", url, device, threads}
//      {number, call: "prepare", workload, args}
//      {number, call: "run"}
//      {number, call: "stages", workload, repeats}
// Out: {number, value} | {number, error}

import { installCounters, takeCounts } from "./counters.js";

installCounters();

let library;
let run;

const calls = {
  async open({ url, device, threads }) {
    // Both peers use threads where there is shared memory, and do without where there is none.
    if (!threads) delete globalThis.SharedArrayBuffer;
    library = await (await import(url)).open(device, { threads });
    const workloads = Object.keys(library).filter((key) => typeof library[key] === "function");
    const { name, adapter, threads: count } = library;
    return { name, adapter, threads: count, workloads };
  },

  async prepare({ workload, args }) {
    run = await library[workload](...args);
  },

  /** One repeat. The clock stands here, so that no message is timed. */
  async run() {
    takeCounts();
    const start = performance.now();
    const result = await run();
    return { ms: performance.now() - start, result, counts: takeCounts() };
  },

  /** Where the time of the prepared workload goes, in milliseconds, if the library knows. */
  stages: ({ workload, repeats }) => library.stages?.(workload, repeats),
};

addEventListener("message", async ({ data: { number, call, ...rest } }) => {
  try {
    postMessage({ number, value: await calls[call](rest) });
  } catch (error) {
    postMessage({ number, error: String(error?.stack ?? error) });
  }
});
