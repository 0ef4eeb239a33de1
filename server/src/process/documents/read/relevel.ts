import { bodyBlocks } from "./body-blocks.ts";
import { applyEdits, type Edit } from "./edits.ts";

/** A longer line is not a heading. */
const longestHeading = 2_000;

/** The body of an artifact with its headings below level 1, keeping their depth relative to the artifact's own. */
export function relevel(body: string, depth: number): string {
  if (!/#|^ {0,3}(?:=|-)/m.test(body)) return body;
  const own = depth > 6 ? 1 : depth;
  const edits = bodyBlocks(body).flatMap((block): Edit[] => {
    if (block.type !== "heading") return [];
    const wanted = Math.max(2, block.depth - own + 1);
    if (wanted === block.depth || block.raw.length > longestHeading) return [];
    const line =
      block.raw
        .split("\n")[0]
        ?.replace(/^ {0,3}#{1,6}[ \t]*|[ \t]+#+[ \t]*$/g, "")
        .trim() ?? "";
    const text = /^ {0,3}#/.test(block.raw) ? line : block.raw.split("\n").slice(0, -1).join(" ").trim();
    return [{ start: block.start, end: block.end, text: `${"#".repeat(wanted)} ${text}`.trimEnd() }];
  });
  return applyEdits(body, edits);
}
