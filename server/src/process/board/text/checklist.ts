/** A box of a checklist. `node` is the number of the node above the box (W1.2), or empty. */
export type ChecklistItem = { node: string; text: string; done: boolean };

// Matches to the end of the line, including a \r, because editors on Windows save \r\n.
const box = /^(\s*(?:[-*+]|\d{1,9}[.)])\s+\[)([ xX])(\]\s+)([^\n]*)$/;
const fenceMark = /^ {0,3}(`{3,}|~{3,})/;
const heading = /^ {0,3}#{1,6}\s+(?:[*_]{0,3})(W\d+(?:\.\d+)*)/;

/** The boxes of a text in order, without those in code blocks. Parsed line by line, in linear time; never throws. */
export function readChecklist(markdown: string): ChecklistItem[] {
  const items: ChecklistItem[] = [];
  rewriteBoxes(markdown, (item) => {
    items.push(item);
    return item.done;
  });
  return items;
}

/** Ticks those boxes in a text for which `decide` returns true, and unticks the others. Changes nothing else. */
export function rewriteBoxes(markdown: string, decide: (item: ChecklistItem) => boolean): string {
  let fence: string | null = null;
  let node = "";
  const lines = markdown.split("\n").map((line) => {
    const mark = fenceMark.exec(line)?.[1];
    if (fence !== null) {
      if (mark?.startsWith(fence) && line.trim() === mark) fence = null;
      return line;
    }
    if (mark) {
      fence = mark;
      return line;
    }
    node = heading.exec(line)?.[1] ?? node;
    const [, before, tick, after, rest] = box.exec(line) ?? [];
    if (before === undefined || tick === undefined || after === undefined || rest === undefined) return line;
    const done = tick !== " ";
    const wanted = decide({ node, text: rest.trim(), done });
    return wanted === done ? line : `${before}${wanted ? "x" : " "}${after}${rest}`;
  });
  return lines.join("\n");
}
