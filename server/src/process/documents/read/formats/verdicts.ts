import { applyEdits } from "../edits.ts";
import { bodyBlocks, type ListItem } from "../tables/body-blocks.ts";
import { type Column, placeColumns, toColumn } from "../tables/columns.ts";
import { rowOfItem } from "../tables/normalise-table.ts";
import { findTables, tableText } from "../tables/read-table.ts";
import { bare, numbersIn, shorten, squash } from "../words.ts";

export const verdicts = ["kept", "merged", "rejected", "open"] as const;
export type Verdict = (typeof verdicts)[number];

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
const longestItem = 2_000;
const claimIds = "C|claims?|behauptung|these|aussage|affirmation|afirmación|утверждение|טענה";

const words: Readonly<Record<Verdict, readonly string[]>> = {
  // Words for a partial yes come before those for yes: "kept with changes" means merged.
  merged: [
    "merge",
    "merged",
    "combined",
    "modified",
    "revised",
    "adapted",
    "amended",
    "integrated",
    "consolidated",
    "refined",
    "changed",
    "reworked",
    "partially accepted",
    "partially kept",
    "partly kept",
    "accepted with changes",
    "kept with changes",
    "kept in part",
    "zusammengeführt",
    "geändert",
    "angepasst",
    "verschmolzen",
    "teilweise übernommen",
    "fusionné",
    "modifié",
    "adapté",
    "fusionado",
    "combinado",
    "modificado",
    "unito",
    "fuso",
    "mesclado",
    "samengevoegd",
    "połączone",
    "объединено",
    "изменено",
    "合并",
    "統合",
    "מוזג",
    "אוחד",
  ],
  rejected: [
    "reject",
    "rejected",
    "dropped",
    "drop",
    "discarded",
    "declined",
    "removed",
    "dismissed",
    "refused",
    "abandoned",
    "superseded",
    "not kept",
    "not accepted",
    "abgelehnt",
    "verworfen",
    "gestrichen",
    "rejeté",
    "abandonné",
    "rechazado",
    "descartado",
    "respinto",
    "scartato",
    "rejeitado",
    "verworpen",
    "afgewezen",
    "odrzucone",
    "отклонено",
    "отвергнуто",
    "拒绝",
    "驳回",
    "却下",
    "נדחה",
  ],
  open: [
    "open",
    "undecided",
    "unresolved",
    "deferred",
    "pending",
    "tbd",
    "unclear",
    "unknown",
    "to be decided",
    "not decided",
    "needs decision",
    "offen",
    "ungeklärt",
    "unentschieden",
    "ouvert",
    "en suspens",
    "abierto",
    "pendiente",
    "aperto",
    "aberto",
    "otwarte",
    "открыто",
    "未决",
    "待定",
    "未解決",
    "保留中",
    "פתוח",
  ],
  kept: [
    "keep",
    "kept",
    "keeps",
    "accept",
    "accepted",
    "adopted",
    "adopt",
    "retain",
    "retained",
    "upheld",
    "confirmed",
    "affirmed",
    "agreed",
    "stands",
    "unchanged",
    "behalten",
    "beibehalten",
    "übernommen",
    "angenommen",
    "bestätigt",
    "bleibt",
    "conservé",
    "maintenu",
    "gardé",
    "accepté",
    "mantenido",
    "conservado",
    "aceptado",
    "mantenuto",
    "accettato",
    "mantido",
    "aceito",
    "behouden",
    "zachowane",
    "przyjęte",
    "принято",
    "сохранено",
    "оставлено",
    "保留",
    "採用",
    "维持",
    "נשמר",
    "התקבל",
  ],
};
const byWord = new Map(
  (["merged", "rejected", "open", "kept"] as const).flatMap((verdict) =>
    words[verdict].map((word) => [word, verdict] as const),
  ),
);
const longestFirst = [...byWord.keys()].sort((one, other) => other.length - one.length);
const opening = new RegExp(`^[^\\p{L}\\p{N}]*(${longestFirst.join("|")})(?![\\p{L}\\p{M}])`, "iu");

