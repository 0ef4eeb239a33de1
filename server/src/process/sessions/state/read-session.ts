import { formatDuration, type ProviderWait, type Session, type SessionId, type StageRun } from "@dialectic/contract";
import { iterationQuotes } from "#board";
import { openFindings } from "#documents";
import { type JobWait, listProviderWaits, toProviderWait } from "#jobs";
import { AppError, type Tx } from "#platform";
import { findSession, type SessionRow, type StageRunRow, stageRunsOf } from "#projects";
import { loadProcess, type Process, type Stage } from "#recipes";
import { moneyOfSessions, type SessionMoney, toBudget } from "#wallet";
import type { SessionsCtx } from "../ctx.ts";
import * as progress from "../stages/progress.store.ts";
import { progressOf } from "../stages/progress.ts";
import { causeOf } from "./blocked-by.store.ts";
import { blockedBy } from "./blocked-by.ts";

export async function getSession(ctx: SessionsCtx, input: { sessionId: SessionId }): Promise<Session> {
  return ctx.db.tx(async (db) => {
    const row = await findSession(db, input.sessionId);
    if (!row)
      throw new AppError("not_found", `There is no session ${input.sessionId}.`, {
        remedies: [{ do: "see-sessions" }],
      });
    const money = await moneyOfSessions(db, [row.id]);
    return describeSession(db, row, { money: money(row.id), installed: ctx });
  });
}

async function describeSession(
  db: Tx,
  row: SessionRow,
  { money, installed }: { money: SessionMoney; installed: Pick<SessionsCtx, "retryWindowMs"> },
): Promise<Session> {
  const process = await loadProcess(db, row.process_template_id);
  const retryWindowMs = row.retry_window_ms ?? installed.retryWindowMs;
  const { stages, runs, waits, calls, requests } = await describeStages(db, row, { process, money });
  return {
    id: row.id,
    projectId: row.project_id,
    projectName: row.project_name,
    domain: row.domain,
    process: process.key,
    processVersion: process.version,
    overlay: row.overlay,
    models: row.models,
    leadModel: row.lead_model,
    auto: row.auto,
    maxOutputTokens: row.max_output_tokens,
    continuations: row.continuations,
    proposals: row.proposals,
    acceptFindings: row.accept_findings,
    retryWindow: formatDuration(retryWindowMs),
    status: row.status,
    blockedBy: await blockedBy(db, row, {
      run: runs.get(row.current_stage),
      waits,
      findings: stages.find(({ stage }) => stage === row.current_stage)?.findings ?? 0,
    }),
    currentStage: row.current_stage,
    iteration: row.iteration,
    stages,
    calls,
    requests,
    findings: stages.reduce((sum, stage) => sum + stage.findings, 0),
    spent: String(money.spent),
    budget: toBudget(money.budget),
    quote: row.quote,
    iterationQuotes: (await iterationQuotes(db, row.id)).map(({ iteration, quote: { low, expected, high, free } }) => ({
      iteration,
      ...{ low, expected, high, free },
    })),
    createdAt: row.created_at.toISOString(),
  };
}

