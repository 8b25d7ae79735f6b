// Zip archives: reads what a reader opens and writes what the notebook saves. A module of its own,
// which page/folder.js loads when there is one. The browser unpacks.

// A reason to open nothing, as the sentence that says so.
class Refusal extends Error {
  isSentence = true;
}

const crcs = Array.from({ length: 256 }, (_, byte) => {
  for (let bit = 0; bit < 8; bit++) byte = byte & 1 ? (byte >>> 1) ^ 0xedb88320 : byte >>> 1;
  return byte >>> 0;
});
const crcOf = (bytes) => {
  let crc = -1;
  for (const byte of bytes) crc = crcs[(crc ^ byte) & 255] ^ (crc >>> 8);
  return ~crc >>> 0;
};

const viewOf = async (blob) => new DataView(await blob.arrayBuffer());

// Returns what is packed in a blob and has so many bytes: with more it is made to fill the memory.
const inflated = async (blob, length) => {
  const bytes = new Uint8Array(length);
  const reader = blob.stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  for (let at = 0; ; ) {
    const { done, value } = await reader.read();
    if (done && at === length) return bytes;
    if (done || at + value.length > length) {
      await reader.cancel().catch(() => {});
      throw new Error("another length");
    }
    bytes.set(value, at);
    at += value.length;
  }
};

// Returns the files of a zip: their paths, sizes, and how to read each. At first only the list at
// its end is read, so that one of gigabytes takes no room.
export const readZip = async (file) => {
  const cut = new Refusal(
    `${file.name} is no whole zip archive: it may have been cut on its way. Load it again, or drop the folder`,
  );
  const tailAt = Math.max(0, file.size - 65_557);
  const tail = await viewOf(file.slice(tailAt));
  let end = tail.byteLength - 22;
  while (end >= 0 && tail.getUint32(end, true) !== 0x06054b50) end--;
  if (end < 0) throw cut;
  const [count, length, start] = [tail.getUint16(end + 10, true), tail.getUint32(end + 12, true), tail.getUint32(end + 16, true)];
  if (count === 0xffff || start === 0xffffffff) {
    throw new Refusal(
      `${file.name} is a zip archive of more than 4 GB or 65,535 files. Unpack it and drop the folder with the program`,
    );
  }
  if (start + length > tailAt + end) throw cut;
  const list = await viewOf(file.slice(start, start + length));
  const found = [];
  for (let at = 0, read = 0; read < count; read++) {
    if (at + 46 > list.byteLength || list.getUint32(at, true) !== 0x02014b50) throw cut;
    const [flags, method, crc] = [list.getUint16(at + 8, true), list.getUint16(at + 10, true), list.getUint32(at + 16, true)];
    const [packed, whole, header] = [list.getUint32(at + 20, true), list.getUint32(at + 24, true), list.getUint32(at + 42, true)];
    const [name, extra, comment] = [28, 30, 32].map((place) => list.getUint16(at + place, true));
    if (at + 46 + name > list.byteLength) throw cut;
    const path = new TextDecoder().decode(new Uint8Array(list.buffer, at + 46, name));
    at += 46 + name + extra + comment;
    if (flags & 1) throw new Refusal(`${file.name} is encrypted. Unpack it with its password and drop the folder`);
    const bytes = async () => {
      if (method !== 0 && method !== 8) throw new Error("another method");
      const local = await viewOf(file.slice(header, header + 30));
      const begin = header + 30 + local.getUint16(26, true) + local.getUint16(28, true);
      const blob = file.slice(begin, begin + packed);
      const content = method ? await inflated(blob, whole) : new Uint8Array(await blob.arrayBuffer());
      if (crcOf(content) !== crc) throw new Error("another checksum");
      return content;
    };
    if (!/[\\/]$/.test(path)) found.push({ path, size: whole, bytes });
  }
  return found;
};

// Returns a zip of files, pairs of a path and bytes. They are not packed: it is a program and data.
export const writeZip = (files) => {
  const parts = [];
  const list = [];
  let at = 0;
  const numbers = (fields) => {
    const view = new DataView(new ArrayBuffer(fields.reduce((sum, [bytes]) => sum + bytes, 0)));
    let place = 0;
    for (const [bytes, value] of fields) {
      if (bytes === 2) view.setUint16(place, value, true);
      else view.setUint32(place, value, true);
      place += bytes;
    }
    return new Uint8Array(view.buffer);
  };
  for (const [path, bytes] of files) {
    const name = new TextEncoder().encode(path);
    // Names in UTF-8, not packed, of 1 January 1980.
    const sizes = [[4, crcOf(bytes)], [4, bytes.length], [4, bytes.length], [2, name.length], [2, 0]];
    const common = [[2, 20], [2, 0x800], [2, 0], [2, 0], [2, 0x21], ...sizes];
    list.push(numbers([[4, 0x02014b50], [2, 20], ...common, [2, 0], [2, 0], [2, 0], [4, 0], [4, at]]), name);
    const header = numbers([[4, 0x04034b50], ...common]);
    parts.push(header, name, bytes);
    at += header.length + name.length + bytes.length;
  }
  const length = list.reduce((sum, part) => sum + part.length, 0);
  const end = numbers([[4, 0x06054b50], [2, 0], [2, 0], [2, files.length], [2, files.length], [4, length], [4, at], [2, 0]]);
  return new Blob([...parts, ...list, end], { type: "application/zip" });
};
