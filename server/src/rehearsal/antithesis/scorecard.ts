import { moneyIn } from "../brief/figures.ts";
import { citedBriefly } from "../brief/read-brief.ts";
import { type Claim, nameOf } from "../prompt/read-claims.ts";
import { positionOf, stanceOf } from "../stances.ts";
import type { TemperamentName } from "../temperament.ts";
import { line, paragraph } from "../text/fit-words.ts";
import { counted, tableHead, tableRow } from "../text/phrasing.ts";
import { type ArtifactWriter, isNew, mainPoint, type Workspace } from "../workspace.ts";
import { reviewOf } from "./review.ts";

const criteria = [
  ["fits the request", 25],
  ["respects the facts", 15],
  ["feasible", 20],
  ["complete", 15],
  ["risk", 10],
  ["cost", 10],
  ["clarity", 5],
] as const;
type Criterion = (typeof criteria)[number][0];

/** The criteria on which each critic is strict or lenient. */
const leanings: Record<TemperamentName, Partial<Record<Criterion, number>>> = {
  atlas: { complete: -1, risk: 1, cost: 1 },
  briar: { risk: -2, cost: -2, "respects the facts": -1, feasible: -1, clarity: 1 },
  cedar: { clarity: -1, feasible: -1, "fits the request": 1 },
};

/** How each critic changes the scores of a proposal, by the author's temperament and by criterion. */
const liking: Record<TemperamentName, Record<TemperamentName, Partial<Record<Criterion, number>>>> = {
  atlas: { atlas: { complete: 1 }, briar: { complete: -2, cost: 1 }, cedar: { complete: -1, clarity: 1 } },
  briar: { atlas: { risk: -1, cost: -1 }, briar: { risk: 2, cost: 2 }, cedar: { risk: 1 } },
  cedar: { atlas: { clarity: 1, risk: -1 }, briar: { clarity: -1, risk: 1 }, cedar: { clarity: 2, feasible: 1 } },
};

/** The seven criteria, scored from the results of the review. A fatal flaw limits the scores of most of them. */
export const scorecard: ArtifactWriter = (workspace) => [
  paragraph(tableHead(["criterion", "weight", "score 0–10", "because"])),
  ...criteria.map(([criterion, weight]) => {
    const { score, because } = scoreOf(workspace, criterion);
    return line(tableRow([criterion, String(weight), String(score), because]));
  }),
];

function scoreOf(workspace: Workspace, criterion: Criterion): { score: number; because: string } {
  const { name } = workspace.temperament;
  const { missing, weak, isFatal } = reviewOf(workspace);
  const author = mostFrequent(workspace.claims.flatMap(({ text }) => stanceOf(text)?.by ?? []));
  const serious = weak.filter(({ severity }) => severity === "serious").length;
  const lost = criterion === "complete" || criterion === "fits the request" ? missing.length : 0;
  const flaws = criterion === "feasible" || criterion === "risk" ? Math.round(serious / 3) : 0;
  const likes = author ? (liking[name][author][criterion] ?? 0) : 0;
  const score = 8 + (leanings[name][criterion] ?? 0) + likes - lost - flaws;
  const most = isFatal && criterion !== "clarity" && criterion !== "cost" ? 3 : 10;
  return {
    score: Math.max(0, Math.min(most, score)),
    because: reason(workspace, criterion, { serious, isShort: likes < 0 }),
  };
}

function reason(
  workspace: Workspace,
  criterion: Criterion,
  { serious, isShort }: { serious: number; isShort: boolean },
): string {
  const { missing, weak } = reviewOf(workspace);
  const { points } = workspace.brief;
  const addsSum = ({ text }: Claim) => moneyIn(text).some((sum) => !points.some(({ quote }) => quote.includes(sum)));
  const gap = missing[0] ? `it does not account for ${citedBriefly(missing[0])}` : undefined;
  switch (criterion) {
    case "fits the request":
      return gap ?? `it answers ${citedBriefly(mainPoint(workspace))}`;
    case "respects the facts":
      return points.some(({ source }) => source.startsWith("[F"))
        ? "the facts given are used"
        : "no fact is contradicted";
    case "feasible":
      return `${counted(serious, "serious objection")} to be met`;
    case "complete":
      if (gap) return gap;
      return isShort
        ? positionOf(workspace.temperament.name, "scope").wrong
        : `it accounts for ${counted(points.filter((point) => !isNew(point)).length, "sentence")} of the request`;
    case "risk":
      return weak[0] ? `${nameOf(weak[0].claim)}: ${weak[0].wrong}` : "no claim adds a risk";
    case "cost":
      return isShort
        ? positionOf(workspace.temperament.name, "goal").wrong
        : `it has ${counted(workspace.claims.filter(addsSum).length, "claim")} with a sum that the request does not name`;
    case "clarity":
      return `it makes ${counted(workspace.claims.length, "claim")} that can be judged one by one`;
  }
}

function mostFrequent<T extends string>(values: readonly T[]): T | undefined {
  const counts = Map.groupBy(values, (value) => value);
  return [...counts].toSorted((a, b) => b[1].length - a[1].length)[0]?.[0];
}
