import { describePlanFault, type PlanFault } from "@dialectic/contract";
import { artifactLines } from "./text/artifact-lines.ts";
import { shorten } from "./text/bare.ts";
import { checkPlan } from "./text/check-plan.ts";
import { findReferences, type Reference } from "./text/find-references.ts";
import { parseClaims } from "./text/parse-claims.ts";
import { parseMilestones, parseRequirements } from "./text/parse-plan.ts";
import { type Asked, parseQuestions } from "./text/parse-questions.ts";
import { parseScorecard, type Scored } from "./text/parse-scorecard.ts";
import { type Judged, parseVerdicts } from "./text/parse-verdicts.ts";

/** What one document says. */
export type Statements = {
  claims: string[];
  questions: Asked[];
  scores: Scored[];
  /** Verdicts on claims that it was given. */
  verdicts: Judged[];
  references: (Reference & { resolved: boolean })[];
  warnings: string[];
};

/** What a document could refer to: the claims it had to judge, and the numbers of everything in its prompt. */
export type Known = { toJudge: readonly number[]; numbers: Record<Reference["kind"], ReadonlySet<number>> };

/** Headings under which a further turn adds what was missing, and puts right what was wrong. */
export const addedPositions = "Resolved positions (added)";
export const correctedMilestones = "Milestones (corrected)";

/** Reads a document by its headings. An artifact that is not there says nothing; one that cannot be read is a warning. */
export function readStatements(markdown: string, known: Known): Statements {
  const artifacts = artifactLines(markdown);
  const claims = artifacts.get("claims");
  const scorecard = artifacts.get("scorecard");
  const ofClaims = claims ? parseClaims(claims) : nothing<string>();
  const ofScores = scorecard ? parseScorecard(scorecard) : nothing<Scored>();
  const ofVerdicts = judge(artifacts, known.toJudge);
  return {
    claims: ofClaims.items,
    questions: parseQuestions(artifacts.get("open-questions") ?? []),
    scores: ofScores.items,
    verdicts: ofVerdicts.items,
    references: findReferences(markdown).map((one) => ({ ...one, resolved: known.numbers[one.kind].has(one.number) })),
    warnings: [
      ...ofClaims.warnings,
      ...ofScores.warnings,
      ...ofVerdicts.warnings,
      ...describeFaults(faultsIn(artifacts)),
      ...unread(artifacts),
    ],
  };
}

/** What a text still lacks before it can be a document: claims without a verdict, and faults of its plan. */
export function findLacks(markdown: string, toJudge: readonly number[]): { claims: number[]; faults: PlanFault[] } {
  const artifacts = artifactLines(markdown);
  const judged = new Set(positionsIn(artifacts)?.items.map(({ claim }) => claim));
  const claims = positionsIn(artifacts) ? toJudge.filter((claim) => !judged.has(claim)) : [];
  return { claims, faults: faultsIn(artifacts) };
}

const nothing = <T>(): { items: T[]; warnings: string[] } => ({ items: [], warnings: [] });

export function positionsIn(artifacts: ReadonlyMap<string, string[]>) {
  const positions = artifacts.get("resolved-positions");
  return positions && parseVerdicts([...positions, "", ...(artifacts.get("resolved-positions-added") ?? [])]);
}

function judge(artifacts: ReadonlyMap<string, string[]>, toJudge: readonly number[]) {
  const positions = positionsIn(artifacts);
  if (!positions) return nothing<Judged>();
  const given = new Set(toJudge);
  const items = positions.items.filter(({ claim }) => given.has(claim));
  const strange = positions.items.filter(({ claim }) => !given.has(claim)).map(({ claim }) => claim);
  const missing = [...given.difference(new Set(items.map(({ claim }) => claim)))];
  return {
    items,
    warnings: [
      ...positions.warnings,
      ...(missing.length > 0 ? [`Resolved positions: no verdict on ${listed(missing)}.`] : []),
      ...(strange.length > 0 ? [`Resolved positions: ${listed(strange)} was not given to be judged.`] : []),
    ],
  };
}

function faultsIn(artifacts: ReadonlyMap<string, string[]>): PlanFault[] {
  const milestones = artifacts.get("milestones-corrected") ?? artifacts.get("milestones");
  const requirements = artifacts.get("technical-requirements") ?? artifacts.get("requirements");
  if (!milestones?.some((line) => line.trim() !== "") || !requirements) return [];
  return checkPlan(parseRequirements(requirements), parseMilestones(milestones)).slice(0, mostFaults);
}

/** Faults as sentences of bounded length: a cycle may name hundreds of milestones. */
export const describeFaults = (faults: readonly PlanFault[]): string[] =>
  faults.map((fault) => shorten(describePlanFault(fault), longestFault));

/** What the checks and the board would pass over in silence. */
function unread(artifacts: ReadonlyMap<string, string[]>): string[] {
  const lacks = (key: string, found: (lines: string[]) => boolean) => {
    const lines = artifacts.get(key);
    return lines !== undefined && !found(lines);
  };
  const isUnchecked =
    artifacts.has("milestones") && lacks("technical-requirements", (lines) => parseRequirements(lines).length > 0);
  const isIdle = lacks("work-plan", (lines) => lines.some((line) => /^ {0,3}#{1,3}[ \t]+[*_]{0,3}W\d+\.\d/.test(line)));
  return [
    ...(isUnchecked
      ? ["Technical requirements: none could be read (`### R-1 Title`), so nobody checked that milestones cover them."]
      : []),
    ...(isIdle ? ["Work plan: no piece of work could be read (`### W1.1 Title`), so none is on the board."] : []),
  ];
}

/** More than this, or longer, helps nobody who has to mend it. */
export const mostFaults = 20;
export const longestFault = 160;
const listed = (claims: readonly number[]): string =>
  claims
    .slice(0, 80)
    .map((claim) => `[C${claim}]`)
    .join(", ");
