import { dirname, join, relative } from "node:path";
import { type Client, type Project, quotedInAll, type RunSummary, type Session } from "@dialectic/contract";
import { allDocuments } from "../output/list-pages.ts";
import { table } from "../output/table.ts";
import { countFindings } from "../output/texts/describe-findings.ts";
import { spentText } from "../output/texts/describe-quote.ts";
import { countUnrendered, listUnrendered } from "../output/texts/describe-unrendered.ts";
import { callsText } from "./count-calls.ts";

type Summarized = {
  session: Session;
  project: Pick<Project, "id" | "slug">;
  out: string;
  /** Returns the full command for these words. */
  command: (words: string) => string;
};

/** The result of a run: counts, the documents of each stage, and what to do next. */
export async function summarizeRun(
  client: Client,
  { session, project, out, command }: Summarized,
): Promise<RunSummary> {
  const documents = await allDocuments(client, session.id, { kind: "whole" });
  const shown = new Map(session.stages.map(({ stage, iteration }) => [stage, iteration]));
  const byStage = Map.groupBy(
    documents.filter(
      ({ intermediate, replacedBy, stage, iteration }) =>
        !intermediate && replacedBy === null && iteration === shown.get(stage),
    ),
    (document) => document.stage,
  );
  return {
    projectId: session.projectId,
    sessionId: session.id,
    status: session.status,
    stages: session.stages.map(({ stage, calls, requests }) => ({
      stage,
      calls,
      requests,
      documents: (byStage.get(stage) ?? []).map(({ path, model, chunks, findings }) => ({
        path,
        model,
        chunks,
        findings,
      })),
    })),
    calls: session.calls,
    requests: session.requests,
    findings: session.findings,
    unrendered: await listUnrendered(client, session),
    spent: session.spent,
    quote: quotedInAll(session),
    out,
    ...(await nextSteps(client, { session, project, command })),
  };
}

type NextSteps = Pick<RunSummary, "plan" | "board" | "export">;

async function nextSteps(client: Client, { session, project, command }: Omit<Summarized, "out">): Promise<NextSteps> {
  if (session.status !== "iteration_complete") return { plan: null, board: null, export: null };
  const { iteration, parts } = await client.getPlan({ params: { sessionId: session.id } });
  const { cards } = await client.getBoard({ params: { projectId: project.id } });
  const documents = parts.map(({ documentId, title, path }) => ({ documentId, title, path }));
  return {
    plan: { iteration, documents, command: command(`session plan ${session.id}`) },
    board: { cards: cards.length, command: command(`board show ${project.slug}`) },
    export: { command: command(`export ${project.slug}`) },
  };
}

/**
 * Describes the run for people: where the files are, what each stage wrote, and which file to open first. Each path is on a
 * separate line.
 */
export function describeSummary(summary: RunSummary, session: Session, goOn: string): string {
  const folder = sharedFolder(summary);
  const rows = summary.stages.map(({ stage, calls, documents }) => [
    stage,
    String(calls),
    String(documents.length),
    documents[0] ? `${relative(folder, dirname(documents[0].path))}/` : "",
  ]);
  const isFinished = session.status === "iteration_complete";
  const flaws = flawsOf(summary);
  const end = flaws === "" ? whole(session) : withFlaws(flaws, session);
  const lines = [
    `The files are in\n  ${join(summary.out, folder)}`,
    table(["stage", "calls", "documents", "folder"], rows),
    `${end} ${callsText({ ...session, calls: summary.calls, requests: summary.requests })}, ${spentText(summary)}.`,
    `Open this first:\n  ${join(summary.out, isFinished ? "plan.md" : newestOf(summary, session))}`,
  ];
  if (!isFinished) lines.push(`To continue:\n  ${goOn}`);
  if (summary.plan) lines.push(`To read the plan here:\n  ${summary.plan.command}`);
  if (summary.board && summary.board.cards > 0) {
    const cards = summary.board.cards === 1 ? "1 card" : `${summary.board.cards} cards`;
    lines.push(`To see the work, ${cards}:\n  ${summary.board.command}`);
  }
  if (summary.export) lines.push(`To export everything as one file:\n  ${summary.export.command}`);
  return lines.join("\n\n");
}

const whole = (session: Session): string =>
  session.status === "iteration_complete"
    ? "The plan is finished:"
    : `${session.currentStage} is finished. In all stages so far:`;

/**
 * A plan with open findings may lack an essential part, and one that was not rendered has no files, so neither is called
 * finished.
 */
const withFlaws = (flaws: string, session: Session): string =>
  session.status === "iteration_complete"
    ? `Every stage is written, ${flaws}:`
    : `Every stage up to ${session.currentStage} is written, ${flaws}:`;

const flawsOf = ({ findings, unrendered }: RunSummary): string =>
  [
    ...(findings > 0 ? [`with ${countFindings(findings)}`] : []),
    ...(unrendered.length > 0 ? [`but ${countUnrendered(unrendered)}`] : []),
  ].join(", ");

/** The iteration's folder, or the session's folder if the stages are from different iterations. */
function sharedFolder({ stages }: RunSummary): string {
  const iterations = new Set(stages.flatMap(({ documents }) => documents.map(({ path }) => dirname(dirname(path)))));
  const [only = "", ...others] = iterations;
  return others.length === 0 ? only : dirname(only);
}

const newestOf = (summary: RunSummary, session: Session): string =>
  summary.stages.find((stage) => stage.stage === session.currentStage)?.documents[0]?.path ?? "";
