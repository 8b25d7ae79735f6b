// Starts the training worker: the file that the page names, copied beside the build's worker.js.
// In place of trunk's own loader, whose rejection nobody hears: an error must reach the page, or it waits for ever.
// The page asks for it by build, and so does it for its own files: see scripts/stamp.
importScripts(`./worker.js${location.search}`);
wasm_bindgen({ module_or_path: `./worker_bg.wasm${location.search}` }).catch((error) => {
  setTimeout(() => {
    throw error;
  });
});
