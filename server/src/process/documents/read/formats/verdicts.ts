import { applyEdits } from "../edits.ts";
import { bodyBlocks } from "../tables/body-blocks.ts";
import { type Column, placeColumns, toColumn } from "../tables/columns.ts";
import { findTables, tableText } from "../tables/read-table.ts";
import { bare, shorten } from "../words.ts";
import { type ClaimKey, claimKeys, claimsIn, type GivenClaim, isAboutTheRest } from "./judged-claims.ts";
import { readVerdict, type Verdict } from "./verdict-words.ts";

export type Judged = { claim: number; verdict: Verdict; because: string; answers: string };

export type Positions = {
  verdicts: Judged[];
  /** Claims whose rows have no valid verdict, each with the text of its last verdict cell. */
  unreadable: { claim: number; cell: string }[];
  /** Claims whose rows have different verdicts, so that none of them counts. */
  contradicted: { claim: number; verdicts: Verdict[] }[];
  /** Claims with several rows that have the same verdict; the first row is used. */
  repeated: number[];
};

const longestText = 600;
export const verdictColumns: Column[] = ["claim", "verdict", "because", "answers"]
  .map(toColumn)
  .map((column, index) =>
    index === 1
      ? { ...column, fits: (cell: string) => readVerdict(cell) !== null }
      : index === 3
        ? { ...column, fits: (cell: string) => /^[\s*_[(]*(?:R[ .-]?\d|none\b|n\/a|–|—|-)/i.test(cell) }
        : column,
  );

/** Reads rows `claim | verdict | because | answers`. A claim whose rows contradict each other has no verdict. */
export function readVerdicts(body: string, given: readonly GivenClaim[] = []): Positions {
  const byClaim = Map.groupBy(
    judgementsIn(body, claimKeys(given)).flatMap((row) => row.claims.map((claim) => ({ ...row, claim }))),
    ({ claim }) => claim,
  );
  const positions: Positions = { verdicts: [], unreadable: [], contradicted: [], repeated: [] };
  for (const [claim, rows] of byClaim) {
    const judged = rows.filter(({ verdict }) => verdict !== null);
    const said = [...new Set(judged.flatMap(({ verdict }) => verdict ?? []))];
    const [first] = judged;
    if (said.length > 1) positions.contradicted.push({ claim, verdicts: said });
    else if (first?.verdict) {
      const { verdict, because, answers } = first;
      positions.verdicts.push({ claim, verdict, because, answers });
      if (judged.length > 1) positions.repeated.push(claim);
    } else positions.unreadable.push({ claim, cell: rows.at(-1)?.cell ?? "" });
  }
  return positions;
}

type Judgement = { claims: number[]; verdict: Verdict | null; cell: string; because: string; answers: string };

/** The rows of all tables. A row about “all others” does not count for claims that have a row of their own. */
function judgementsIn(body: string, keys: readonly ClaimKey[]): Judgement[] {
  const all = findTables(bodyBlocks(body), verdictColumns).flatMap(({ headings, rows }) => {
    const { places } = placeColumns(headings, verdictColumns, rows);
    return rows.map((row) => {
      const [about = "", cell = "", because = "", answers = ""] = places.map((place) => row[place] ?? "");
      return {
        ...{ claims: claimsIn(about, row, keys), isRest: isAboutTheRest(about) },
        ...{ verdict: readVerdict(cell), cell: shorten(bare(cell), 60) },
        ...{ because: shorten(bare(because), longestText), answers: shorten(bare(answers), longestText) },
      };
    });
  });
  const named = new Set(all.flatMap(({ claims, isRest }) => (isRest ? [] : claims)));
  return all.map(({ isRest, claims, ...row }) => ({
    ...row,
    claims: isRest ? claims.filter((claim) => !named.has(claim)) : claims,
  }));
}

/**
 * Adds to the table of `before` the verdicts of `after` on claims that have no verdict there. Removes these claims from
 * their rows in `before`, because those rows give no clear verdict or contradict each other. Null if `after` adds nothing.
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
  const tables = findTables(bodyBlocks(before), verdictColumns);
  if (tables.length === 0 || added.length === 0) return null;
  const settled = new Set(added.flatMap((row) => claimsIn(row[0] ?? "", row, keys)));
  const edits = tables.map(({ start, end, rows, ...table }, index) => {
    const headings = table.headings ?? verdictColumns.map(({ heading }) => heading);
    const { places } = placeColumns(headings, verdictColumns, rows);
    const more = index < tables.length - 1 ? [] : added;
    const laidOut = more.map((cells) => headings.map((_, place) => cells[places.indexOf(place)] ?? ""));
    const kept = rows.flatMap((row) => withoutClaims(row, { place: Math.max(0, places[0] ?? 0), settled, keys }));
    return { start, end, text: tableText(headings, [...kept, ...laidOut]) };
  });
  return applyEdits(before, edits);
}

/** Removes from a row the claims that other rows settle. Returns no row if no claim is left. */
function withoutClaims(
  row: readonly string[],
  { place, settled, keys }: { place: number; settled: ReadonlySet<number>; keys: readonly ClaimKey[] },
): (readonly string[])[] {
  const about = row[place] ?? "";
  const claims = claimsIn(about, row, keys);
  const left = claims.filter((claim) => !settled.has(claim));
  if (left.length === claims.length || isAboutTheRest(about)) return [row];
  return left.length === 0 ? [] : [row.with(place, left.map((claim) => `[C${claim}]`).join(", "))];
}
