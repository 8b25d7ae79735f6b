// Makes the service worker of a finished page: bundles sw.js, and writes into it which files the page has.
//   node build.mjs DIST      DIST is the folder of the page
// Any warning is an error: a file that workbox leaves out would be missed on the first day without a network.
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { injectManifest } from "workbox-build";

const dist = process.argv[2];
// A folder of its own: two builds at once must not read each other's.
const scratch = mkdtempSync(join(tmpdir(), "policy-lab-offline-"));
const bundled = join(scratch, "sw.js");
process.on("exit", () => rmSync(scratch, { recursive: true }));
const read = (file) => readFileSync(join(dist, file), "utf8");
const fail = (why) => {
  rmSync(join(dist, "sw.js"), { force: true });
  console.error(`offline: ${why}`);
  process.exit(1);
};

const versionOf = (file) => /data-version="(\d+)"/.exec(read(file))?.[1] ?? fail(`${file} names no version: see scripts/stamp`);
const version = versionOf("index.html");

// Names this build: everything in it, where the version above says nothing of the page's own program and styles.
const nameBuild = () => {
  const hash = createHash("sha256");
  const all = readdirSync(dist, { recursive: true }).filter((file) => file !== "sw.js" && statSync(join(dist, file)).isFile());
  for (const file of all.sort()) hash.update(`${file}\n`).update(readFileSync(join(dist, file)));
  return hash.digest("hex").slice(0, 16);
};

// The page says that it is complete, where its service worker is and which build it has to be of. One that scripts/serve
// shows says nothing of that.
const page = join(dist, "index.html");
const unnamed = read("index.html").replace(/ data-(offline|build-name)="[^"]*"/g, "");
if (!unnamed.includes("<html ")) fail("index.html has no <html …>");
writeFileSync(page, unnamed);
const name = nameBuild();
writeFileSync(page, unnamed.replace("<html ", `<html data-offline="sw.js" data-build-name="${name}" `));

// What the page asks for by version, as scripts/stamp lists it; trunk names other files by their content.
const byVersion = /^((gpu|host|lander|replica|python).*|course-.*\.json|(editor|folder|archive|arriving)\.js)$/;
const byContent = /-[0-9a-f]{16}(_bg)?\.[a-z]+$/;
// The optional groups of sw.js have their names from the files in them.
const groupOf = (file) => ["python", "gpu", "lander"].find((group) => file.startsWith(group)) ?? "core";
// For those who show a link to the page; the page itself never asks for it.
const unasked = ["**/preview.png"];

const describe = ({ url: file, size }) => {
  const bytes = readFileSync(join(dist, file));
  const hash = createHash("sha384").update(bytes).digest("base64");
  const isVersioned = byVersion.test(file);
  return {
    // The address by which the page asks, so that what has arrived already comes from the browser's own cache.
    url: isVersioned ? `${file}?${version}` : file,
    revision: isVersioned || byContent.test(file) ? null : createHash("sha256").update(bytes).digest("hex").slice(0, 16),
    integrity: `sha384-${hash}`,
    size,
    bytes: size,
    group: groupOf(file),
  };
};

const result = await build({
  entryPoints: ["sw.js"],
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2020",
  legalComments: "inline",
  outfile: bundled,
  logLevel: "warning",
  define: { "process.env.NODE_ENV": '"production"', BUILD: JSON.stringify(name), VERSION: JSON.stringify(version) },
});
if (result.warnings.length > 0) fail("esbuild warns");

const { count, size, warnings } = await injectManifest({
  swSrc: bundled,
  swDest: join(dist, "sw.js"),
  globDirectory: dist,
  globPatterns: ["**/*"],
  globIgnores: ["sw.js", ...unasked],
  // Far above the largest program; the workers of the dev profile have 24 MB.
  maximumFileSizeToCacheInBytes: 256 * 1024 * 1024,
  manifestTransforms: [async (entries) => ({ manifest: entries.map(describe), warnings: [] })],
}).catch((error) => fail(error.message));
if (warnings.length > 0) fail(warnings.join("\n"));

const manifest = read("sw.js");
for (const needed of ["index.html", ...["host", "gpu", "python"].map((program) => `${program}_bg.wasm?${version}`)]) {
  if (!manifest.includes(`"${needed}"`)) fail(`${needed} is not among the files of the page`);
}
console.log(`offline: ${count} files of ${(size / 1e6).toFixed(1)} MB, build ${name}`);
