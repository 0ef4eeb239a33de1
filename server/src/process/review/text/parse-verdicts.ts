import { bare, shorten } from "./bare.ts";
import type { Parsed } from "./parse-claims.ts";
import { cellsUnder, tableRows } from "./table-rows.ts";

export const verdicts = ["kept", "merged", "rejected", "open"] as const;
export type Verdict = (typeof verdicts)[number];

export type Judged = { claim: number; verdict: Verdict; because: string; answers: string };

const columns = ["claim", "verdict", "because", "answers"];
const id = /\bC-?(\d{1,6})\b/;
const onlyIds = /^[\s[\](),;&]*(?:(?:C-?\d{1,6}|and)[\s[\](),;&]*)+$/;

/** `claim | verdict | because | answers`; each claim is judged once, by its first row. */
export function parseVerdicts(lines: readonly string[]): Parsed<Judged> {
  const found = new Map<number, Judged>();
  const [unread, again] = [new Set<number>(), new Set<number>()];
  for (const row of [...tableRows(lines), ...itemRows(lines)]) {
    const [about = "", judged = "", because = "", answers = ""] = cellsUnder(row, columns);
    const verdict = readVerdict(judged);
    for (const claim of claimsIn(about)) {
      if (!verdict) unread.add(claim);
      else if (found.has(claim)) again.add(claim);
      else found.set(claim, { claim, verdict, because: shorten(because, 600), answers: shorten(answers, 600) });
    }
  }
  const listed = verdicts.join(", ");
  return {
    items: [...found.values()],
    warnings: [
      ...[...unread.difference(found)].map(
        (claim) => `Resolved positions: [C${claim}] has none of the verdicts ${listed}.`,
      ),
      ...[...again].map((claim) => `Resolved positions: [C${claim}] has more than one row; the first counts.`),
    ],
  };
}

/** The claim a row is about: its first number, or all of them where the cell has nothing but numbers. */
function claimsIn(cell: string): number[] {
  const text = bare(cell).slice(0, 1_000);
  if (!onlyIds.test(text)) return text.match(id)?.slice(1, 2).map(Number) ?? [];
  return [...new Set([...text.matchAll(/C-?(\d{1,6})/g)].map(([, number]) => Number(number)))];
}

function readVerdict(cell: string): Verdict | undefined {
  const word = /^[^\p{L}]*(keep|kept|merged?|rejected?|open)\b/iu.exec(cell)?.[1]?.toLowerCase();
  return (
    verdicts.find((one) => word !== undefined && one.startsWith(word.slice(0, 3))) ??
    (word === "keep" ? "kept" : undefined)
  );
}

/** `- [C4]: kept — because … ` for those who write a list where a table was asked for. */
const itemRows = (lines: readonly string[]) =>
  lines.flatMap((line) => {
    const match = /^ {0,3}[-*+][ \t]+\**\[?(C-?\d{1,6})\]?\**[ \t]*[:–—-]?[ \t]*(.+)$/.exec(line);
    if (!match || line.includes("|")) return [];
    const [verdict = "", ...because] = (match[2] ?? "").split(/ [–—-] |: /);
    return [{ cells: [match[1] ?? "", verdict, because.join(" — "), ""], headings: [] }];
  });
