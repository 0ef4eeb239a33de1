import { parseMarkdown } from "#platform";

/** `start` and `end` are its position in the text, including its heading. */
export type Section = { heading: string; body: string; start: number; end: number };

/** The headings of this depth with everything below each, up to the next heading of this or a higher level. */
export function sections(markdown: string, depth: number): Section[] {
  const headings = parseMarkdown(markdown).filter((block) => block.type === "heading" && block.depth <= depth);
  return headings.flatMap((block, index) => {
    if (block.depth !== depth) return [];
    const end = headings[index + 1]?.start ?? markdown.length;
    const body = markdown.slice(block.end, end);
    return [{ heading: block.text.trim(), body: trimLines(body), start: block.start, end }];
  });
}

/** Without blank lines at the start and white space at the end; the first line keeps its indentation. */
const trimLines = (text: string): string => text.replace(/^(?:[ \t]*\r?\n)+/, "").trimEnd();
