// Starts a replica: a worker that trains whole runs. The page hands it the program, which is compiled once for all of them.
// An error must reach the page, which hears only of those that nobody catches.
onmessage = ({ data }) => {
  onmessage = null;
  wasm_bindgen({ module_or_path: data })
    .then(() => wasm_bindgen.serve_as_replica())
    .catch((error) => {
      setTimeout(() => {
        throw error;
      });
    });
};
importScripts(`./host.js${location.search}`);