/** A verdict, or a word that means one, at the start of a cell. Two verdicts in one cell (`kept / open`) are invalid. */
function readVerdict(cell: string): Verdict | null {
  const text = bare(cell).slice(0, 200);
  if (/^(?:yes|no)\W*$/i.test(text)) return /^y/i.test(text) ? "kept" : "rejected";
  const word = opening.exec(text)?.[1]?.toLowerCase();
  if (word === undefined) return null;
  const choice = /^[^\p{L}]*(\p{L}+)\s*(?:\/|\bor\b)\s*(\p{L}+)/u.exec(text);
  const [one, other] = [byWord.get(choice?.[1]?.toLowerCase() ?? ""), byWord.get(choice?.[2]?.toLowerCase() ?? "")];
  if (one && other && one !== other) return null;
  return byWord.get(word) ?? null;
}

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
    const { places } = placeColumns(headings, verdictColumns);
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
    const { places } = placeColumns(headings, verdictColumns);
    const cellsOf = (row: readonly string[]) => places.map((place) => row[place] ?? "");
    return rows.filter((row) => isNew(cellsOf(row), row)).map(cellsOf);
  });
  const table = findTables(bodyBlocks(before), verdictColumns).at(-1);
  if (!table || added.length === 0) return null;
  const headings = table.headings ?? verdictColumns.map(({ heading }) => heading);
  const { places } = placeColumns(headings, verdictColumns);
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

const idWord = /^(?:C?\d{1,6}|C|claims?|and|und|et|y|to|through|bis)$/i;

/** True if a cell contains only ids: `[C1], C2 and C4`, `C1–C4`. */
const isOnlyIds = (text: string): boolean =>
  text.length < 400 && text.split(/[\s[\](),;&–—.…-]+/).every((word) => word === "" || idWord.test(word));

/**
 * The claims that a row judges: all ids of a cell that contains only ids, else the first id of the cell. Without an id in the
 * row, the claim is found by its text.
 */
function claimsIn(cell: string, row: readonly string[], keys: readonly ClaimKey[]): number[] {
  const text = bare(cell).slice(0, 1_000);
  const isIds = isOnlyIds(text);
  const numbers = numbersIn(text, isIds ? `${claimIds}|(?<=[,;&]|and)` : claimIds);
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

const rowOfFieldsBelow = rowOfItem(verdictColumns);

/** `- [C4]: kept — it holds (R-3)`, for models that write a list in place of the requested table. */
export function rowOfVerdictItem(item: ListItem): string[] | null {
  if (item.below.trim() !== "") return rowOfFieldsBelow(item);
  const text = item.first;
  if (text.length > longestItem) return null;
  const [head = "", ids = ""] =
    /^[*_]{0,3}((?:\[?(?:C|claims?)[ .-]?\d{1,6}\]?(?:\s{0,2}(?:,|;|&|and|–|—|-|to)\s{0,2})?){1,60})[*_]{0,3}\s*[:.–—-]*\s*/iu.exec(
      text,
    ) ?? [];
  if (ids === "") return null;
  const rest = bare(text.slice(head.length));
  const word = opening.exec(rest)?.[0];
  if (word === undefined) return null;
  const after = rest.slice(word.length);
  const cut = /^(\s*\([^()]{0,80}\))?[\s:;,.–—-]*/.exec(after)?.[0] ?? "";
  const because = after.slice(cut.length);
  const answers =
    /[\s(;,.–—→>-]{0,4}(?:(?:answers?|carried by|answered by|see)[\s:=→>-]{0,4})?(R-?\d{1,5}(?:(?:[\s,;&]|and){1,6}R-?\d{1,5}){0,20})\)?\.?$/iu.exec(
      because,
    );
  return [
    ids.replace(/[\s,;&–—-]{1,10}$/, ""),
    `${word.replace(/^[^\p{L}]+/u, "")}${/\([^()]*\)/.exec(cut)?.[0] ?? ""}`,
    answers ? because.slice(0, answers.index) : because,
    answers?.[1]?.trim() ?? "none",
  ];
}
