export type RowRange = { start: number; end: number };

/**
 * The range of rows to render: those that are visible, and some before and after them, so that scrolling shows no gap. All
 * rows have the same height.
 */
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
