import { isLookedUp, type Passage, type Statement } from "./statements.ts";

/** The text of one document under a heading, and the document's name. */
export type Said = { label: string; passages: Passage[] };

type Merged = { statement: Statement; labels: Set<string> };
type MergedPassage = { heading: string; labels: Set<string>; statements: Map<string, Merged> };

/** All statements, each once. A statement that not every document makes is followed by the names of its documents. */
export function mergePassages(said: readonly Said[]): Passage[] {
  const merged = new Map<string, MergedPassage>();
  for (const { label, passages } of said) {
    let place = 0;
    for (const { heading, statements } of passages) {
      const passage = merged.get(keyOf(heading)) ?? { heading, labels: new Set(), statements: new Map() };
      merged.set(keyOf(heading), passage);
      passage.labels.add(label);
      for (const one of statements) {
        const key = `${one.form} ${keyOf(one.text)}`;
        const same = passage.statements.get(key) ?? { statement: { ...one, place }, labels: new Set() };
        passage.statements.set(key, same);
        same.labels.add(label);
        place += 1;
      }
    }
  }
  const count = new Set(said.map(({ label }) => label)).size;
  const ids = [...merged.values()].map(({ heading }) => idOf(heading)).filter((id) => id !== "");
  return [...merged.values()].map(({ heading, labels, statements }) => ({
    heading: ids.filter((id) => id === idOf(heading)).length > 1 ? `${heading} (${[...labels].join(", ")})` : heading,
    statements: [...statements.values()].map((one) => (one.labels.size < count ? attributed(one) : one.statement)),
  }));
}

/**
 * Reduces a text to its letters and digits, so that texts that differ only in case, punctuation and spaces have the same
 * key.
 */
const keyOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** The id in a heading, such as `R-1` in `### R-1 Title`. Different headings may have the same id. */
const idOf = (heading: string): string => heading.match(/^#+ ([A-Z]-?\d[\w.]*)/)?.[1] ?? "";

function attributed({ statement, labels }: Merged): Statement {
  const { form, text } = statement;
  if (form === "code" || isLookedUp(text)) return statement;
  const by = `(${[...labels].join(", ")})`;
  return { ...statement, text: form === "row" ? text.replace(/\s*\|\s*$/, ` ${by} |`) : `${text} ${by}` };
}
