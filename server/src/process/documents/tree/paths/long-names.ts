/**
 * File systems allow names of up to 255 bytes. A longer name is split into nested folders: `aaa…~/~…aaa.md`. No other path
 * in this tree has `~` on both sides of a slash, so split names can be joined again.
 */
export const foldLongNames = (path: string): string => path.split("/").map(fold).join("/");

export const unfoldLongNames = (path: string): string => path.replaceAll("~/~", "");

/** Leaves room for a suffix within 255 bytes. */
const longestBytes = 240;
const pieceBytes = 200;

function fold(name: string): string {
  if (Buffer.byteLength(name) <= longestBytes) return name;
  const pieces: string[] = [];
  let piece = "";
  let bytes = 0;
  for (const point of name) {
    const length = Buffer.byteLength(point);
    // A combining mark stays in the same piece as its letter. A slug has at most eight marks in a row.
    if (bytes + length > pieceBytes && !/^\p{M}$/u.test(point)) {
      pieces.push(piece);
      piece = "";
      bytes = 0;
    }
    piece += point;
    bytes += length;
  }
  return [...pieces, piece].join("~/~");
}

/**
 * Splits names as earlier versions did, when all names were ASCII. Older databases and exports contain paths in this form.
 */
export function foldLegacyNames(path: string): string {
  return path.replace(/[^/]{201,}/g, (name) => (name.match(/.{1,200}/gs) ?? []).join("~/~"));
}
