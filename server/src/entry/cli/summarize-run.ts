import { basename, dirname, join } from "node:path";
import type { Client, Quote, RunSummary, Session } from "@dialectic/contract";
import { countCalls } from "./count-calls.ts";
import { spentText } from "./describe-quote.ts";
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
    quote: session.quote && pricesOf(session.quote),
    out,
  };
}

/** For people: where the files are, what each stage made, and which file to open first. Paths stand on lines of their own. */
export function describeSummary(summary: RunSummary, session: Session, goOn: string): string {
  const first = summary.stages.flatMap(({ documents }) => documents)[0];
  const folder = first ? join(summary.out, dirname(dirname(first.path))) : summary.out;
  const rows = summary.stages.map(({ stage, calls, documents }) => [
    stage,
    String(calls),
    String(documents.length),
    documents[0] ? `${basename(dirname(documents[0].path))}/` : "",
  ]);
  const isFinished = session.status === "iteration_complete";
  const end = isFinished ? "The plan is finished" : `${session.currentStage} is finished`;
  const lines = [
    `The files are in\n  ${folder}`,
    table(["stage", "calls", "documents", "folder"], rows),
    `${end}: ${countCalls(summary)}, ${spentText(summary)}.`,
    `Open this first:\n  ${join(summary.out, isFinished ? "project_readme.md" : newestOf(summary, session))}`,
  ];
  if (!isFinished) lines.push(`To go on:\n  ${goOn}`);
  return lines.join("\n\n");
}

const pricesOf = ({ low, expected, high, free }: Quote): RunSummary["quote"] => ({ low, expected, high, free });

const newestOf = (summary: RunSummary, session: Session): string =>
  summary.stages.find((stage) => stage.stage === session.currentStage)?.documents[0]?.path ?? "";
