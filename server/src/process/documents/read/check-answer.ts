import type { PlanFault, WorkFault } from "@dialectic/contract";
import { type Entries, formatOf } from "./formats/formats.ts";
import type { GivenClaim } from "./formats/judged-claims.ts";
import { checkPlan } from "./plans/check-plan.ts";
import { cyclesIn } from "./plans/cycles.ts";
import type { WorkNode } from "./plans/work-plan.ts";
import type { Problem, ProblemData } from "./problems.ts";
import type { ReadArtifact } from "./read-artifact.ts";
import type { ExpectedArtifact } from "./titles/match-title.ts";
import { shorten, squash } from "./words.ts";

/** A longer list of faults does not help a model to correct them. */
export const mostFaults = 20;
export const longestQuote = 400;

/** The problems of an answer's artifacts, in the order in which the artifacts are expected. */
export function checkAnswer(
  found: readonly ReadArtifact[],
  expected: { artifacts: readonly ExpectedArtifact[]; claims: readonly GivenClaim[]; unclaimed: readonly string[] },
): Problem[] {
  const byKey = new Map(found.map((artifact) => [artifact.key, artifact]));
  for (const artifact of expected.artifacts) {
    const whole = joined(found, artifact, expected.claims);
    if (whole) byKey.set(artifact.key, whole);
  }
  return expected.artifacts.flatMap((artifact) => {
    const written = byKey.get(artifact.key);
    const about = (data: ProblemData, quote: string): Problem => ({
      ...data,
      artifact: artifact.key,
      title: artifact.title,
      found: shorten(quote, longestQuote),
      shape: formatOf(artifact.key, { artifact, given: expected.claims }).shape,
    });
    const isRequired = artifact.required ?? true;
    if (!written) {
      return isRequired ? [about({ code: "artifact_missing" }, expected.unclaimed.join(", "))] : [];
    }
    if (written.body.trim() === "") return isRequired ? [about({ code: "artifact_incomplete" }, "")] : [];
    return contentProblems(written, { artifact, claims: expected.claims, all: byKey }).map((data) =>
      about(data, quoteOf(data, written)),
    );
  });
}

/** Joins the parts of an artifact that was written in several places. Null if there is only one part, or none. */
function joined(
  found: readonly ReadArtifact[],
  artifact: ExpectedArtifact,
  given: readonly GivenClaim[],
): ReadArtifact | null {
  const isPart = ({ key }: ReadArtifact) => key.replace(/-\d+$/, "") === artifact.key;
  const [first, ...others] = found.filter(isPart);
  if (!first || others.length === 0) return null;
  const body = [first, ...others].map((one) => one.body).join("\n\n");
  return { ...first, body, entries: formatOf(artifact.key, { artifact, given }).read(body) };
}

type Context = { artifact: ExpectedArtifact; claims: readonly GivenClaim[]; all: ReadonlyMap<string, ReadArtifact> };

function contentProblems({ key, body, entries }: ReadArtifact, { artifact, claims, all }: Context): ProblemData[] {
  const { positions, scorecard, milestones, work, repeated = [] } = entries;
  if (positions && claims.length === 0) return []; // no claims to judge
  if (!artifact.mayBeEmpty && isUnreadable(key, entries, body)) return [{ code: "artifact_unreadable" }];
  if (entries.unread) return [{ code: "entries_unread", ...entries.unread }];
  if (positions) {
    const judged = new Set(positions.verdicts.map(({ claim }) => claim));
    const missing = claims.map(({ number }) => number).filter((claim) => !judged.has(claim));
    const isMissing = ({ claim }: { claim: number }) => missing.includes(claim);
    const [unreadable, contradicted] = [
      positions.unreadable.filter(isMissing),
      positions.contradicted.filter(isMissing),
    ];
    return missing.length === 0 ? [] : [{ code: "verdicts_missing", claims: missing, unreadable, contradicted }];
  }
  if (scorecard) return scoreProblems(scorecard, artifact.criteria);
  if (milestones) {
    const requirements = (all.get("technical-requirements") ?? all.get("requirements"))?.entries.requirements ?? [];
    const faults = [...repeatedEntries(repeated), ...checkPlan(requirements, milestones)].slice(0, mostFaults);
    return faults.length === 0 ? [] : [{ code: "plan_faults", faults }];
  }
  if (work) {
    const again = repeated.map((node): WorkFault => ({ kind: "repeated", node }));
    const faults = [...again, ...workFaults(work, { isFurther: artifact.mayBeEmpty ?? false })].slice(0, mostFaults);
    return faults.length === 0 ? [] : [{ code: "work_faults", faults }];
  }
  return repeated.length === 0 ? [] : [{ code: "plan_faults", faults: repeatedEntries(repeated.slice(0, mostFaults)) }];
}

