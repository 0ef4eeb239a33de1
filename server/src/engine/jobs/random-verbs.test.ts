import type { JobId, JobStatus } from "@dialectic/contract";
import fc from "fast-check";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { AppError } from "#platform";
import { engines } from "#test";
import { cancelJob, pauseJob, resumeJob, retryJob, supersedeJob } from "./control-job.ts";
import { sharedJobs } from "./jobs.fixture.ts";
import type { HeldJob } from "./kinds.ts";
import { pauseAttempt, waitForChildren } from "./leases/attempts.store.ts";
import { sweepJob } from "./leases/leases.store.ts";
import type { OnChildFailure } from "./new-job.ts";
import { isOver, mayMove } from "./states.ts";

const policies: OnChildFailure[] = ["fail", "continue", { quorum: 1 }, { quorum: 2 }];
const verbs = [
  ...(["root", "waiter", "lease", "lease", "lease", "wait", "wait", "wait"] as const),
  ...([
    "complete",
    "complete",
    "continue",
    "fail",
    "retry later",
    "hand back",
    "come later",
    "no funds",
    "lose the worker",
    "sweep",
  ] as const),
  ...(["cancel", "pause", "resume", "retry", "supersede"] as const),
];
const move = fc.record({ verb: fc.constantFrom(...verbs), which: fc.nat(50), size: fc.nat(3) });
type Move = { verb: (typeof verbs)[number]; which: number; size: number };

/**
 * For any order of worker and user operations: no job keeps waiting for something that has ended, every change of status is
 * an allowed one, and all jobs can end.
 */
describe.each(engines)("random job trees under random operations on %s", (engine) => {
  const setup = sharedJobs(engine);
  type Setup = Awaited<ReturnType<typeof setup>>;

  it("keep every invariant of the engine", { timeout: 120_000 }, async () => {
    const run = fc.asyncProperty(fc.array(move, { minLength: 10, maxLength: 30 }), async (moves) => {
      const t = await setup();
      const jobs: JobId[] = [];
      const held: HeldJob[] = [];
      for (const one of moves) {
        await play(t, one, jobs, held);
        expect(await broken(t)).toEqual([]);
      }
      await finishAll(t, jobs, held);
      expect(await unlawful(t)).toEqual([]);
    });
    await fc.assert(run, { numRuns: engine === "postgres" ? 40 : 12 });
  });

  async function play(t: Setup, { verb, which, size }: Move, jobs: JobId[], held: HeldJob[]): Promise<void> {
    const job = jobs[which % (jobs.length || 1)];
    const attempt = held[which % (held.length || 1)];
    const made = (id: JobId) => jobs.push(id);
    try {
      if (verb === "root") made(await t.add({ kind: size === 0 ? "execute" : "plan" }));
      if (verb === "lease") held.push(...(await t.lease(size + 1)));
      if (verb === "sweep") await t.database.asSystem(sweepJob);
      if (job) {
        if (verb === "waiter") made(await t.add({ prerequisiteId: job, ...(size > 1 && { parentId: job }) }));
        if (verb === "cancel") await t.tx((db) => cancelJob(db, job));
        if (verb === "pause") await t.tx((db) => pauseJob(db, job));
        if (verb === "resume") await t.tx((db) => resumeJob(db, job));
        if (verb === "retry") await t.tx((db) => retryJob(db, job));
        if (verb === "supersede") made(await t.tx((db) => supersedeJob(db, { jobId: job, successor: t.newJob() })));
      }
      if (attempt) {
        if (verb === "wait") {
          const children = Array.from({ length: size }, (_, n) =>
            t.newJob({ kind: n === 1 ? "plan" : "execute", optional: n === 2 }),
          );
          const current = (attempt.currentStep ?? 0) + 1;
          const onChildFailure = policies[which % policies.length] ?? "fail";
          const reached = await t.tx((db) =>
            waitForChildren(db, attempt, {
              type: "waitForChildren",
              children,
              step: { current, total: current + (which % 2) },
              onChildFailure,
            }),
          );
          if (reached !== "cancelled") for (const child of children) made(child.id);
        }
        if (verb === "complete") await t.complete(attempt);
        if (verb === "continue") made(await t.continueJob(attempt));
        if (verb === "fail") await t.fail(attempt);
        if (verb === "retry later") await t.fail(attempt, true);
        if (verb === "hand back") await t.handBack(attempt);
        if (verb === "come later") await t.later(attempt, 0);
        if (verb === "no funds") await t.tx((db) => pauseAttempt(db, attempt, "funds"));
        if (verb === "lose the worker") await t.expire(attempt.id).catch(() => undefined);
      }
    } catch (error) {
      // Refusals are expected; any other error is not.
      if (!(error instanceof AppError) || !["forbidden_transition", "lease_lost", "conflict"].includes(error.code))
        throw error;
    }
  }

  /** Finds parents that wait for nothing, and waiting jobs whose prerequisite has ended. */
  async function broken(t: Setup) {
    const { rows } = await t.tx((db) =>
      sql`
      select id, status from jobs parent
      where status = 'waiting_for_children' and not exists (
        select from jobs child where child.parent_id = parent.id and continued_by is null and not job_is_over(child.status))
      union all
      select id, status from jobs waiter
      where status = 'waiting_for_prerequisite' and job_is_over((chain_end(prerequisite_id)).status)`.execute(db),
    );
    return rows;
  }

  /** Resumes paused jobs and completes running ones until nothing changes: then all jobs must have ended. */
  async function finishAll(t: Setup, jobs: JobId[], held: HeldJob[]): Promise<void> {
    await t.handBack(...held);
    for (;;) {
      while ((await t.database.asSystem(sweepJob)) !== null);
      await t.expire(...held.map((job) => job.id)).catch(() => undefined);
      const statuses = await t.statuses(...jobs);
      for (const [n, status] of statuses.entries()) {
        const id = jobs[n];
        if (status === "paused" && id) await t.tx((db) => resumeJob(db, id)).catch(() => undefined);
      }
      const leased = await t.lease();
      if (leased.length === 0) break;
      await t.complete(...leased);
    }
    const left = (await t.statuses(...jobs)).filter((status) => !isOver(status));
    expect(left).toEqual([]);
  }

  /** Finds events of changes that are not allowed, and jobs whose last event does not match their status. */
  async function unlawful(t: Setup) {
    const { rows } = await t.tx((db) =>
      sql<{ id: JobId; from: JobStatus; to: JobStatus }>`
      select * from (
        select data ->> 'jobId' as id, replace(substr(kind, 5), '-', '_') as "to",
          replace(substr(lag(kind) over (partition by data ->> 'jobId' order by seq), 5), '-', '_') as "from"
        from events where kind like 'job.%') steps
      where "from" is not null`.execute(db),
    );
    const steps = rows.filter(({ from, to }) => !mayMove(from, to) && !(from === "processing" && to === "processing"));
    const { rows: unsaid } = await t.tx((db) =>
      sql`
      select id, status from jobs
      where 'job.' || translate(status, '_', '-') <> (
        select kind from events where kind like 'job.%' and data ->> 'jobId' = jobs.id::text order by seq desc limit 1)`.execute(
        db,
      ),
    );
    return [...steps, ...unsaid];
  }
});
