import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AppError, type Tx } from "#platform";
import { cancelStage, generateStage, getSession, listProjects, listSessions } from "#sessions";
import { engines, type PricedProvider, startPricedProvider, type TestApp, testApp } from "#test";
import { getBalance, topUp } from "#wallet";
import { forge, importFile, zipFolder } from "./exports.fixture.ts";
import { writeExport } from "./index.ts";

const { fresh, remove } = zipFolder();
afterAll(remove);

type Row = Record<string, unknown>;
type Files = Map<string, string>;

/** Changes rows of one table of an export, as a text editor could. */
const changeRows = (table: string, change: (row: Row, index: number) => Row) => (files: Files) => {
  const path = `rows/${table}.jsonl`;
  const lines = (files.get(path) ?? "").split("\n").filter(Boolean);
  expect(lines.length).toBeGreaterThan(0);
  files.set(path, lines.map((line, index) => `${JSON.stringify(change(JSON.parse(line), index))}\n`).join(""));
};

const ledger = (settings: Row) => `${JSON.stringify({ project_id: "{{projects/0/00000000}}", ...settings })}\n`;

describe.each(engines)("an import on %s", (engine) => {
  let t: TestApp;
  let provider: PricedProvider;
  let file: string;

  beforeAll(async () => {
    t = await testApp(engine);
    provider = await startPricedProvider();
    provider.listIn(t.dataDir);
    await topUp(t.ctx, { amount: 100_000_000n, key: "enough" });
    const session = await t.session({ brief: "Paint the fence.", models: ["priced/atlas"], auto: true, start: true });
    file = fresh();
    await writeExport(t.ctx, { projectId: session.projectId, file }); // no job has run, because no worker was started
    await cancelStage(t.ctx, { sessionId: session.id, stage: session.currentStage });
  });
  afterAll(async () => {
    await t[Symbol.asyncDispose]();
    await provider[Symbol.asyncDispose]();
  });

  /** Imports the file, runs a worker, and returns the amount that was spent. */
  const spentBy = async (forged: string): Promise<{ spent: bigint; outcome: unknown }> => {
    const before = await getBalance(t.ctx);
    const outcome = await importFile(t.ctx, forged).catch((error: unknown) => error);
    const worker = await t.startWorker();
    try {
      const marker = await t.session({ brief: "A marker.", models: ["rehearsal/atlas"], auto: true, start: true });
      await t.reach(marker.id, "iteration_complete");
    } finally {
      await worker.stop();
    }
    const after = await getBalance(t.ctx);
    return { spent: before.balance - after.balance, outcome };
  };

  it("refuses an export whose jobs, stages and sessions claim to be running, and spends nothing", async () => {
    const forged = fresh();
    await forge(file, forged, (files) => {
      changeRows("jobs", (row) => ({ ...row, status: "pending", run_at: "2020-01-01T00:00:00+00:00" }))(files);
      changeRows("stage_runs", (row) => ({ ...row, status: "running", finished_at: null }))(files);
      changeRows("sessions", (row) => ({ ...row, status: "running", auto: true }))(files);
    });
    const { spent, outcome } = await spentBy(forged);
    expect({ spent, calls: provider.timesAsked() }).toEqual({ spent: 0n, calls: 0 });
    expect(outcome).toMatchObject({ code: "damaged_export" });
  });

  it("refuses an export that contains a single forged row, and leaves nothing behind", async () => {
    const attacks: Record<string, (files: Files) => void> = {
      "a pending job": changeRows("jobs", (row) => ({ ...row, status: "pending" })),
      "a job that waits for others": changeRows("jobs", (row) => ({ ...row, status: "waiting_for_prerequisite" })),
      "a job of no project": changeRows("jobs", (row) => ({ ...row, status: "pending", project_id: null })),
      "a paused session": changeRows("sessions", (row) => ({ ...row, status: "paused" })),
      "a running session": changeRows("sessions", (row) => ({ ...row, status: "running" })),
      "a running stage": changeRows("stage_runs", (row) => ({ ...row, status: "running" })),
      "a paused stage": changeRows("stage_runs", (row) => ({ ...row, status: "paused" })),
      "a path in the name of a stage": changeRows("stage_runs", (row) => ({ ...row, stage: "../.." })),
      "an infinite time": changeRows("jobs", (row) => ({ ...row, run_at: "infinity" })),
      "an error of another type": changeRows("jobs", (row) => ({ ...row, error: 5 })),
      "a hold": (files) => files.set("rows/wallet_holds.jsonl", "{}\n"),
      "a budget": (files) => files.set("rows/wallet_budgets.jsonl", "{}\n"),
      "a key": (files) => files.set("rows/provider_keys.jsonl", "{}\n"),
      "a conversation": (files) => files.set("rows/conversations.jsonl", "{}\n"),
      "an exchange": (files) => files.set("rows/exchanges.jsonl", "{}\n"),
      "an action that waits for a confirmation": (files) => files.set("rows/exchange_actions.jsonl", "{}\n"),
      "a model that reads turns": (files) => files.set("rows/ledgers.jsonl", ledger({ extractor: "priced/atlas" })),
      "documents that are read": (files) => files.set("rows/ledgers.jsonl", ledger({ documents: true })),
      ...Object.fromEntries(
        ["index", "collect", "parse", "summarize"].map((kind) => [
          `a cancelled job of the kind ${kind}`,
          changeRows("jobs", (row) => ({ ...row, kind, status: "cancelled" })),
        ]),
      ),
    };
    const before = (await listProjects(t.ctx, { limit: 100 })).items;
    const outcomes: Record<string, unknown> = {};
    for (const [name, change] of Object.entries(attacks)) {
      const forged = fresh();
      await forge(file, forged, change);
      const thrown = await importFile(t.ctx, forged).catch((error: unknown) => error);
      outcomes[name] = thrown instanceof AppError ? thrown.code : "imported";
    }
    expect(outcomes).toEqual(Object.fromEntries(Object.keys(attacks).map((name) => [name, "damaged_export"])));
    expect((await listProjects(t.ctx, { limit: 100 })).items).toEqual(before);
  });

  it("is checked by the database at commit, independently of the importing code", async () => {
    const importing = (work: (db: Tx, projectId: string) => Promise<unknown>) =>
      t.ctx.db.tx(async (db) => {
        const { rows } = await sql<{ id: string }>`
          insert into projects (id, owner_id, name, slug, brief, brief_name, process)
          values (new_id(), ${t.userId}, 'Forged', 'forged', 'x', 'brief.md', 'brief') returning id`.execute(db);
        const projectId = rows[0]?.id ?? "";
        await sql`select begin_import(${projectId}, 'x')`.execute(db);
        await work(db, projectId);
      });
    const job = (db: Tx, status: string, projectId: string | null) =>
      sql`insert into jobs (id, owner_id, kind, status, project_id) values (new_id(), ${t.userId}, 'plan', ${status}, ${projectId})`.execute(
        db,
      );
    await expect(importing((db, id) => job(db, "pending", id))).rejects.toMatchObject({ code: "damaged_export" });
    await expect(importing((db) => job(db, "pending", null))).rejects.toMatchObject({ code: "damaged_export" });
    const revived = importing(async (db, id) => {
      await job(db, "failed", id);
      await sql`update jobs set status = 'pending' where project_id = ${id}`.execute(db);
    });
    await expect(revived).rejects.toMatchObject({
      code: "damaged_export",
      message: expect.stringMatching(/is pending/),
    });
  });

  it("quotes a session at the prices of this installation, and the new owner can run the session", async () => {
    const forged = fresh();
    await forge(
      file,
      forged,
      changeRows("sessions", (row) => ({ ...row, quote: { ...(row.quote as Row), expected: "1", high: "1" } })),
    );
    const project = await importFile(t.ctx, forged);
    const [imported] = (await listSessions(t.ctx, { projectId: project.id })).items;
    if (!imported) throw new Error("The session did not arrive.");
    const session = await getSession(t.ctx, { sessionId: imported.id });
    expect(session).toMatchObject({ status: "ready", auto: true, stages: [{ status: "cancelled" }, {}, {}, {}, {}] });
    expect(Number(session.quote?.expected)).toBeGreaterThan(10_000);
    const due = await t.ctx.db.tx((db) => sql`select from memory_due where project_id = ${project.id}`.execute(db));
    expect(due.rows).toEqual([]);
    const worker = await t.startWorker();
    await generateStage(t.ctx, { sessionId: session.id, stage: "thesis" });
    expect(await t.reach(session.id, "iteration_complete")).toMatchObject({ spent: expect.stringMatching(/^[1-9]/) });
    await worker.stop();
  });
});
