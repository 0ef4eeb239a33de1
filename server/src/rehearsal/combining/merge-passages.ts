import { isLookedUp, type Passage, type Statement } from "./statements.ts";

/** The text of one document under a heading, and the document's name. */
export type Said = { label: string; passages: Passage[] };

type Merged = Statement & { key: string; labels: string[] };
type MergedPassage = { heading: string; labels: string[]; statements: Map<string, Merged> };

/**
 * All statements, each once. If documents say different things about the same subject, both statements are kept, each with
 * its document's name.
 */
export function mergePassages(said: readonly Said[]): Passage[] {
  const merged = new Map<string, MergedPassage>();
  for (const { label, passages } of said) {
    let place = 0;
    for (const { heading, statements } of passages) {
      const key = keyOf(heading);
      const passage: MergedPassage = merged.get(key) ?? { heading, labels: [], statements: new Map() };
      merged.set(key, passage);
      passage.labels.push(label);
      for (const statement of statements) addStatement(passage, { ...statement, place: place++ }, label);
    }
  }
  const all = [...merged.values()];
  const headings = all.map((one) => ({ subject: idOf(one.heading) }));
  return all.map(({ heading, labels, statements }) => ({
    heading: isDisputed({ subject: idOf(heading) }, headings) ? `${heading} (${whose(labels)})` : heading,
    statements: attributeDisputed([...statements.values()]),
  }));
}

function addStatement(passage: MergedPassage, statement: Statement, label: string): void {
  const key = keyOf(statement.text);
  const same = passage.statements.get(`${statement.form} ${key}`);
  if (same) same.labels.push(label);
  else passage.statements.set(`${statement.form} ${key}`, { ...statement, key, labels: [label] });
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

/**
 * Adds the document's name to a statement if another document gives a different figure or says something else about the same
 * subject.
 */
function attributeDisputed(all: readonly Merged[]): Statement[] {
  const alike = [
    Map.groupBy(all, ({ key }) => (/\d/.test(key) ? withoutFigures(key) : "")),
    Map.groupBy(all, subjectOf),
  ].flatMap((groups) => [...groups].filter(([what]) => what !== "").map(([, group]) => group));
  const disputed = new Set(alike.filter(isOfSeveral).flatMap((group) => group.filter((one) => isDenied(one, group))));
  return all.map((one) => (disputed.has(one) ? attributed(one) : one));
}

const isOfSeveral = (group: readonly Merged[]): boolean => new Set(group.map(({ labels }) => labels[0])).size > 1;

const isDenied = (one: Merged, group: readonly Merged[]): boolean =>
  group.some((other) => !other.labels.some((label) => one.labels.includes(label)));

const isDisputed = ({ subject }: { subject: string }, others: readonly { subject: string }[]): boolean =>
  subject !== "" && others.filter((other) => other.subject === subject).length > 1;

const withoutFigures = (key: string): string => key.replaceAll(/\d+/g, "#");

/** The id in a heading, such as `R-1` in `### R-1 Title`. Different headings may have the same id. */
const idOf = (heading: string): string => heading.match(/^#+ ([A-Z]-?\d[\w.]*)/)?.[1] ?? "";

/** The subject of a statement: the first cell of a row, or the words before a colon. */
function subjectOf({ form, text }: Statement): string {
  if (form === "row") return keyOf(text.split("|")[1] ?? "");
  return keyOf(text.match(/^[^:“”]{2,60}(?=: )/u)?.[0] ?? "");
}

function attributed(one: Merged): Merged {
  if (one.form === "code" || isLookedUp(one.text)) return { ...one, isDisputed: true };
  const by = whose(one.labels);
  const text = one.form === "row" ? one.text.replace(/\s*\|\s*$/, ` (${by}) |`) : `${one.text} (${by})`;
  return { ...one, text, isDisputed: true };
}

const whose = (labels: readonly string[]): string => [...new Set(labels)].join(", ");
