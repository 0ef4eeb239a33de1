import type { PromptMessage } from "../model/prompt-messages.ts";

type Addition = { add: string; block: string; text: string; key?: string; severity?: string };

/**
 * Checklist items and questions for the knowledge blocks in the last message, found by rules. Null if the message contains
 * no blocks, because it then asks for something else.
 */
export function enrichBlocks(messages: readonly PromptMessage[]): Addition[] | null {
  const asked = messages.findLast((message) => message.role === "user")?.text ?? "";
  const at = asked.indexOf("\nWhat is known:\n\n## ");
  if (!asked.startsWith("Blocks:\n") || at < 0) return null;
  const names = [...asked.slice(0, at).matchAll(/^- (project\.[a-z_]+)$/gm)].map(([, name = ""]) => name);
  return names.flatMap((block): Addition[] => {
    const title = (block.split(".")[1] ?? "").replaceAll("_", " ");
    const text = sectionOf(asked, title);
    const rules = [...text.matchAll(/^- (?:Rule|Safety requirement|Approval needed): (.+?) \[F\d+\]/gm)];
    return [
      ...rules.map(([, rule = ""]) => ({ add: "checklist", block, text: `Check before the end: ${plain(rule)}` })),
      ...(text.includes("Nothing is known yet.") && block !== "project.open_questions"
        ? [{ add: "question", block, text: `What is already decided about the ${title}?` }]
        : []),
    ];
  });
}

/** The lines under the heading of one block. */
function sectionOf(asked: string, title: string): string {
  const from = asked.indexOf(`\n## Project: ${title}\n`);
  if (from < 0) return "";
  const to = asked.indexOf("\n## ", from + 4);
  return asked.slice(from, to < 0 ? undefined : to);
}

/** Removes the backslashes that escape characters in Markdown. */
const plain = (text: string): string => text.replace(/\\([^\w\s])/g, "$1");
