import type { Session, StageRun } from "@dialectic/contract";
import { countCalls } from "./count-calls.ts";
import { spentText } from "./describe-quote.ts";
import { standing } from "./standing.ts";
import { list, table } from "./table.ts";

/** A session for people: what it is, how far each stage has come, and what is missing and why. */
export function describeSession(session: Session): string {
  const facts = list([
    ["id", session.id],
    ["project", `${session.projectName} (${session.projectId})`],
    ["process", `${session.process}, version ${session.processVersion}`],
    ["models", `${session.models.join(", ")} (lead: ${session.leadModel})`],
    ["status", standing(session)],
    ["calls", countCalls(session)],
    ["cost", spentText(session)],
  ]);
  const stages = table(
    ["stage", "status", "done", "calls", "turns"],
    session.stages.map((stage) => [
      stage.stage === session.currentStage ? `${stage.name} ←` : stage.name,
      stage.status ?? "not started",
      `${stage.done}/${stage.expected}`,
      String(stage.calls),
      String(stage.turns),
    ]),
  );
  return [facts, stages, ...session.stages.flatMap(missing)].join("\n\n");
}

function missing(stage: StageRun): string[] {
  const lines = stage.work.filter((work) => work.why !== null).map((work) => `  ${work.label}: ${work.why}`);
  return lines.length > 0 ? [`Missing in ${stage.name}:\n${lines.join("\n")}`] : [];
}
