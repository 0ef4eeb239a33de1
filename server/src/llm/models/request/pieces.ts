/**
 * A piece approximates a token; for the rehearsal models it is exactly one token. It consists of up to four letters or
 * digits, or of a single other sign, together with the white space before it. The pieces of a text contain all of its
 * characters, so that a text can be cut exactly at a cap and continued exactly from there.
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
