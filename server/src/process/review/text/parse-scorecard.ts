import { bare, shorten } from "./bare.ts";
import type { Parsed } from "./parse-claims.ts";
import { cellsUnder, tableRows } from "./table-rows.ts";

/** `weight` is null where none could be read; a score always is a number from 0 to 10. */
export type Scored = { criterion: string; weight: number | null; score: number; because: string };

const mostRows = 40;
const columns = ["criterion", "weight", "score", "because"];

/** `criterion | weight | score 0–10 | because`, each criterion once. */
export function parseScorecard(lines: readonly string[]): Parsed<Scored> {
  const found = new Map<string, Scored>();
  const warnings: string[] = [];
  for (const row of tableRows(lines).slice(0, mostRows)) {
    const [name = "", weighing = "", scored = "", because = ""] = cellsUnder(row, columns);
    const criterion = shorten(bare(name), 120);
    const key = criterion.toLowerCase();
    if (criterion === "" || /^(?:criterion|total|sum|overall|weighted)\b/.test(key)) continue;
    const score = readScore(scored);
    const weight = readWeight(weighing);
    if (score === null) {
      warnings.push(`Scorecard: "${criterion}" has no score from 0 to 10 (${shorten(scored, 40) || "empty"}).`);
    } else if (found.has(key)) {
      warnings.push(`Scorecard: "${criterion}" is scored more than once; the first counts.`);
    } else {
      if (weight === null) warnings.push(`Scorecard: "${criterion}" has no weight that could be read.`);
      found.set(key, { criterion, weight, score, because: shorten(because, 600) });
    }
  }
  if (found.size === 0) warnings.push("The scorecard has no row that could be read.");
  return { items: [...found.values()], warnings };
}

/** `7`, `**7**`, `7.5`, `7,5`, `8/10`; anything else is no score, `80 %` and `4/5` included. */
function readScore(cell: string): number | null {
  const match = /^(\d{1,3}(?:[.,]\d{1,4})?)(?:[ \t]{0,3}\/[ \t]{0,3}10)?(?![\d%/.,]| %)/.exec(bare(cell));
  const score = Number(match?.[1]?.replace(",", ".") ?? Number.NaN);
  return score >= 0 && score <= 10 ? score : null;
}

function readWeight(cell: string): number | null {
  const weight = Number(
    /^(\d{1,4}(?:[.,]\d{1,4})?)[ \t]{0,3}%?$/.exec(bare(cell))?.[1]?.replace(",", ".") ?? Number.NaN,
  );
  return weight >= 0 ? weight : null;
}
