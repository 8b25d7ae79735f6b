// Rows of text in columns.

/** A line for the head and for each row; cells of the columns named in `right` stand at the right. */
export function aligned(head, cells, right) {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...cells.map((line) => line[column].length)),
  );
  return [head, ...cells].map((texts) =>
    texts
      .map((text, column) =>
        right.includes(column) ? text.padStart(widths[column]) : text.padEnd(widths[column]),
      )
      .join("  ")
      .trimEnd(),
  );
}

/** Puts a blank line where another task begins; the first line is the head. */
export function grouped(lines, rows) {
  const group = ({ workload, size, device }) => [workload, size, device].join(" ");
  const begins = (index) => index > 0 && group(rows[index]) !== group(rows[index - 1]);
  const [head, ...rest] = lines;
  return [head, ...rest.flatMap((line, index) => (begins(index) ? ["", line] : [line]))];
}

/** Milliseconds, to three figures or so. */
export const shown = (ms) => (ms >= 100 ? ms.toFixed(0) : ms >= 10 ? ms.toFixed(1) : ms.toFixed(2));
