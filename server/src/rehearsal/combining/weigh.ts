import { countWords } from "../text/count-words.ts";
import { oncePerDocument, type Workspace } from "../workspace.ts";
import { isLookedUp, readPassages, type Statement } from "./statements.ts";

/** For each word, the number of different statements that contain it. */
const wordsInWorkspace = oncePerDocument(({ papers }: Workspace): ReadonlyMap<string, number> => {
  const passages = papers.flatMap(({ markdown }) => readPassages(markdown));
  const texts = new Set(passages.flatMap(({ statements }) => statements.map(({ text }) => text)));
  const counts = new Map<string, number>();
  for (const word of [...texts].flatMap((text) => [...wordsIn(text)])) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
});

/**
 * Returns a function that gives each statement a number: the smaller it is, the sooner the statement is selected. Claims and
 * questions have the smallest numbers; then come rows and figures. Of all others, the fewer of a
 * statement's words occur in other statements, the smaller is its number.
 */
export function weighing(workspace: Workspace): (one: Statement) => number {
  const counts = wordsInWorkspace(workspace);
  return ({ form, text }) => {
    // Short claims and questions are kept before long ones, so that as many as possible fit.
    if (isLookedUp(text)) return -1 - 1 / countWords(text);
    if (form === "row" || form === "code" || /\d/.test(text)) return 0;
    const words = [...wordsIn(text)];
    const lone = words.filter((word) => (counts.get(word) ?? 0) < 2);
    // At least half of the statement's words occur in no other statement: if it were dropped, its content would be lost.
    if (lone.length > 1 && 2 * lone.length >= words.length) return 0;
    return 1 + Math.round(8 * (1 - lone.length / Math.max(1, words.length)));
  };
}

const wordsIn = (text: string): Set<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu));
