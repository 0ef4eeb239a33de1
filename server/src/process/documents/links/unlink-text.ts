import { isLegendLine, legendMark } from "./legend.ts";
import { idsIn } from "./link-text.ts";

/**
 * The text of a file whose numbers and links the program added, without them. A line that the person left alone is byte for byte the
 * line of the stored text; in others the ids are as models write them. What the person wrote below the legend stays.
 */
export function unlinkText(text: string, stored: string): string {
  const known = Map.groupBy(stored.split("\n"), unlinkLine);
  const used = new Map<string, number>();
  const { above, below } = cutLegend(text.split("\n"));
  const lines = [...above, ...below].map((line) => {
    const plain = unlinkLine(line);
    const same = known.get(plain) ?? [];
    // Stored lines that differ in their ids alone come in their order.
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

/** The same for a stored line and for what the program made of it. */
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
