// In the Python worker's place while scripts/serve is still building it. Tells the page so, and becomes the real loader as
// soon as that is there. A released page never holds this file.
const look = async () => {
  postMessage(JSON.stringify({ Arriving: "Building" }));
  const answer = await fetch(`./python_bg.wasm${location.search}`, { method: "HEAD", cache: "no-store" }).catch(() => null);
  if (!answer || !answer.ok) {
    setTimeout(look, 2_000);
    return;
  }
  // This file's name is the real one's by now; another address, since the browser may have kept this one.
  importScripts(`./python_loader.js?${Date.now()}`);
};
look();
