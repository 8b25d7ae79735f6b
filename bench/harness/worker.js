// One library on one device. Libraries get a worker each, so that their globals, WebGPU devices and
// wasm memories stay apart; the page asks one of them at a time.
//
// In:  {number, call: "open", url, device, threads}
//      {number, call: "prepare", workload, args}
//      {number, call: "run"}
// Out: {number, value} | {number, error}

let library;
let run;

const calls = {
  async open({ url, device, threads }) {
    // Both peers use threads where there is shared memory, and do without where there is none.
    if (!threads) delete globalThis.SharedArrayBuffer;
    library = await (await import(url)).open(device);
    const workloads = ["update", "rollout", "train"].filter((workload) => workload in library);
    return { name: library.name, adapter: library.adapter, workloads };
  },

  async prepare({ workload, args }) {
    run = await library[workload](...args);
  },

  /** One repeat. The clock stands here, so that no message is timed. */
  async run() {
    const start = performance.now();
    const result = await run();
    return { ms: performance.now() - start, result };
  },
};

addEventListener("message", async ({ data: { number, call, ...rest } }) => {
  try {
    postMessage({ number, value: await calls[call](rest) });
  } catch (error) {
    postMessage({ number, error: String(error?.stack ?? error) });
  }
});
