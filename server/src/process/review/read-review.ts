import { describePlanFault, type PlanFault } from "@dialectic/contract";
import {
  type Asked,
  checkPlan,
  type GivenClaim,
  type Judged,
  mostClaims,
  mostFaults,
  mostQuestions,
  type ReadDocument,
  readDocument,
  type Scored,
  verdicts,
} from "#documents";
import { findReferences, type Reference } from "./text/find-references.ts";

/** The review of one document. */
export type ReviewContent = {
  claims: string[];
  questions: Asked[];
  scores: Scored[];
  /** The verdicts on claims that were in the document's prompt. */
  verdicts: Judged[];
  references: (Reference & { resolved: boolean })[];
  warnings: string[];
};

/** The ids that a document can refer to: the claims that it had to judge, and the numbers of everything in its prompt. */
export type Known = { toJudge: readonly GivenClaim[]; numbers: Record<Reference["kind"], ReadonlySet<number>> };

/** Parses a document by its headings. A missing artifact gives no entries; an unreadable one gives a warning. */
export function readReview(markdown: string, known: Known): ReviewContent {
  const read = readDocument(markdown, { artifacts: [], claims: known.toJudge });
  const { claims, scorecard } = entriesOf(read);
  const given = new Set(known.toJudge.map(({ number }) => number));
  return {
    claims: claims?.claims ?? [],
    questions: questionsIn(read),
    scores: scorecard?.scores ?? [],
    verdicts: verdictsIn(read).filter(({ claim }) => given.has(claim)),
    references: findReferences(markdown).map((one) => ({ ...one, resolved: known.numbers[one.kind].has(one.number) })),
    warnings: [
      ...claimWarnings(read),
      ...questionWarnings(read),
      ...scoreWarnings(read),
      ...verdictWarnings(read, given),
      ...faultsIn(read).map((fault) => shortened(describePlanFault(fault))),
      ...unread(read),
    ],
  };
}

/** The entries parsed from a document, by artifact. */
export function entriesOf({ entries }: ReadDocument) {
  const of = (key: string) => entries.get(key) ?? {};
  return {
    claims: of("claims").claims,
    scorecard: of("scorecard").scorecard,
    positions: of("resolved-positions").positions,
    requirements: of("technical-requirements").requirements ?? of("requirements").requirements,
    milestones: of("milestones").milestones,
    work: of("work-plan").work,
  };
}

/** The questions of all artifacts, without duplicates. */
export const questionsIn = (read: ReadDocument): Asked[] => allQuestionsIn(read).slice(0, mostQuestions);

function allQuestionsIn({ artifacts }: ReadDocument): Asked[] {
  const all = artifacts.flatMap(({ entries }) => entries.questions ?? []);
  const byText = new Map(all.toReversed().map((one) => [one.text.toLowerCase(), one]));
  return [...byText.values()].toReversed();
}

export const verdictsIn = (read: ReadDocument): Judged[] => entriesOf(read).positions?.verdicts ?? [];

function claimWarnings(read: ReadDocument): string[] {
  const { claims } = entriesOf(read);
  if (!claims) return [];
  if (claims.count === 0) return ["The artifact Claims has no line that can be read as a claim."];
  return claims.count > mostClaims ? [`Of ${claims.count} claims only the first ${mostClaims} are numbered.`] : [];
}

function questionWarnings(read: ReadDocument): string[] {
  const { length } = allQuestionsIn(read);
  return length > mostQuestions ? [`Of ${length} questions only the first ${mostQuestions} are numbered.`] : [];
}

function scoreWarnings(read: ReadDocument): string[] {
  const { scorecard } = entriesOf(read);
  if (!scorecard) return [];
  const { scores, unreadable, repeated } = scorecard;
  return [
    ...unreadable.map(
      ({ criterion, cell }) => `Scorecard: "${criterion}" has no score from 0 to 10 (${cell || "empty"}).`,
    ),
    ...repeated.map((criterion) => `Scorecard: "${criterion}" is scored more than once; the first counts.`),
    ...scores
      .filter(({ weight }) => weight === null)
      .map(({ criterion }) => `Scorecard: "${criterion}" has no readable weight.`),
    ...(scores.length === 0 ? ["The scorecard has no readable row."] : []),
  ];
}

function verdictWarnings(read: ReadDocument, given: ReadonlySet<number>): string[] {
  const { positions } = entriesOf(read);
  if (!positions) return [];
  const judged = new Set(positions.verdicts.map(({ claim }) => claim));
  const missing = [...given.difference(judged)];
  const strange = [...judged.difference(given)];
  return [
    ...positions.unreadable.map(
      ({ claim }) => `Resolved positions: [C${claim}] has none of the verdicts ${verdicts.join(", ")}.`,
    ),
    ...positions.contradicted.map(
      ({ claim, verdicts: said }) =>
        `Resolved positions: [C${claim}] has different verdicts (${said.join(", ")}); none counts.`,
    ),
    ...positions.repeated.map((claim) => `Resolved positions: [C${claim}] has more than one row; the first counts.`),
    ...(missing.length > 0 ? [`Resolved positions: no verdict on ${listed(missing)}.`] : []),
    ...(strange.length > 0 ? [`Resolved positions: no verdict was requested on ${listed(strange)}.`] : []),
  ];
}

function faultsIn(read: ReadDocument): PlanFault[] {
  const { requirements, milestones } = entriesOf(read);
  if (!requirements || !milestones) return [];
  return checkPlan(requirements, milestones).slice(0, mostFaults);
}

/** Warnings about parts of a plan that the checks and the board would otherwise ignore silently. */
function unread(read: ReadDocument): string[] {
  const { milestones, work } = entriesOf(read);
  const requirements = read.entries.get("technical-requirements")?.requirements;
  return [
    ...(milestones && requirements?.length === 0
      ? [
          "Technical requirements: none could be read (`### R-1 Title`), so it was not checked whether milestones cover them.",
        ]
      : []),
    ...(work?.length === 0
      ? ["Work plan: no work item could be read (`### W1.1 Title`), so none is on the board."]
      : []),
  ];
}

/** The maximum length of a warning about a fault of a plan. */
const longestWarning = 160;
const shortened = (text: string): string =>
  text.length <= longestWarning ? text : `${text.slice(0, longestWarning - 1).toWellFormed()}…`;

const listed = (claims: readonly number[]): string =>
  claims
    .slice(0, 80)
    .map((claim) => `[C${claim}]`)
    .join(", ");
