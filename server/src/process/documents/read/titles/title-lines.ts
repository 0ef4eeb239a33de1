/** Patterns for lines that look like a heading without Markdown markup. */
const bold = /^ {0,3}(?:\*\*\*|___|\*\*|__)(?=\S)([^\n]{1,200}?)(?:\*\*\*|___|\*\*|__)[ \t]*[:：.]?[ \t]*$/u;
const html = /^ {0,3}<(?:h[1-6]|summary|b|strong)\b[^<>]{0,80}>([^<>\n]{1,200})<\/(?:h[1-6]|summary|b|strong)>[ \t]*$/i;
const tag = /^ {0,3}<([\p{L}][\p{L}\p{N}_-]{2,60})>[ \t]*$/u;
export const closingTag = /^ {0,3}<\/([\p{L}][\p{L}\p{N}_-]{2,60})>[ \t]*$/u;
const listed = /^ {0,3}(?:[-*+]|\d{1,3}[.)])[ \t]+(?=\S)/;
const heading = /^ {0,3}(#{1,6})(?![#])[ \t]*(\S[^\n]{0,300})$/;

/** The text of a line that is entirely bold; null for any other line. */
export const boldLine = (line: string): string | null => bold.exec(line)?.[1]?.trim() ?? null;

/** The text of an HTML heading, or the name of a tag alone on its line: `<risk_register>`. */
export const taggedLine = (line: string): string | null =>
  html.exec(line)?.[1]?.trim() ?? tag.exec(line)?.[1]?.replaceAll(/[_-]/g, " ") ?? null;

/**
 * A heading whose number sign is not followed by a space. Markdown does not take it for a heading, but the model meant one.
 */
export const unspacedHeading = (line: string): { depth: number; text: string } | null => {
  const [, marks = "", text = ""] = heading.exec(line) ?? [];
  return marks !== "" && /^ {0,3}#{1,6}\p{L}/u.test(line) ? { depth: marks.length, text } : null;
};

/** The text of a list item's first line. */
export const listedLine = (line: string): string | null =>
  listed.test(line)
    ? line
        .replace(listed, "")
        .replace(/^\*\*([^*\n]{1,200})\*\*/, "$1")
        .trim()
    : null;

/** The text of a line that is marked as a heading, else null. Must be cheap, because it runs for every line of an answer. */
export const headingText = (line: string): string | null => {
  const marked = heading.exec(line)?.[2];
  if (marked !== undefined) return marked.replace(/[ \t]+#+[ \t]*$/, "");
  return /^ {0,3}(?:\*\*|__|<)/.test(line) ? (boldLine(line) ?? taggedLine(line)) : null;
};
