import type { Block } from "./block.ts";
import { parseBlocks } from "./parse-blocks.ts";
import { scanLines } from "./scan-lines.ts";

/**
 * Lengths in characters. A text up to the first length is parsed in pieces, so that the caller can do other work between two
 * pieces. Of a longer text only the rough structure is scanned.
 */
const parsedAtMost = 400_000;
const pieceLength = 16_000;
const longestPiece = 64_000;

/** The blocks of a text in order; only white space is between them. */
export function* findBlocks(text: string): Generator<Block[]> {
  const rough = scanLines(text);
  if (text.length > parsedAtMost) return yield rough;
  let piece: Block[] = [];
  const lengthWith = (block: Block) => block.end - (piece[0]?.start ?? block.start);
  for (const block of rough) {
    const isFull = lengthWith(block) > pieceLength && !isIndented(text, block);
    if (piece.length > 0 && (isFull || lengthWith(block) > longestPiece)) {
      yield refine(text, piece);
      piece = [];
    }
    piece.push(block);
  }
  if (piece.length > 0) yield refine(text, piece);
}

/** An indented line after a blank one still belongs to the list before it. */
const isIndented = (text: string, block: Block): boolean => /[ \t]/.test(text.charAt(block.start));

function refine(text: string, piece: Block[]): Block[] {
  const start = piece[0]?.start ?? 0;
  const end = piece.at(-1)?.end ?? 0;
  const markdown = text.slice(start, end);
  return markdown.length > longestPiece ? piece : parseBlocks(markdown, start);
}
