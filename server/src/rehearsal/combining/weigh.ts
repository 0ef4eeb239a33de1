import { oncePerDocument, type Workspace } from "../workspace.ts";
import { isLookedUp, readPassages, type Statement } from "./statements.ts";

/** The number of different statements that contain a word. */
const wordsInWorkspace = oncePerDocument(({ papers }: Workspace): ReadonlyMap<string, number> => {
  const passages = papers.flatMap(({ markdown }) => readPassages(markdown));
  const texts = new Set(passages.flatMap(({ statements }) => statements.map(({ text }) => text)));
  const counts = new Map<string, number>();
  for (const word of [...texts].flatMap((text) => [...wordsIn(text)])) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
});

/**
 * The rank of a statement: the more of its words occur in other statements, the higher the rank. Statements of rank 0
 * are dropped last.
 */
export function weighing(workspace: Workspace): (one: Statement) => number {
  const counts = wordsInWorkspace(workspace);
  return ({ form, text, isDisputed }) => {
    if (form === "row" || form === "code" || isDisputed || isLookedUp(text) || /\d/.test(text)) return 0;
    const words = [...wordsIn(text)];
    const lone = words.filter((word) => (counts.get(word) ?? 0) < 2);
    // At least half of its words occur in no other statement, so no other document would preserve it.
    if (lone.length > 1 && 2 * lone.length >= words.length) return 0;
    return 1 + Math.round(8 * (1 - lone.length / Math.max(1, words.length)));
  };
}

const wordsIn = (text: string): Set<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu));
