import { readQuantities } from "../brief/quantities.ts";
import type { Brief } from "../brief/read-brief.ts";

/** A figure in a text that differs from the brief's figure for the same thing. */
export function otherFigure(text: string, brief: Brief): { claimed: string; stated: string } | undefined {
  for (const claimed of readQuantities([text]).filter((one) => !one.bounded)) {
    const same = brief.quantities.filter((one) => one.unit === claimed.unit);
    if (same.length === 0 || same.some((one) => one.value === claimed.value)) continue;
    const [stated] = same.toSorted((a, b) => b.value - a.value);
    if (stated) return { claimed: claimed.text, stated: stated.text };
  }
  return undefined;
}
