// Bundles the peers into dist/peers: a worker has no import map, and both come in many files.

import { cp, readFile, rm } from "node:fs/promises";
import { build } from "esbuild";

const here = (path) => new URL(path, import.meta.url).pathname;

const { version } = JSON.parse(await readFile(here("node_modules/@jax-js/jax/package.json")));
await rm(here("dist/peers"), { recursive: true, force: true });
await build({
  entryPoints: [here("peers/tfjs.js"), here("peers/jax.js")],
  outdir: here("dist/peers"),
  bundle: true,
  // jax-js loads its WebGPU half when it is asked for.
  splitting: true,
  format: "esm",
  target: "esnext",
  minify: true,
  define: { JAX_VERSION: JSON.stringify(version) },
  logLevel: "warning",
});
await cp(
  here("node_modules/@tensorflow/tfjs-backend-wasm/wasm-out"),
  here("dist/peers/tfjs-wasm"),
  { recursive: true, filter: (path) => !path.endsWith(".js") },
);
