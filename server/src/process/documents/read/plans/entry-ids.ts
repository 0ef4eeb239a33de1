/** How the entries of a plan are numbered, and which level their headings have. */
export type EntryKind = {
  /** The level of an entry's heading in the canonical text. */
  depth: number;
  /** Splits a text into the id that it begins with, in canonical form, and the rest. Null if no entry starts here. */
  read: (text: string) => EntryId | null;
  /** Like `read`, for a text that begins with a number instead of an id, as in `1. Title`. */
  readNumber?: ((text: string) => EntryId | null) | undefined;
};

export type EntryId = { id: string; title: string };

/** Emphasis, brackets, an emoji or a number may precede an id: `🏁 M1`, `1. R-1`, `~~M3~~`. */
const opening =
  "^(?:[*_`[(~#\\s]|\\p{Extended_Pictographic}|[\\u{1f3fb}-\\u{1f3ff}\\ufe0f\\u200d\\u20e3])*(?:\\d{1,3}[.)][\\ufe0f\\u20e3]*\\s+[*_`[(]*)?";
const closing = "[\\])*_`~]*[ \\t]*(?:[:.：)|·•–—-]+[*_]*)?[ \\t]*(.*)$";

const numbered = (
  words: string,
  idOf: (numbers: string[]) => string,
  number = "(\\d{1,5})(?![\\p{L}\\p{N}]|\\.\\d)",
) => {
  const pattern = new RegExp(`${opening}(?:${words})[ \\u00a0.#№–—-]{0,2}${number}${closing}`, "isu");
  return (text: string): EntryId | null => {
    const match = pattern.exec(text.slice(0, 2_000));
    if (!match) return null;
    const title = match.at(-1) ?? "";
    return {
      id: idOf(match.slice(1, -1).filter((one) => one !== undefined)),
      title: title.replace(/^[*_]+|[*_]+$|(?<!~~[^~]{0,500})~~/g, "").trim(),
    };
  };
};

const plainNumber = (idOf: (numbers: string[]) => string, number: string) => {
  const pattern = new RegExp(`^[*_\`[(\\s]*${number}[.):]*[\\])*_]*[ \\t]+(\\S.*)$`, "su");
  return (text: string): EntryId | null => {
    const match = pattern.exec(text.slice(0, 2_000));
    return match ? { id: idOf(match.slice(1, -1)), title: (match.at(-1) ?? "").trim() } : null;
  };
};

const first = ([number]: string[]): string => String(Number(number));

export const requirementWords =
  "R|REQ|FR|NFR|TR|BR|UR|SR|requirement R|requirement|anforderung|exigence|requisito|eis|требование|需求|דרישה";
export const milestoneWords =
  "M|MS|milestone M?|milestone|meilenstein M?|meilenstein|jalon|hito|mijlpaal|marco|веха|里程碑|אבן דרך";
const workWords =
  "W|M\\d{1,4}[-–./ ]{1,3}W|WP|WI|work item W?|work item|work package|work node|task W?|task|node W?|node|arbeitspaket|aufgabe";

export const requirementIds: EntryKind = {
  depth: 3,
  read: numbered(requirementWords, (numbers) => `R-${first(numbers)}`),
  readNumber: plainNumber((numbers) => `R-${first(numbers)}`, "(\\d{1,4})"),
};

export const milestoneIds: EntryKind = {
  depth: 2,
  read: numbered(milestoneWords, (numbers) => `M${first(numbers)}`),
  readNumber: plainNumber((numbers) => `M${first(numbers)}`, "(\\d{1,4})"),
};

const dotted = "(\\d{1,4})[.\\-–](\\d{1,4}(?:\\.\\d{1,4}){0,3})(?![\\p{L}\\p{N}])";

export const workIds: EntryKind = {
  depth: 3,
  read: numbered(workWords, ([milestone = "", node = ""]) => `W${Number(milestone)}.${node}`, dotted),
  readNumber: plainNumber(([milestone = "", node = ""]) => `W${Number(milestone)}.${node}`, dotted),
};

/**
 * The work ids that a text names, in canonical form; a range within one milestone is expanded. In a text of nothing but ids,
 * the letter `W` may be missing.
 */
export function workIn(text: string): string[] {
  const words = "W|WP|WI|task|node|work item";
  const isIds =
    text.length < 1_000 && new RegExp(`^(?:${words}|and|und|to|bis|[\\s\\d.,;&/+()[\\]*_–—-])*$`, "iu").test(text);
  const letters = isIds ? `(?:(?:${words})[ .–-]{0,2})?` : `(?:${words})[ .–-]{0,2}`;
  const id = `(?<![\\p{L}\\p{N}.])${letters}(\\d{1,4})[.\\-–](\\d{1,4}(?:\\.\\d{1,4}){0,3})(?![\\p{L}\\p{N}])`;
  const until = "(?:\\s{0,2}(?:–|—|-|to|through|bis)\\s{0,2}W?[ -]?(\\d{1,4})\\.(\\d{1,4})(?![\\p{L}\\p{N}.]))?";
  const found = [...text.matchAll(new RegExp(id + until, "giu"))].flatMap(([, milestone, node = "", other, last]) => {
    const [from, to] = [Number(node), Number(last ?? node)];
    const isRange = other !== undefined && Number(other) === Number(milestone) && to > from && to - from < 50;
    if (!isRange)
      return [`W${Number(milestone)}.${node}`, ...(other === undefined ? [] : [`W${Number(other)}.${last}`])];
    return Array.from({ length: to - from + 1 }, (_, index) => `W${Number(milestone)}.${from + index}`);
  });
  return [...new Set(found)];
}
