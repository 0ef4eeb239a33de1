import type { FindingCode } from "@dialectic/contract";
import { hasGapNote, missingArtifacts, type NewFinding, parseArtifacts, withoutGapNote } from "#documents";
import type { ExpectedArtifact } from "#recipes";
import { findLacks } from "#review";

/** What a document's text leaves out of what its step asked for. Computed again whenever the text changes. */
export function textFindings(
  markdown: string,
  wanted: { artifacts: readonly ExpectedArtifact[]; toJudge: readonly number[] },
): NewFinding[] {
  const text = withoutGapNote(markdown);
  const headings = new Set(parseArtifacts(text).map(({ key }) => key));
  const titleOf = (key: string) => wanted.artifacts.find((one) => one.key === key)?.title ?? key;
  const missing = missingArtifacts(text, wanted.artifacts).map(
    (key): NewFinding => ({
      code: headings.has(key) ? "artifact_incomplete" : "artifact_missing",
      artifact: key,
      details: { title: titleOf(key) },
    }),
  );
  const { claims, faults } = findLacks(text, wanted.toJudge);
  const about = (key: string) => ({ artifact: key, title: titleOf(key) });
  const { artifact: positions, title: positionsTitle } = about("resolved-positions");
  const { artifact: milestones, title: milestonesTitle } = about("milestones");
  return [
    ...missing,
    ...(claims.length > 0
      ? [{ code: "verdicts_missing" as const, artifact: positions, details: { title: positionsTitle, claims } }]
      : []),
    ...(faults.length > 0
      ? [{ code: "plan_faults" as const, artifact: milestones, details: { title: milestonesTitle, faults } }]
      : []),
  ];
}

const codesOfEndings: Partial<Record<string, FindingCode>> = {
  length: "cut_off",
  interrupted: "cut_off",
  "content-filter": "filtered",
  refusal: "refused",
  "context-window": "context_full",
};

/** How a document's answers ended, chunk by chunk; `because`: why a further turn was of no use. */
export function endingFindings(
  chunks: readonly { finish_reason: string }[],
  { because, providerReason }: { because?: FindingCode | undefined; providerReason?: string | undefined } = {},
): NewFinding[] {
  const last = chunks.length - 1;
  const ofChunks = chunks.flatMap(({ finish_reason: finish }, index): NewFinding[] => {
    if (finish === "stop") return [];
    const code = codesOfEndings[finish] ?? "unknown_finish";
    if (code === "cut_off" && index < last) return []; // the next chunk carried on
    const said = index === last && code === "unknown_finish" ? (providerReason ?? finish) : finish;
    return [{ code, artifact: null, details: { finish: said, chunks: chunks.length } }];
  });
  const all = because === undefined ? ofChunks : [...ofChunks, { code: because, artifact: null, details: {} }];
  return all.filter(({ code }, index) => all.findIndex((one) => one.code === code) === index);
}

const aboutEndings: ReadonlySet<FindingCode> = new Set([
  ...Object.values(codesOfEndings).flatMap((code) => code ?? []),
  "unknown_finish",
  "empty",
]);

/** Of findings that a person's edit does not settle by itself: how the model's answer ended, while the text still says so. */
export const endingsStillNoted = (markdown: string, before: readonly NewFinding[]): NewFinding[] =>
  hasGapNote(markdown) ? before.filter(({ code }) => aboutEndings.has(code)) : [];
