import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RunSummary, type SessionId } from "@dialectic/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createApp } from "#app";
import { createLog, readConfig } from "#platform";
import { createProject, createSession, getSession } from "#sessions";
import {
  type OpenCli,
  openCli,
  type PaidProvider,
  type RunningServer,
  runCli,
  startPaidProvider,
  startServer,
  wholeAnswer,
} from "#test";
import { hold, settle, topUp } from "#wallet";

const root = mkdtempSync(join(tmpdir(), "dialectic-wallet-"));
const data = join(root, "data");
afterAll(() => rmSync(root, { recursive: true, force: true }));

let cli: OpenCli;
beforeAll(() => {
  cli = openCli();
});
afterAll(() => cli[Symbol.asyncDispose]());

const wallet = (...args: string[]) => cli.run(["wallet", ...args, "--data", data]);

/** Runs a command and returns the line of JSON that it prints. */
async function json(...args: string[]) {
  const { code, stdout, stderr } = await cli.run([...args, "--json", "--data", data]);
  expect(code, stderr).toBe(0);
  expect(stdout.match(/\n/g)).toHaveLength(1);
  return JSON.parse(stdout);
}

/** Runs a command that must be rejected with one line on stderr, one line of JSON, and the right exit code. */
async function refused(args: string[], exit: number): Promise<string> {
  const { code, stdout, stderr } = await cli.run([...args, "--json", "--data", data]);
  expect(code, stderr).toBe(exit);
  expect(stderr).toMatch(/^\S[^\n]+[.?]\n$/);
  expect(JSON.parse(stdout)).toMatchObject({ error: { message: stderr.trim() } });
  return stderr;
}

/** With these prices, an answer of a thousand tokens costs 30 cents; the cost of the prompt is rounded up to one unit. */
const thirtyCents = { input: 1, cachedInput: 1, cacheWrite: 1, output: 299_999_000, reasoning: 299_999_000 };

/** Prepares a folder in which every call costs 30 cents and the money is used up after one paid call. */
async function prepare(provider: PaidProvider): Promise<SessionId> {
  const config = readConfig({}, { data });
  const log = createLog("error");
  const created = await createApp({ config, log });
  if (!created.ok) throw new Error("The folder of this test is held.");
  const { app } = created;
  const ctx = app.ctx(app.userId);
  const brief = "Plant a hedge along the road.";
  const project = await createProject(ctx, { brief, process: "brief" });
  provider.listIn(data, thirtyCents);
  const { models } = provider;
  const session = await createSession(ctx, { projectId: project.id, models, auto: true, start: true });
  await topUp(ctx, { amount: 500_000n, key: "first" });
  const scope = { projectId: project.id, sessionId: session.id, stage: "thesis", model: "=cmd()" };
  await ctx.db.tx(async (db) => {
    const held = await hold(db, { callKey: "c", attempt: "1", amount: 400_000n, lease: { leaseMs: 60_000 }, scope });
    if (held.ok) await settle(db, { holdId: held.holdId, actual: 400_000n, estimated: false });
  });
  await app.startWorker();
  await vi.waitUntil(
    async () => {
      const [thesis] = (await getSession(ctx, { sessionId: session.id })).stages;
      return thesis && thesis.work.length > 0 && thesis.work.every((work) => work.state === "paused");
    },
    { timeout: 60_000 },
  );
  await app.close();
  return session.id;
}

/** Adds finished jobs to the session that are newer than all its other jobs. */
async function addCancelledJobs(sessionId: SessionId, count: number): Promise<void> {
  const created = await createApp({ config: readConfig({}, { data }), log: createLog("error") });
  if (!created.ok) throw new Error("The folder of this test is held.");
  const { app } = created;
  await app.ctx(app.userId).db.tx(async (db) => {
    await sql`
      insert into jobs (id, owner_id, kind, project_id, session_id, idempotency_key)
      select ('ffffffff-ffff-7fff-bfff-' || lpad(n::text, 12, '0'))::uuid, s.owner_id, 'index', s.project_id, s.id, 'filler:' || n
      from sessions s cross join generate_series(1, ${count}::int) n
      where s.id = ${sessionId}`.execute(db);
    await sql`update jobs set status = 'cancelled' where idempotency_key like 'filler:%'`.execute(db);
  });
  await app.close();
}