const repeatedEntries = (ids: readonly string[]): PlanFault[] => ids.map((entry) => ({ kind: "repeated", entry }));

/** Artifacts that may have nothing to list: "None." is then a valid answer. */
const mayBeEmpty = new Set(["open-questions", "dependency-map", "technology-choices", "risk-register"]);
const isNothing = (body: string): boolean =>
  body.length < 200 &&
  /^[\s>*_-]*(?:none|nothing|no |n\/a|not applicable|keine|nichts|aucune?|ninguna?|nessuna?|нет|无|なし|אין)/iu.test(
    body,
  );

function isUnreadable(key: string, entries: Entries, body: string): boolean {
  if (mayBeEmpty.has(key) && isNothing(body)) return false;
  if (key === "open-questions") return entries.questions?.length === 0 && /[?？؟]/.test(body);
  const { claims, scorecard, positions, requirements, milestones, work, statuses, rows } = entries;
  const counts = [
    claims?.count,
    scorecard && scorecard.scores.length + scorecard.unreadable.length,
    positions && positions.verdicts.length + positions.unreadable.length + positions.contradicted.length,
    requirements?.length,
    milestones?.length,
    work?.length,
    statuses?.length,
    rows?.length,
  ];
  return counts.some((count) => count === 0);
}

function scoreProblems(
  { scores, unreadable }: NonNullable<Entries["scorecard"]>,
  criteria: ExpectedArtifact["criteria"] = [],
): ProblemData[] {
  const byName = new Map(scores.map((scored) => [squash(scored.criterion), scored]));
  const unread = new Set(unreadable.map(({ criterion }) => squash(criterion)));
  const known = new Set(criteria.map(({ name }) => squash(name)));
  const missing = criteria
    .map(({ name }) => name)
    .filter((name) => !byName.has(squash(name)) && !unread.has(squash(name)));
  const invented =
    known.size === 0 ? [] : scores.map(({ criterion }) => criterion).filter((name) => !known.has(squash(name)));
  const weights = criteria.flatMap(({ name, weight: expected }) => {
    const scored = byName.get(squash(name));
    return scored && scored.weight !== expected ? [{ criterion: name, weight: scored.weight, expected }] : [];
  });
  const isComplete = missing.length + unreadable.length + invented.length + weights.length === 0;
  return isComplete ? [] : [{ code: "scores_incomplete", missing, unreadable, invented, weights }];
}

function workFaults(work: readonly WorkNode[], { isFurther }: { isFurther: boolean }): WorkFault[] {
  const known = new Set(work.map(({ id }) => id));
  const milestones = new Set(work.map(({ id }) => id.split(".")[0]));
  // In a further iteration, nodes may also depend on work that is already on the board, which the plan does not contain. So
  // only dependencies on the plan's own milestones are checked.
  const unknown = work.flatMap(({ id, dependsOn }) =>
    dependsOn
      .filter((one) => !known.has(one) && (!isFurther || milestones.has(one.split(".")[0])))
      .map((one): WorkFault => ({ kind: "unknown_dependency", node: id, dependsOn: one })),
  );
  const cycles = cyclesIn(work.map(({ id, dependsOn }) => ({ id, dependsOn })));
  const idle = work.filter(({ steps }) => steps.length === 0);
  return [
    ...unknown,
    ...cycles.map((nodes): WorkFault => ({ kind: "cycle", nodes })),
    ...idle.map(({ id }): WorkFault => ({ kind: "no_steps", node: id })),
  ];
}

/** The part of the artifact that the problem is about. */
function quoteOf(data: ProblemData, { body, entries }: ReadArtifact): string {
  if (data.code === "verdicts_missing" || data.code === "scores_incomplete") {
    const table = body.split("\n").filter((line) => line.includes("|"));
    return table.slice(0, 4).join("\n") || body;
  }
  if (data.code === "plan_faults" && entries.requirements)
    return entries.requirements.map(({ number, title }) => `R-${number} ${title}`).join("; ");
  if (data.code === "plan_faults") {
    return (entries.milestones ?? [])
      .map(
        ({ number, requirements }) =>
          `M${number}: ${requirements.map((one) => `R-${one}`).join(", ") || "no requirements"}`,
      )
      .join("; ");
  }
  if (data.code === "work_faults") return (entries.work ?? []).map(({ id, title }) => `${id} ${title}`).join("; ");
  return body;
}
