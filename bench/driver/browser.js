// The one Chromium in which everything but PyTorch runs.

import { chromium } from "playwright-core";

const FLAGS = [
  "--no-sandbox",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--enable-unsafe-webgpu",
];
const SOFTWARE_FLAGS = ["--enable-unsafe-swiftshader", "--use-webgpu-adapter=swiftshader"];
// What headless Chromium on Linux needs to find a real GPU.
const LINUX_GPU_FLAGS = [
  "--use-angle=vulkan",
  "--enable-features=Vulkan",
  "--disable-vulkan-surface",
  "--ignore-gpu-blocklist",
];

function flags({ gpu, headed }) {
  if (!gpu) return [...FLAGS, ...SOFTWARE_FLAGS];
  return process.platform === "linux" && !headed ? [...FLAGS, ...LINUX_GPU_FLAGS] : FLAGS;
}

/** Opens the page; gives a function that makes players of it, and one that closes it. */
export async function openBrowser(origin, { gpu, headed, log }) {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
    headless: !headed,
    args: flags({ gpu, headed }),
  });
  const page = await browser.newPage();
  page.on("pageerror", (error) => log(`page: ${error.message}`));
  page.on("console", (message) => {
    if (message.type() === "error") log(`page: ${message.text()}`);
  });
  await page.goto(`${origin}/harness/index.html`);
  await page.waitForFunction("globalThis.bench !== undefined");
  const call = (name, argument) =>
    page.evaluate(([name, argument]) => globalThis.bench[name](argument), [name, argument]);
  return {
    version: browser.version(),
    /** A library in a worker of its own, by the module that opens it. */
    player: (path, { threads }) => {
      const id = `${path} ${threads}`;
      return {
        open: (device) => call("open", { id, url: `${origin}/${path}`, device, threads }),
        prepare: (workload, args) => call("prepare", { id, workload, args }),
        run: () => call("run", { id }),
        stages: (workload, repeats) => call("stages", { id, workload, repeats }),
        close: () => call("close", { id }),
      };
    },
    close: () => browser.close(),
  };
}