describe("the wallet on the command line", () => {
  let session: SessionId;
  let provider: PaidProvider;
  let server: RunningServer | undefined;
  beforeAll(async () => {
    provider = await startPaidProvider((asked) => ({ pieces: wholeAnswer(asked) }));
    session = await prepare(provider);
    server = await startServer(["--data", data, "--no-web", "--no-worker"]);
  }, 120_000);
  afterAll(async () => {
    await server?.stop();
    await provider[Symbol.asyncDispose]();
  });

  it.each([
    [["top-up", "-5"], /is negative/],
    [["top-up", "0"], /is zero/],
    [["top-up", "5", "EUR"], /US dollars/],
    [["top-up", "1e3"], /not an amount/],
    [["top-up", "1.0000001"], /six decimals/],
    [["top-up", "99999999999"], /too large/],
    [["top-up"], /Missing required argument "amount"/],
    [["topup", "5", "--note", "x"], /no "wallet topup": did you mean "wallet top-up"\?/],
    [["frobnicate"], /no "wallet frobnicate"\. Use show, top-up, /],
    [["statement", "--by", "moon"], /--by is invalid/],
    [["statement", "--from", "yesterday"], /--from is invalid/],
    [["statement", "--csv", "-"], /--json write to stdout/],
    [["budget", "17?", "5"], /"17\?" is not a session id/],
  ])("rejects %j and gives the reason in one sentence", async (args, sentence) => {
    expect(await refused(["wallet", ...args], 2)).toMatch(sentence);
  });

  it("rejects an invalid budget before anything is created", async () => {
    const brief = join(root, "brief.md");
    writeFileSync(brief, "Plant a hedge.\n");
    expect(await refused(["run", brief, "--budget", "-2"], 2)).toMatch(/is negative/);
    expect(await refused(["jobs", "approve", session, "zero"], 2)).toMatch(/not an amount/);
  });

  it("shows the balance, the waiting jobs, and the command with which they continue", async () => {
    const { balance, held, free, waits } = await json("wallet");
    expect({ balance, held, free }).toEqual({ balance: "100000", held: "0", free: "100000" });
    expect(waits[0]).toMatchObject({ reason: "funds", amount: "300000", shortBy: "200000", sessionId: session });
    const { stdout } = await wallet();
    expect(stdout).toMatch(/^balance {2}\$0\.10\nheld {5}\$0\.00\nfree {5}\$0\.10\n/);
    expect(stdout).toMatch(/'s thesis needs \$0\.30, which is \$0\.20 more than the wallet has/);
    expect(stdout).toMatch(/To continue:\n {2}"dialectic wallet top-up 1 --data /);
    expect((await json("wallet", "lines")).items).toHaveLength(2); // rejected amounts were not booked
  });

  it("ends a run that waits for money with its own exit code, and says what to do", async () => {
    const { code, stdout, stderr } = await runCli(["session", "resume", session, "--json", "--data", data]);
    expect(code, stderr).toBe(21);
    expect(RunSummary.parse(JSON.parse(stdout))).toMatchObject({
      status: "paused",
      sessionId: session,
      spent: "400000",
    });
    expect(stderr).toMatch(/Thesis is paused: .+ needs \$0\.30/);
    expect(stderr).toMatch(
      `"dialectic wallet top-up 1 --data ${data}", then "dialectic session resume ${session} --data`,
    );
  });

  it("explains why a run waits, even if a whole page of jobs is newer than its paused jobs", async () => {
    expect(await server?.stop()).toBe(0);
    await addCancelledJobs(session, 600);
    const { code, stderr } = await runCli(["session", "resume", session, "--data", data]);
    expect(code, stderr).toBe(21);
    expect(stderr).toMatch(/Thesis is paused: .+ needs \$0\.30/);
    server = await startServer(["--data", data, "--no-web", "--no-worker"]);
  });

  it("sets, shows and removes a budget", async () => {
    expect(await json("wallet", "budget", session)).toEqual({ budget: null });
    const capped = await json("wallet", "budget", session, "2.50");
    expect(capped).toEqual({ budget: { cap: "2500000", spent: "400000", held: "0", free: "2100000" }, resumed: [] });
    expect((await wallet("budget", session)).stdout).toMatch(/^budget {2}\$2\.50\nspent {3}\$0\.40\n/);
    expect((await cli.run(["session", "show", session, "--data", data])).stdout).toMatch(/spent {4}\$0\.40 of \$2\.50/);
    expect(await refused(["wallet", "budget", session, "0.10"], 4)).toMatch(/too small/);
    expect(await json("wallet", "budget", session, "none")).toEqual({ budget: null, resumed: [] });
  });

  it("shows spending under the names of sessions and stages, and exports it as CSV", async () => {
    const { groups, total } = await json("wallet", "statement", "--by", "stage", "--session", session.slice(-8));
    expect([groups.length, groups[0].label, total.paid]).toEqual([1, "thesis", "400000"]);
    const { stdout } = await wallet("statement");
    expect(stdout).toMatch(/^SESSION .+\nPlant a hedge along the road +1 +\$0\.40 .+\ntotal +1 +\$0\.40/);
    const file = join(root, "statement.csv");
    expect(await json("wallet", "statement", "--csv", file)).toMatchObject({ file });
    const csv = await wallet("statement", "--csv", "-");
    expect(csv.stdout).toBe(readFileSync(file, "utf8"));
    expect(csv.stdout.split("\r\n")).toHaveLength(4);
    expect(csv.stdout).toContain(`"'=cmd()"`);
    expect(await refused(["wallet", "statement", "--csv", join(root, "no", "such", "file.csv")], 2)).toMatch(
      /cannot be written/,
    );
    expect(existsSync(join(root, "no"))).toBe(false);
    expect((await json("wallet", "audit")).ok).toBe(true);
  });

  it("adds money once per idempotency key, after which the run continues and finishes", async () => {
    const first = await json("wallet", "top-up", "$5", "--key", "may", "--note", "for May");
    expect(first.wallet.balance).toBe("5100000");
    expect(first.resumed).toHaveLength(2);
    expect(await json("wallet", "top-up", "5.00", "--key", "may", "--note", "for May")).toEqual({
      ...first,
      resumed: [],
    });
    expect(await refused(["wallet", "top-up", "6", "--key", "may", "--note", "for May"], 4)).toMatch(
      /used for another/,
    );
    expect(await server?.stop()).toBe(0);
    server = undefined;
    const more = await wallet("top-up", "1");
    expect(more.stdout).toMatch(/^balance {2}\$6\.10\n/);
    // Without a server, the data folder must stay open until the last line is printed.
    const last = await runCli(["wallet", "statement", "--csv", "-", "--data", data]);
    expect(last.stdout.split("\r\n")).toHaveLength(6);
    const { code, stdout, stderr } = await runCli(["session", "resume", session, "--json", "--data", data]);
    expect(code, stderr).toBe(0);
    expect(RunSummary.parse(JSON.parse(stdout))).toMatchObject({
      status: "iteration_complete",
      calls: 10,
      spent: "3400000",
    });
    expect(await json("wallet")).toMatchObject({ balance: "3100000", held: "0", waits: [] });
    expect(await json("wallet", "audit")).toMatchObject({ ok: true });
  });
});
