import type { Finding, FindingDetails, PlanFault, ScoreGaps, WorkFault } from "./findings.ts";

/** Describes a finding in sentences. Names no command and no button, because those differ by user interface. */
export function describeFinding(finding: Pick<Finding, "code" | "artifact" | "details">): string {
  const { repetitions = 0 } = finding.details;
  return repetitions === 0 ? sentenceOf(finding) : `${sentenceOf(finding)} ${describeRepetitions(repetitions)}`;
}

/** The sentence is also part of the note at the end of a text that was cut off. */
export const describeRepetitions = (count: number): string =>
  count === 1
    ? "One repetition of the last words was removed."
    : `${count} repetitions of the last words were removed.`;

function sentenceOf({ code, artifact, details }: Pick<Finding, "code" | "artifact" | "details">): string {
  const part = `“${details.title ?? artifact ?? "untitled"}”`;
  switch (code) {
    case "artifact_missing":
      return `The required part ${part} is missing.`;
    case "artifact_incomplete":
      return `The required part ${part} has a heading but no text.`;
    case "artifact_unreadable":
      return `The required part ${part} is not in the form that was asked for, so nothing could be read from it.`;
    case "verdicts_missing":
      return `${part} gives no clear verdict on ${(details.claims ?? []).map((claim) => `C${claim}`).join(", ") || "some claims"}.`;
    case "plan_faults":
      return (details.faults ?? []).map(describePlanFault).join(" ") || "Milestones and requirements do not match.";
    case "scores_incomplete":
      return `${part}: ${details.scores ? describeScoreGaps(details.scores).join("; ") : "scores are missing"}.`;
    case "work_faults":
      return (details.work ?? []).map(describeWorkFault).join(" ") || "The pieces of work do not fit together.";
    case "entries_unread":
      return details.entries
        ? `${part} has ${details.entries.count} entries, of which only the first ${details.entries.read} are used.`
        : `${part} has more entries than are used.`;
    case "table_malformed":
      return (details.tables ?? []).map(describeTable).join(" ") || "A table has a row that does not fit its headings.";
    case "refused":
      return "The model refused to finish this document.";
    case "filtered":
      return "The provider’s content filter stopped the model before the text was complete.";
    case "cut_off":
      return details.finish === "length"
        ? "The text was cut off at the model’s output limit and was not continued to its end."
        : "The connection to the model broke off, and the text was not continued to its end.";
    case "context_full":
      return "The model’s context window was full before the text was complete.";
    case "prompt_truncated":
      return `The model read only ${details.tokens?.read ?? "some"} of about ${details.tokens?.counted ?? "all"} tokens of its prompt: its server works with a smaller context window than the catalogue says.`;
    case "empty":
      return "When asked for the rest, the model returned an empty answer.";
    case "unknown_finish":
      return `The provider ended the answer for an unknown reason (${details.finish ?? "none given"}), so the text may be incomplete.`;
  }
}

function describeTable({ section, headings, row, cells }: NonNullable<FindingDetails["tables"]>[number]): string {
  const table = section === "" ? "A table" : `The table under “${section}”`;
  const several = (count: number, one: string) => `${count} ${one}${count === 1 ? "" : "s"}`;
  return `${table} has ${several(headings, "heading")}, but its row ${row} has ${several(cells, "cell")}.`;
}

/** The phrases are shown to people, and sent to a model that is asked for another scorecard. */
export function describeScoreGaps({ missing, unreadable, invented, weights }: ScoreGaps): string[] {
  const quoted = (names: readonly string[]) => names.map((name) => `“${name}”`).join(", ");
  const cells = unreadable.map(({ criterion, cell }) => `“${criterion}” (${cell === "" ? "empty" : cell})`);
  const weighed = weights.map(
    ({ criterion, weight, expected }) => `“${criterion}” ${weight ?? "none"}, not ${expected}`,
  );
  return [
    ...(missing.length > 0 ? [`no score for ${quoted(missing)}`] : []),
    ...(cells.length > 0 ? [`no number from 0 to 10 for ${cells.join(", ")}`] : []),
    ...(invented.length > 0 ? [`criteria that were not asked for: ${quoted(invented)}`] : []),
    ...(weighed.length > 0 ? [`other weights than asked for: ${weighed.join(", ")}`] : []),
  ];
}

/** The sentence is shown to people, and sent to a model that is asked to correct its work plan. */
export function describeWorkFault(fault: WorkFault): string {
  switch (fault.kind) {
    case "unknown_dependency":
      return `${fault.node} depends on ${fault.dependsOn}, which does not exist.`;
    case "cycle":
      return `${fault.nodes.join(" → ")}: a piece of work waits for itself.`;
    case "no_steps":
      return `${fault.node} has no steps.`;
    case "repeated":
      return `${fault.node} is the id of several pieces of work; only the first counts.`;
  }
}

/** The sentence is shown to people, and sent to a model that is asked to correct its plan. */
export function describePlanFault(fault: PlanFault): string {
  switch (fault.kind) {
    case "unreadable":
      return "No milestone could be read: each begins with a heading `## M1 Title`.";
    case "uncovered":
      return `R-${fault.requirement} is covered by no milestone.`;
    case "unknown_dependency":
      return `M${fault.milestone} depends on M${fault.dependsOn}, which does not exist.`;
    case "unknown_requirement":
      return `M${fault.milestone} covers R-${fault.requirement}, which is not among the requirements.`;
    case "cycle":
      return `${fault.milestones.map((number) => `M${number}`).join(" → ")}: a milestone waits for itself.`;
    case "repeated":
      return `${fault.entry} is the id of several ${fault.entry.startsWith("R") ? "requirements" : "milestones"}; only the first counts.`;
  }
}
