export type RowRange = { start: number; end: number };

/** The rows of equal height that are rendered: those in the window, and some before and after it so that scrolling shows no gap. */
export function visibleRows(input: {
  scrollTop: number;
  height: number;
  rowHeight: number;
  count: number;
  margin: number;
}): RowRange {
  const { scrollTop, height, rowHeight, count, margin } = input;
  const first = Math.floor(Math.max(0, scrollTop) / rowHeight);
  const shown = Math.ceil(height / rowHeight) + 1;
  const start = Math.max(0, Math.min(first - margin, count - shown - margin));
  return { start, end: Math.min(count, Math.max(first, start) + shown + margin) };
}
