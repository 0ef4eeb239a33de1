import { type ExpectedWork, formatDollars, quotedInAll, type Session, type StageRun } from "@dialectic/contract";
import { callsText } from "../../run/count-calls.ts";
import { combiningText, waitText } from "../../run/progress-text.ts";
import { sessionStatusText } from "../../run/session-status-text.ts";
import { list, table } from "../table.ts";
import { countFindings } from "./describe-findings.ts";
import { quotedText } from "./describe-quote.ts";

/**
 * A session: its settings, the progress of each stage, and what is missing and why. `notes` are printed below the stages;
 * `dir` is the folder with the project's files.
 */
export function describeSession(
  session: Session,
  { notes = [], dir }: { notes?: (string | null)[]; dir?: string } = {},
): string {
  const quoted = quotedInAll(session);
  const facts = list([
    ["id", session.id],
    ["project", `${session.projectName} (${session.projectId})`],
    ["process", `${session.process}, version ${session.processVersion}`],
    ["models", `${session.models.join(", ")} (lead: ${session.leadModel})`],
    ["status", sessionStatusText({ ...session, stages: session.stages.map((stage) => ({ ...stage, error: null })) })],
    ["calls", callsText(session)],
    [
      "spent",
      session.budget
        ? `${formatDollars(session.spent)} of ${formatDollars(session.budget.cap)}`
        : formatDollars(session.spent),
    ],
    ...(quoted ? [["quoted", quotedText(quoted)] satisfies [string, string]] : []),
    ...(dir === undefined ? [] : [["files", dir] satisfies [string, string]]),
  ]);
  const stages = table(
    ["stage", "status", "done", "calls", "requests", "spent"],
    session.stages.map((stage) => [
      stage.stage === session.currentStage ? `${stage.name} ←` : stage.name,
      statusText(stage),
      `${stage.done}/${stage.expected}`,
      String(stage.calls),
      String(stage.requests),
      formatDollars(stage.spent),
    ]),
  );
  return [facts, stages, ...notes.filter((note) => note !== null), ...session.stages.flatMap(missing)].join("\n\n");
}

/** While inputs are being combined, the stage writes no documents, so the status shows the progress of combining. */
function statusText(stage: StageRun): string {
  const isCombining = stage.combining !== null && stage.combining.done < stage.combining.of;
  if (stage.status === "running" && isCombining) return combiningText(stage);
  const status = stage.status ?? "not started";
  return stage.findings > 0 ? `${status}, ${countFindings(stage.findings)}` : status;
}

const reasonFor = ({ why, waitsFor }: ExpectedWork): string | null => (waitsFor ? waitText(waitsFor) : why);

/**
 * Lists each reason once, with the work that is missing because of it. Puts the stage's own error first if it is not
 * one of these reasons.
 */
export function missing(stage: Pick<StageRun, "name" | "error" | "work">): string[] {
  const { name, error, work } = stage;
  const reasons = Map.groupBy(
    work.filter((one) => reasonFor(one) !== null),
    (one) => reasonFor(one) ?? "",
  );
  const lines = [...reasons].map(([why, missed]) => `  ${missed.map(({ label }) => label).join(", ")}: ${why}`);
  const isListed = error === null || [...reasons.keys()].some((why) => error.endsWith(why));
  return [
    ...(isListed ? [] : [`${name} failed: ${error}`]),
    ...(lines.length > 0 ? [`Missing in ${name}:\n${lines.join("\n")}`] : []),
  ];
}
