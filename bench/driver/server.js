// Serves this folder on a free port of the loopback interface.

import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".wasm": "application/wasm",
};

// The page is isolated, so that peers may use threads and the clock is fine: 0.005 ms and not 0.1.
const ISOLATION = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
};

/** Gives the origin and a function that stops it. */
export async function serve(root) {
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://bench").pathname));
    // A worker finds our helpers beside itself.
    const file = join(root, path.replace(/^\/harness\/(?=replica|host)/, "/dist/replica/"));
    const found = await stat(file).catch(() => undefined);
    if (!found?.isFile()) {
      response.writeHead(404, ISOLATION).end();
      return;
    }
    const type = TYPES[extname(file)] ?? "application/octet-stream";
    response.writeHead(200, {
      ...ISOLATION,
      "Cache-Control": "no-store",
      "Content-Type": type,
      "Content-Length": found.size,
    });
    createReadStream(file).pipe(response);
  });
  await new Promise((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
