import { useCallback, useLayoutEffect, useRef, useState } from "react";
import { type RowRange, visibleRows } from "./visible-rows.ts";

const margin = 12;

/**
 * Determines which rows of a long list to render. All rows have the same height. `scroller` is for the element that scrolls.
 */
export function useVisibleRows({ count, rowHeight }: { count: number; rowHeight: number }) {
  const scroller = useRef<HTMLDivElement>(null);
  const [range, setRange] = useState<RowRange>({ start: 0, end: 30 });

  const measure = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    const { scrollTop, clientHeight: height } = element;
    const next = visibleRows({ scrollTop, height, rowHeight, count, margin });
    setRange((now) => (now.start === next.start && now.end === next.end ? now : next));
  }, [count, rowHeight]);

  useLayoutEffect(() => {
    measure();
    const observer = new ResizeObserver(measure);
    if (scroller.current) observer.observe(scroller.current);
    return () => observer.disconnect();
  }, [measure]);

  /** Scrolls just far enough to show a row below the sticky header. */
  const reveal = useCallback(
    (index: number, headHeight: number) => {
      const element = scroller.current;
      if (!element) return;
      const top = index * rowHeight;
      if (top < element.scrollTop) element.scrollTop = top;
      else if (top + rowHeight + headHeight > element.scrollTop + element.clientHeight) {
        element.scrollTop = top + rowHeight + headHeight - element.clientHeight;
      }
    },
    [rowHeight],
  );

  const shown = { start: Math.min(range.start, count), end: Math.min(range.end, count) };
  return { scroller, onScroll: measure, reveal, ...shown };
}
