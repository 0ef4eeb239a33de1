/**
 * For each line, true if it is code, fenced or indented. Names in code are content, and sentences in code are not the
 * author's.
 */
export function codeLines(lines: readonly string[]): boolean[] {
  let fence: string | null = null;
  return lines.map((line) => {
    const mark = /^[\s>]{0,20}(```|~~~)/.exec(line)?.[1] ?? null;
    const isInside = fence !== null;
    if (mark !== null && (fence === null || fence === mark)) fence = fence === null ? mark : null;
    return isInside || mark !== null || /^(?: {4}|\t)/.test(line);
  });
}
