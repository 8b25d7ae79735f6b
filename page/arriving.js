// A program as it arrives, counted. The page uses it for its own program, the workers for theirs (`importScripts`).
//
// arriving(address, bytes, packed, tell, begin) resolves to what `begin` makes of a response that compiles as it arrives, whatever type the
// server names. It fails with a sentence where the file does not come whole: the browser's own error would only say that it could not read.
//   bytes   the size of the file as scripts/stamp wrote it down, 0 where it is not known: with a content-encoding the server's own
//           length is that of the packed file
//   packed  about as many bytes as come where a server packs the file and does not say how many, as scripts/stamp wrote down
//   tell    called with the bytes that have come and all that will (null if unknown), as the line carries them, packed or not: at the
//           beginning and after each half megabyte of the file
const arriving = async (address, bytes, packed, tell, begin) => {
  const file = address.split("/").pop().split("?")[0];
  tell(0, packed || null);
  const answer = await fetch(address).catch((error) => {
    throw new Error(`${file} did not arrive: ${error.message}`);
  });
  if (!answer.ok) throw new Error(`${file}: the server answers with status ${answer.status}`);
  const type = answer.headers.get("content-type") || "";
  if (type.startsWith("text/html")) throw new Error(`${file}: the server sent a page in its place`);
  const said = Number(answer.headers.get("content-length"));
  const isPacked = answer.headers.get("content-encoding");
  const total = bytes || (isPacked ? 0 : said) || null;
  const onLine = said || (isPacked && packed) || total;
  const reader = answer.body.getReader();
  let loaded = 0;
  let told = 0;
  let fail;
  const broken = new Promise((_, reject) => {
    fail = (why) => {
      const error = new Error(why);
      reject(error);
      throw error;
    };
  });
  const body = new ReadableStream({
    async pull(controller) {
      const { done, value } = await reader.read().catch((error) => fail(`${file} broke off after ${loaded} bytes: ${error.message}`));
      if (done) {
        if (bytes && loaded !== bytes) fail(`${file} has ${loaded} bytes on the server, and should have ${bytes}`);
        return controller.close();
      }
      loaded += value.byteLength;
      if (loaded - told > 500_000 || loaded === total) {
        told = loaded;
        // What has come is known as it is unpacked.
        if (total) tell(onLine * (loaded / total), onLine);
        else tell(loaded, null);
      }
      controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return Promise.race([broken, begin(new Response(body, { headers: { "content-type": "application/wasm" } }))]);
};
