import type { Block } from "@dialectic/contract";

/** Characters with a meaning in Markdown or HTML. They are escaped, because a value is always rendered as text. */
const special = /[\\`*_{}[\]()<>#+\-.!|~&]/g;
const escapeText = (text: string): string => text.replace(/\s+/g, " ").trim().replace(special, "\\$&");

const recordNames = { note: "Note", decision: "Decided", suggestion: "Suggested", question: "Asked" } as const;
const headings: Record<string, string> = { project: "Project", item: "Item" };

/** Renders blocks as Markdown; equal blocks always give equal text. */
export function renderBlocks(blocks: readonly Block[]): string {
  return blocks
    .map(({ block, itemName, entries, records, questions }) => {
      const [scope = "", name = ""] = block.split(".");
      const of = itemName === null ? (headings[scope] ?? scope) : `${headings[scope] ?? scope} ${escapeText(itemName)}`;
      const lines = [
        ...entries.map(({ kind, number, statement, severity }) => {
          const marks = [...(severity === "hard" ? ["hard"] : []), ...(kind === "conflict" ? ["open conflict"] : [])];
          return `- ${escapeText(statement)} [F${number}]${marks.length === 0 ? "" : ` (${marks.join(", ")})`}`;
        }),
        ...records.map(({ kind, text, severity, by }) => {
          const marks = [...(severity ? [severity] : []), ...(by === "model" ? ["by a model"] : [])];
          return `- ${recordNames[kind]}: ${escapeText(text)}${marks.length === 0 ? "" : ` (${marks.join(", ")})`}`;
        }),
        ...questions.map(({ question }) => `- Open: ${escapeText(question)}`),
      ];
      return `## ${of}: ${name.replaceAll("_", " ")}\n\n${lines.length === 0 ? "Nothing is known yet." : lines.join("\n")}\n`;
    })
    .join("\n");
}
