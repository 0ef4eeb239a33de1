/** One way in which models deviate from the requested form. It changes the form of an answer, not the content. */
export type Shape = {
  name: string;
  apply: (answer: string) => string;
  /** True if ids lose their square brackets, so that they are no longer references. */
  dropsReferences?: true;
};

/** Shapes for the same part of an answer. At most one of them is applied. */
export type ShapeGroup = readonly Shape[];

export const lines = (text: string, change: (line: string) => string): string =>
  text.split("\n").map(change).join("\n");

/** Moves all headings `by` levels deeper. */
export const deeper = (text: string, by: number): string =>
  lines(text, (line) => line.replace(/^(#+)(?= )/, (marks) => marks + "#".repeat(by)));

/**
 * Changes the text below each heading with one of these titles. The heading may have a suffix in parentheses, because the
 * answer to a further request may have the heading “Milestones (corrected)”.
 */
export function inArtifact(answer: string, titles: readonly string[], change: (body: string) => string): string {
  const parts = answer.split(/^(?=# )/m);
  return parts
    .map((part) => {
      const [heading = ""] = part.split("\n", 1);
      const title = heading.slice(2).replace(/ \([^()]*\)$/, "");
      return titles.includes(title) ? heading + change(part.slice(heading.length)) : part;
    })
    .join("");
}

/** Replaces the first group of consecutive lines that match a pattern. */
export function changeRun(body: string, pattern: RegExp, change: (run: string[]) => string[]): string {
  const all = body.split("\n");
  const first = all.findIndex((line) => pattern.test(line));
  if (first < 0) return body;
  const rest = all.slice(first).findIndex((line) => !pattern.test(line));
  const end = rest < 0 ? all.length : first + rest;
  return [...all.slice(0, first), ...change(all.slice(first, end)), ...all.slice(end)].join("\n");
}

/** Changes the lines outside code blocks. */
export function outsideCode(text: string, change: (line: string) => string): string {
  let isCode = false;
  return lines(text, (line) => {
    const isFence = /^(?:`{3}|~{3})/.test(line);
    if (isFence) isCode = !isCode;
    return isCode || isFence ? line : change(line);
  });
}

export const asJson = (value: unknown): string[] => ["```json", JSON.stringify(value, null, 2), "```"];
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
