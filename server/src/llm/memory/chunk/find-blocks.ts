import type { Block } from "./block.ts";
import { parseBlocks } from "./parse-blocks.ts";
import { scanLines } from "./scan-lines.ts";

/** The Markdown parser reads 100–500 kB a second, and slower the longer the text: it gets small pieces of texts up to this. */
const parsedAtMost = 400_000;
const pieceLength = 16_000;
const longestPiece = 64_000;
/** Quotations in quotations, lists in lists, on one line: the parser's time grows with the square of the depth. */
const deeplyNested = /^(?:[ \t]*(?:>|[-*+]|\d+[.)])){50}/m;

/** The blocks of a text, one after the other; between two of them stands white space. */
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
  if (markdown.length > longestPiece || deeplyNested.test(markdown)) return piece;
  try {
    return parseBlocks(markdown, start);
  } catch {
    return piece; // nested too deeply for the parser's stack: the rough structure will do
  }
}
