// Starts the worker that trains on a GPU and runs the checks, as host_loader.js starts the one on the CPU.
importScripts(`./arriving.js${location.search}`, `./gpu.js${location.search}`);
// Written by scripts/stamp.
const bytes = 0;
const packed = 0;
const tell = (loaded, total) => postMessage(JSON.stringify({ Arriving: { Loading: { loaded, total } } }));
arriving(`./gpu_bg.wasm${location.search}`, bytes, packed, tell, (answer) => wasm_bindgen({ module_or_path: answer }))
  .catch((error) => postMessage(JSON.stringify({ Ended: String((error && error.message) || error) })));
