import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { RunSummary, type SessionId, type UserId } from "@dialectic/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { localUserId } from "#access";
import type { Database } from "#platform";
import { documentsOf, engines, type OpenCli, openCli, runCli, said, startCli, startServer, testDatabase } from "#test";

const root = mkdtempSync(join(tmpdir(), "dialectic-follow-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Runs other commands during the run under test. */
let cli: OpenCli;
beforeAll(() => {
  cli = openCli();
});
afterAll(() => cli[Symbol.asyncDispose]());

const brief = join(root, "brief.md");
writeFileSync(brief, "Plant a hedge along the road.\n");
const run = ["run", brief, "--process", "brief", "--models", "rehearsal/atlas", "--json"];
/** Makes models so slow that the run does not end during the test. */
const slowly = { DIALECTIC_REHEARSAL_LATENCY_MS: "600000" };
/** Makes models slow enough for two runs to overlap. */
const leisurely = { DIALECTIC_REHEARSAL_LATENCY_MS: "300" };

const underWay = /· brief · rehearsal\/atlas/;

describe("a run that is interrupted", () => {
  it("is saved, says how it can be continued, and can be continued", async () => {
    const data = join(root, "interrupted");
    const started = startCli([...run, "--data", data], slowly);
    await said(started, underWay);
    started.child.kill("SIGINT");
    const { code, stdout, stderr } = await started.finished;
    expect(code).toBe(130);
    expect(stdout.match(/\n/g)).toHaveLength(1);
    const id = stderr.match(/Run "dialectic session resume (\S+) --data \S+" to continue/)?.[1] ?? "";
    expect(existsSync(join(data, "lock.json"))).toBe(false);

    const resumed = await runCli(["session", "resume", id, "--json", "--data", data]);
    expect(resumed.code, resumed.stderr).toBe(0);
    expect(RunSummary.parse(JSON.parse(resumed.stdout))).toMatchObject({
      status: "iteration_complete",
      calls: 5,
      sessionId: id,
    });
  });
});

describe("a run with its own data folder", () => {
  it("accepts other commands while it runs, and releases the folder at the end", async () => {
    const data = join(root, "shared");
    const started = startCli([...run, "--data", data], { DIALECTIC_REHEARSAL_LATENCY_MS: "300" });
    await said(started, underWay);
    // The next command needs no delay, because a command waits for a folder that is just being opened.
    const projects = await cli.run(["project", "list", "--json", "--data", data]);
    expect(projects.code, projects.stderr).toBe(0);
    expect(JSON.parse(projects.stdout).items).toHaveLength(1);
    const jobs = await cli.run(["jobs", "list", "--json", "--data", data]);
    expect(jobs.code, jobs.stderr).toBe(0);
    expect(JSON.parse(jobs.stdout).items.length).toBeGreaterThan(0);
    const refused = await cli.run(["serve", "--port", "0", "--data", data]);
    expect([refused.code, refused.stderr]).toEqual([10, expect.stringContaining('a "serve" or "run" in progress')]);
    const finished = await started.finished;
    expect(finished.code, finished.stderr).toBe(0);
    expect(existsSync(join(data, "lock.json"))).toBe(false);
  });

  it("hands over its folder, when interrupted, to a second run that was connected to it", async () => {
    const data = join(root, "two-runs");
    const first = startCli([...run, "--data", data], slowly);
    await said(first, underWay);
    const second = startCli([...run, "--data", data]);
    await said(second, underWay);
    first.child.kill("SIGINT");
    expect((await first.finished).code).toBe(130);
    const { code, stdout, stderr } = await second.finished;
    expect(code, stderr).toBe(0);
    expect(RunSummary.parse(JSON.parse(stdout))).toMatchObject({ status: "iteration_complete", calls: 5 });
    expect(existsSync(join(data, "lock.json"))).toBe(false);
  });

  it("may end before a second run, which then continues by itself and writes the same documents", async () => {
    const data = join(root, "outlasted");
    const first = startCli([...run, "--data", data], leisurely);
    await said(first, underWay);
    const second = startCli([...run, "--data", data], leisurely); // starts later than the first run and therefore ends later
    const [one, other] = [await first.finished, await second.finished];
    expect([one.code, other.code], other.stderr).toEqual([0, 0]);
    const [summary, ofOther] = [one, other].map(({ stdout }) => RunSummary.parse(JSON.parse(stdout)));
    expect(ofOther).toMatchObject({ status: "iteration_complete", calls: 5 });
    expect(documentsOf(ofOther!)).toEqual(documentsOf(summary!));
  });

  it("rejects the root of the disk as the folder for its files before anything is created", async () => {
    const data = join(root, "no-root");
    const { code, stderr } = await cli.run([...run, "--data", data, "--out", "/"]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("root of the disk")]);
    expect(existsSync(data)).toBe(false);
  });
});

describe("a run on a server", () => {
  it("reports a pause, a resume and a cancellation, each with its own exit code", async () => {
    const data = join(root, "served");
    const server = await startServer(["--data", data, "--no-web"], slowly);
    const started = startCli([...run, "--data", data]);
    await said(started, underWay);
    const session = await newestSession(data);

    await cli.run(["stage", "pause", session, "--data", data]);
    const paused = await started.finished;
    expect(paused.code).toBe(21);
    expect(paused.stderr).toMatch(/Thesis is paused\. Run "dialectic session resume/);
    expect(RunSummary.parse(JSON.parse(paused.stdout))).toMatchObject({ status: "paused", sessionId: session });

    const again = startCli(["session", "resume", session, "--json", "--data", data]);
    await said(again, underWay);
    await cli.run(["stage", "cancel", session, "--data", data]);
    const cancelled = await again.finished;
    expect(cancelled.code).toBe(22);
    expect(cancelled.stderr).toMatch(/Thesis was cancelled/);

    const left = startCli(["session", "resume", session, "--json", "--data", data]);
    await said(left, underWay);
    left.child.kill("SIGINT");
    expect(await left.finished).toMatchObject({
      code: 130,
      stderr: expect.stringContaining("The run continues on the server."),
    });
    expect(await server.stop()).toBe(0);
  });

  const newestSession = async (data: string): Promise<SessionId> => {
    const { stdout } = await cli.run(["project", "list", "--json", "--data", data]);
    return JSON.parse(stdout).items[0].latestSession.id;
  };
});

describe.runIf(engines.includes("postgres"))("a run on a PostgreSQL server", () => {
  it("reports which stage failed, and why", async () => {
    await using t = await testDatabase("postgres");
    const started = startCli([...run, "--data", join(root, "failing")], { ...slowly, DATABASE_URL: t.url ?? "" });
    await said(started, underWay);
    await failTheCall(t.database, "refused_by_model", "The model refused to answer.");
    const { code, stdout, stderr } = await started.finished;
    expect(code).toBe(20);
    expect(stderr).toMatch(
      /Thesis failed: .*thesis: The model refused to answer\. Finished documents are kept\. Run "dialectic session resume/,
    );
    expect(RunSummary.parse(JSON.parse(stdout)).status).toBe("failed");
  });

  it("is done by a worker, which finishes its current jobs before it stops", async () => {
    await using t = await testDatabase("postgres");
    const env = { DATABASE_URL: t.url ?? "", DIALECTIC_HOME: join(root, "worker"), DIALECTIC_POLL_MS: "100" };
    const worker = startCli(["worker", "--json"], env);
    const { stdout } = await cli.run(["project", "create", "-", "--process", "brief", "--json"], {
      env,
      input: "A hedge.",
    });
    const args = [
      "session",
      "create",
      JSON.parse(stdout).id,
      "--models",
      "rehearsal/atlas",
      "--auto",
      "--start",
      "--json",
    ];
    const session = JSON.parse((await cli.run(args, { env })).stdout);
    await until(
      t.database,
      localUserId,
      sql<{ done: boolean }>`
      select status = 'iteration_complete' as done from sessions where id = ${session.id}`,
    );
    worker.child.kill("SIGTERM");
    const finished = await worker.finished;
    expect(finished.code, finished.stderr).toBe(0);
    expect(JSON.parse(finished.stdout)).toEqual({ pid: worker.child.pid, engine: "postgres" });
  });
});

type Question = ReturnType<typeof sql<{ done: boolean }>>;

/** Polls the database until the condition holds. */
async function until(database: Database, user: UserId, question: Question): Promise<void> {
  for (;;) {
    const { rows } = await database.as(user).tx((db) => question.execute(db));
    if (rows[0]?.done) return;
    await wait(20); // leaves the CPU cores to the run
  }
}

/** Ends the current call as its worker would if the model failed permanently. */
async function failTheCall(database: Database, code: string, message: string): Promise<void> {
  const running = sql`from jobs where model is not null and status = 'processing'`;
  await until(database, localUserId, sql<{ done: boolean }>`select exists (select ${running}) as done`);
  await database
    .as(localUserId)
    .tx((db) =>
      sql`select fail_job(id, fence, ${code}, ${message}, false, 0, null, false, null) ${running}`.execute(db),
    );
}
