// Starts the training worker on the CPU: the file that the page names, copied beside the build's host.js. It tells the page how
// much has arrived, and why nothing begins: an error that nobody hears would leave the page waiting for ever.
// The page asks for it by build, and so does it for its own files: see scripts/stamp.
importScripts(`./arriving.js${location.search}`, `./host.js${location.search}`);
// Written by scripts/stamp.
const bytes = 0;
const packed = 0;
const tell = (loaded, total) => postMessage(JSON.stringify({ Arriving: { Loading: { loaded, total } } }));
arriving(`./host_bg.wasm${location.search}`, bytes, packed, tell, (answer) => wasm_bindgen({ module_or_path: answer }))
  .then(() => wasm_bindgen.serve_page())
  .catch((error) => postMessage(JSON.stringify({ Ended: String((error && error.message) || error) })));