async function describeStages(
  db: Tx,
  row: SessionRow,
  { process, money }: { process: Process; money: SessionMoney },
): Promise<{
  waits: JobWait[];
  stages: StageRun[];
  runs: Map<string, StageRunRow>;
  calls: number;
  requests: number;
}> {
  const runs = new Map<string, StageRunRow>();
  const calls = new Map<string, { calls: number; requests: number }>();
  const work = new Map<string, progress.WorkRow[]>();
  const combining = new Map<string, { done: number; of: number }>();
  const mayCombine = process.stages.some(({ recipe }) => recipe.steps.some(({ oversize }) => oversize === "combine"));
  const inAll = { calls: 0, requests: 0 };
  // A stage that this iteration does not repeat keeps its state from the earlier iteration.
  for (let iteration = 1; iteration <= row.iteration; iteration++) {
    const at = { ...row, iteration };
    for (const run of await stageRunsOf(db, at)) {
      runs.set(run.stage, run);
      calls.delete(run.stage);
      work.delete(run.stage);
      combining.delete(run.stage);
    }
    for (const { stage, ...count } of await progress.callsOf(db, at)) {
      calls.set(stage, count);
      inAll.calls += count.calls;
      inAll.requests += count.requests;
    }
    for (const [stage, rows] of Map.groupBy(await progress.workOf(db, at), (one) => one.stage)) work.set(stage, rows);
    for (const { stage, ...count } of mayCombine ? await progress.combiningOf(db, at) : []) combining.set(stage, count);
  }
  const open = await openFindings(db, row.id);
  const waits = await listProviderWaits(db, { session: row.id });
  const stages: StageRun[] = [];
  for (const stage of process.stages) {
    const run = runs.get(stage.key);
    const isFailed = run?.status === "failed";
    const error = isFailed ? await reasonOf(db, run.root_job_id) : null;
    const found = work.get(stage.key) ?? [];
    const spent = money.byStage.get(stage.key) ?? 0n;
    stages.push(
      describeStage(stage, run, {
        iteration: run?.iteration ?? row.iteration,
        calls: calls.get(stage.key),
        combining: combining.get(stage.key) ?? null,
        work: isFailed ? await withReasons(db, found) : found,
        waits: waits.filter((one) => one.stage === stage.key && one.iteration === run?.iteration),
        spent,
        error,
        findings: open.filter((one) => one.stage === stage.key && one.iteration === run?.iteration).length,
      }),
    );
  }
  return { stages, runs, waits, ...inAll };
}

/** For each model, the wait of the job that will be retried next. */
function waitsByModel(waits: readonly JobWait[]): ProviderWait[] {
  const byNext = waits.toSorted((a, b) => (a.nextTryAt ?? "").localeCompare(b.nextTryAt ?? ""));
  return [...Map.groupBy(byNext, ({ model }) => model).values()].flatMap(([first]) =>
    first ? [toProviderWait(first)] : [],
  );
}

/** The message of the root cause, preceded by the label of the job that failed, if the job has one. */
async function reasonOf(db: Tx, jobId: string): Promise<string | null> {
  const cause = await causeOf(db, jobId);
  if (!cause?.message) return null;
  return cause.label ? `${cause.label}: ${cause.message}` : cause.message;
}

const withReasons = async (db: Tx, rows: readonly progress.WorkRow[]): Promise<progress.WorkRow[]> =>
  Promise.all(
    rows.map(async (row) =>
      row.status === "failed" && row.ended_by ? { ...row, error_message: await reasonOf(db, row.job_id) } : row,
    ),
  );

function describeStage(
  stage: Stage,
  run: StageRunRow | undefined,
  known: {
    iteration: number;
    calls: { calls: number; requests: number } | undefined;
    combining: StageRun["combining"];
    work: progress.WorkRow[];
    waits: JobWait[];
    spent: bigint;
    error: string | null;
    findings: number;
  },
): StageRun {
  const work = progressOf(run?.expected ?? [], known.work, run?.status ?? null, {
    waits: known.waits,
    excluded: run?.excluded ?? [],
  });
  return {
    id: run?.id ?? null,
    stage: stage.key,
    name: stage.name,
    about: stage.about,
    status: run?.status ?? null,
    iteration: known.iteration,
    calls: known.calls?.calls ?? 0,
    requests: known.calls?.requests ?? 0,
    done: work.filter((one) => one.state === "done").length,
    expected: work.filter((one) => one.state !== "excluded").length,
    combining: known.combining,
    work,
    waits: waitsByModel(known.waits),
    spent: String(known.spent),
    error: known.error,
    findings: known.findings,
    startedAt: run?.started_at.toISOString() ?? null,
    finishedAt: run?.finished_at?.toISOString() ?? null,
  };
}
