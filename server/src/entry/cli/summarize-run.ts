import { dirname } from "node:path";
import type { Client, RunSummary, Session } from "@dialectic/contract";
import { table } from "./table.ts";

/** What a run made: counts, and the documents a reader wants, by stage. */
export async function summarizeRun(client: Client, session: Session, out: string): Promise<RunSummary> {
  const params = { sessionId: session.id };
  const { items } = await client.listDocuments({ params, query: { kind: "whole" } });
  const byStage = Map.groupBy(
    items.filter((document) => !document.intermediate),
    (document) => document.stage,
  );
  return {
    projectId: session.projectId,
    sessionId: session.id,
    status: session.status,
    stages: session.stages.map(({ stage, calls, turns }) => ({
      stage,
      calls,
      turns,
      documents: (byStage.get(stage) ?? []).map(({ path, model, chunks }) => ({ path, model, chunks })),
    })),
    calls: session.calls,
    turns: session.turns,
    spent: session.spent,
    out,
  };
}

export function describeSummary(summary: RunSummary, session: Session): string {
  const rows = summary.stages.map(({ stage, calls, documents }) => [
    stage,
    String(calls),
    String(documents.length),
    documents[0] ? dirname(documents[0].path) : "",
  ]);
  const end =
    session.status === "iteration_complete"
      ? "The plan is finished"
      : `${session.currentStage} is finished; "dialectic stage submit ${session.id}" goes on`;
  const spent = summary.spent === "0" ? "nothing spent" : `${summary.spent} millionths of a dollar spent`;
  return `${table(["stage", "calls", "documents", "folder"], rows)}

${end}: ${summary.calls} calls, ${summary.turns} turns, ${spent}.
The files are in ${summary.out}`;
}
