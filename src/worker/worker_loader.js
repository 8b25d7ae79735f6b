// Starts the training worker: the file that the page names, copied beside the build's worker.js.
// In place of trunk's own loader, whose rejection nobody hears: an error must reach the page, or it waits for ever.
importScripts("./worker.js");
wasm_bindgen({ module_or_path: "./worker_bg.wasm" }).catch((error) => {
  setTimeout(() => {
    throw error;
  });
});
