export type MarkedPiece = { text: string; isMarked: boolean };

/**
 * Splits a text into lines, and each line where the marked slice begins or ends. The text is split into lines because each
 * line has its own direction of writing. `mark` counts UTF-16 units from the beginning of the text; null marks nothing.
 */
export function markedLines(text: string, mark: { start: number; end: number } | null): MarkedPiece[][] {
  const lines: MarkedPiece[][] = [];
  let offset = 0;
  for (const line of text.split("\n")) {
    const from = Math.max(0, Math.min(line.length, (mark?.start ?? 0) - offset));
    const to = Math.max(from, Math.min(line.length, (mark?.end ?? 0) - offset));
    const pieces = mark
      ? [
          { text: line.slice(0, from), isMarked: false },
          { text: line.slice(from, to), isMarked: true },
          { text: line.slice(to), isMarked: false },
        ]
      : [{ text: line, isMarked: false }];
    lines.push(pieces.filter((piece) => piece.text !== ""));
    offset += line.length + 1;
  }
  return lines;
}
