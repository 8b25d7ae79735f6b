// Starts the training worker: the file that the page names, copied beside the build's worker.js. It tells the page how much
// has arrived, and why nothing begins: an error that nobody hears would leave the page waiting for ever.
// The page asks for it by build, and so does it for its own files: see scripts/stamp.
importScripts(`./arriving.js${location.search}`, `./worker.js${location.search}`);
// Written by scripts/stamp.
const bytes = 0;
const packed = 0;
const tell = (loaded, total) => postMessage(JSON.stringify({ Arriving: { Loading: { loaded, total } } }));
arriving(`./worker_bg.wasm${location.search}`, bytes, packed, tell, (answer) => wasm_bindgen({ module_or_path: answer }))
  .catch((error) => postMessage(JSON.stringify({ Ended: String((error && error.message) || error) })));
