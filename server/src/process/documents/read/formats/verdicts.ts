import { applyEdits } from "../edits.ts";
import { bodyBlocks } from "../tables/body-blocks.ts";
import { type Column, placeColumns, toColumn } from "../tables/columns.ts";
import { findTables, tableText } from "../tables/read-table.ts";
import { bare, numbersIn, shorten, squash } from "../words.ts";
import { readVerdict, type Verdict } from "./verdict-words.ts";

export type Judged = { claim: number; verdict: Verdict; because: string; answers: string };

export type Positions = {
  verdicts: Judged[];
  /** Claims whose row has no valid verdict, and the text of the cell. */
  unreadable: { claim: number; cell: string }[];
  /** Claims with more than one row; the first row is used. */
  repeated: number[];
};

/** A claim to be judged. Its text identifies it if the model left out the number. */
export type GivenClaim = { number: number; text?: string | undefined };

const longestText = 600;
/** In English “these 40 stalls” names no claim, in German “These 4: …” does. */
const claimIds =
  "C|claims?|behauptung|these(?=[ .-]{0,2}\\d{1,6}(?!\\d|\\s*\\p{L}))|aussage|affirmation|afirmación|утверждение|主张|טענה";

export const verdictColumns: Column[] = ["claim", "verdict", "because", "answers"]
  .map(toColumn)
  .map((column, index) =>
    index === 1
      ? { ...column, fits: (cell: string) => readVerdict(cell) !== null }
      : index === 3
        ? { ...column, fits: (cell: string) => /^[\s*_[(]*(?:R[ .-]?\d|none\b|n\/a|–|—|-)/i.test(cell) }
        : column,
  );

/** Reads rows `claim | verdict | because | answers`. If a claim has several rows, the first one is used. */
export function readVerdicts(body: string, given: readonly GivenClaim[] = []): Positions {
  const found = new Map<number, Judged>();
  const unreadable = new Map<number, string>();
  const repeated = new Set<number>();
  const keys = claimKeys(given);
  for (const { headings, rows } of findTables(bodyBlocks(body), verdictColumns)) {
    const { places } = placeColumns(headings, verdictColumns, rows);
    for (const row of rows) {
      const [about = "", judged = "", because = "", answers = ""] = places.map((place) => row[place] ?? "");
      const verdict = readVerdict(judged);
      for (const claim of claimsIn(about, row, keys)) {
        if (!verdict) unreadable.set(claim, shorten(bare(judged), 60));
        else if (found.has(claim)) repeated.add(claim);
        else {
          const texts = { because: shorten(bare(because), longestText), answers: shorten(bare(answers), longestText) };
          found.set(claim, { claim, verdict, ...texts });
        }
      }
    }
  }
  return {
    verdicts: [...found.values()],
    unreadable: [...unreadable].filter(([claim]) => !found.has(claim)).map(([claim, cell]) => ({ claim, cell })),
    repeated: [...repeated],
  };
}

/**
 * Adds verdicts of `after` to the table of `before`, for claims that `before` does not judge. They replace rows without
 * a verdict. Null if `after` adds nothing.
 */
export function mergeVerdicts(before: string, after: string, given: readonly GivenClaim[]): string | null {
  const keys = claimKeys(given);
  const judged = new Set(readVerdicts(before, given).verdicts.map(({ claim }) => claim));
  const isNew = ([about = "", verdict = ""]: readonly string[], row: readonly string[]) =>
    readVerdict(verdict) !== null && claimsIn(about, row, keys).some((claim) => !judged.has(claim));
  const added = findTables(bodyBlocks(after), verdictColumns).flatMap(({ headings, rows }) => {
    const { places } = placeColumns(headings, verdictColumns, rows);
    const cellsOf = (row: readonly string[]) => places.map((place) => row[place] ?? "");
    return rows.filter((row) => isNew(cellsOf(row), row)).map(cellsOf);
  });
  const table = findTables(bodyBlocks(before), verdictColumns).at(-1);
  if (!table || added.length === 0) return null;
  const headings = table.headings ?? verdictColumns.map(({ heading }) => heading);
  const { places } = placeColumns(headings, verdictColumns, table.rows);
  const settled = new Set(added.flatMap((row) => claimsIn(row[0] ?? "", row, keys)));
  const isSettled = (row: readonly string[]): boolean => {
    const claims = claimsIn(row[places[0] ?? 0] ?? "", row, keys);
    return (
      claims.length > 0 && readVerdict(row[places[1] ?? 1] ?? "") === null && claims.every((one) => settled.has(one))
    );
  };
  const laidOut = added.map((cells) => headings.map((_, place) => cells[places.indexOf(place)] ?? ""));
  const rows = [...table.rows.filter((row) => !isSettled(row)), ...laidOut];
  return applyEdits(before, [{ start: table.start, end: table.end, text: tableText(headings, rows) }]);
}

const idWord = /^(?:C?\d{1,6}|C|claims?|and|und|et|y|to|through|bis|至|到)$/i;

/** True if a cell contains only ids: `[C1], C2 and C4`, `C1–C4`. */
const isOnlyIds = (text: string): boolean =>
  text.length < 400 &&
  text
    .split(/[\s[\](),;&/+#~～、，；–—.…-]+|(?<=\d)(?=[至到])|(?<=[至到])/u)
    .every((word) => word === "" || idWord.test(word));

/**
 * The claims that a row is about: all ids of a cell that contains only ids or begins with several (`C4, C7 (both about fees)`), else
 * its first; by its words if no cell has an id.
 */
function claimsIn(cell: string, row: readonly string[], keys: readonly ClaimKey[]): number[] {
  const whole = bare(cell).slice(0, 1_000);
  const head = whole.split(/[(（:："“„«]|\s[–—-]\s(?!\[?C?\d)/u, 1)[0] ?? "";
  const text = !isOnlyIds(whole) && /\d/.test(head) && isOnlyIds(head) ? head : whole;
  const isIds = isOnlyIds(text);
  const numbers = numbersIn(text, isIds ? `${claimIds}|(?<=[,;&/+、，；]|and)` : claimIds);
  if (numbers.length > 0) return isIds ? numbers : numbers.slice(0, 1);
  if (/^\d{1,6}$/.test(text)) return [Number(text)];
  const id = row.slice(0, 20).find((one) => /^[\s*_[(]*C[ .-]?\d{1,6}[\s\])*_.]*$/i.test(one));
  if (id !== undefined) return numbersIn(id, claimIds);
  const said = keyOf(text);
  const known =
    said.length < leastKey ? undefined : keys.find(({ key }) => key.startsWith(said) || said.startsWith(key));
  return known ? [known.number] : [];
}

type ClaimKey = { number: number; key: string };

/** A shorter text could be the beginning of several claims. */
const leastKey = 15;
const keyOf = (text: string): string => squash(text).slice(0, 60);
const claimKeys = (given: readonly GivenClaim[]): ClaimKey[] =>
  given.map(({ number, text = "" }) => ({ number, key: keyOf(text) })).filter(({ key }) => key.length >= leastKey);
