/**
 * The rehearsal models' own unit of length, an approximation of a token: up to four letters or digits, or a single
 * other sign, together with the white space before it. The pieces of a text join to that text, so a cap can be
 * kept exactly and a cut text continued exactly.
 */
const piece = /\s*(?:[\p{L}\p{N}\p{M}]{1,4}|[^\s\p{L}\p{N}\p{M}])|\s+/gu;

export function countPieces(text: string): number {
  let count = 0;
  piece.lastIndex = 0;
  while (piece.test(text)) count += 1;
  return count;
}

/** The longest beginning of the text that has at most this many pieces. */
export function takePieces(text: string, limit: number): { text: string; pieces: number } {
  let count = 0;
  let end = 0;
  piece.lastIndex = 0;
  while (count < limit && piece.test(text)) {
    end = piece.lastIndex;
    count += 1;
  }
  return { text: text.slice(0, end), pieces: count };
}

/** The text in portions a reader can follow: whole lines or sentences, short ones together. */
export function splitIntoDeltas(text: string): string[] {
  const deltas: string[] = [];
  let open = "";
  for (const [part] of text.matchAll(/[^\n.!?]*(?:[.!?]+(?=\s)\s*|[.!?]|\n+|$)/g)) {
    open += part;
    if (open.length < shortestDelta) continue;
    deltas.push(open);
    open = "";
  }
  if (open !== "") deltas.push(open);
  return deltas;
}

const shortestDelta = 120;
