// Keeps the workers and passes on what the driver (bench/run.mjs) asks of them.

const workers = new Map();

/** A worker for the library at `url`; gives its name, adapter and workloads. */
async function open({ id, ...settings }) {
  close({ id });
  const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  const waiting = new Map();
  const fail = (message) => {
    waiting.forEach(({ reject }) => reject(new Error(message)));
    waiting.clear();
  };
  worker.addEventListener("message", ({ data }) => {
    const { number, value, error } = data;
    const asked = waiting.get(number);
    // A library may post messages of its own from inside its worker.
    if (!asked) return;
    waiting.delete(number);
    if (error === undefined) asked.resolve(value);
    else asked.reject(new Error(error));
  });
  worker.addEventListener("error", (event) => fail(event.message || "the worker did not load"));
  let count = 0;
  const ask = (message) =>
    new Promise((resolve, reject) => {
      const number = (count += 1);
      waiting.set(number, { resolve, reject });
      worker.postMessage({ number, ...message });
    });
  workers.set(id, { worker, ask });
  return ask({ call: "open", ...settings });
}

function close({ id }) {
  workers.get(id)?.worker.terminate();
  workers.delete(id);
}

globalThis.bench = {
  open,
  close,
  prepare: ({ id, ...what }) => workers.get(id).ask({ call: "prepare", ...what }),
  run: ({ id }) => workers.get(id).ask({ call: "run" }),
  stages: ({ id, ...what }) => workers.get(id).ask({ call: "stages", ...what }),
};
