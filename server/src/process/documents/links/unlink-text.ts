import { isLegendLine, legendMark } from "./legend.ts";
import { idsIn } from "./link-text.ts";

/**
 * Removes the numbers and links that the program added to a file. Lines that the person did not change are restored byte for
 * byte; in changed lines, ids are written as models write them. Text that the person added below the legend is kept.
 */
export function unlinkText(text: string, stored: string): string {
  const known = Map.groupBy(stored.split("\n"), unlinkLine);
  const used = new Map<string, number>();
  const { above, below } = cutLegend(text.split("\n"));
  const lines = [...above, ...below].map((line) => {
    const plain = unlinkLine(line);
    const same = known.get(plain) ?? [];
    // Several stored lines may have the same unlinked form: these are matched in order.
    const place = used.get(plain) ?? 0;
    used.set(plain, place + 1);
    return same[Math.min(place, same.length - 1)] ?? plain;
  });
  return lines.join("\n");
}

function cutLegend(lines: readonly string[]): { above: readonly string[]; below: readonly string[] } {
  const at = lines.findLastIndex((line) => line.trim() === legendMark);
  if (at < 0) return { above: lines, below: [] };
  const end = lines.findIndex((line, index) => index > at && !isLegendLine(line));
  const above = lines.slice(0, at);
  while (above.at(-1)?.trim() === "") above.pop();
  return end < 0 ? { above: [...above, ""], below: [] } : { above: [...above, ""], below: lines.slice(end) };
}

/** Gives the same result for a stored line and for its linked form. */
function unlinkLine(line: string): string {
  return line
    .replace(/^(\s{0,3}- C)\d+(?=: )/, "$1")
    .replace(/^(\s{0,3}- \[[ xX]\] \*\*Q)\d+(?=\*\* )/, "$1")
    .replace(/\[([^[\]]{2,200})\](\[\])?/g, (whole, inside: string) => {
      const ids = idsIn(inside);
      if (ids.length === 0) return whole;
      return ids.map((id) => (id.startsWith("R-") ? id : `[${id}]`)).join(", ");
    });
}
