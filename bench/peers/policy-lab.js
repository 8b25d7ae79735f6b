// Policy Lab's own engine: the binary `bench`, built by scripts/bench into dist/policy_lab. This
// file is served as it is, because wasm-bindgen's output finds its .wasm by its own address.

import start, * as engine from "../dist/policy_lab/bench.js";
import { adapterName, threads } from "../harness/adapter.js";

export async function open(device) {
  await start();
  const adapter = await engine.open_device(device);
  return {
    name: "policy-lab",
    adapter: adapter || (device === "cpu" ? threads(1) : await adapterName()),
    async update(rows) {
      await engine.prepare_update(rows);
      return () => engine.run_update();
    },
    async rollout(worlds, steps) {
      await engine.prepare_rollout(worlds, steps);
      return async () => ({ ended: await engine.run_rollout() });
    },
    async train(preset) {
      return async () => JSON.parse(await engine.train(preset));
    },
  };
}
