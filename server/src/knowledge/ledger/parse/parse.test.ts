import type { BundleId, ProjectId } from "@dialectic/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { joinTransaction } from "#platform";
import { answerQuestion, editDocument, giveFeedback } from "#sessions";
import { engines, type PaidProvider, startPaidProvider, type TestApp, testApp } from "#test";
import { auditWallets, getBalance, topUp } from "#wallet";
import { listFacts } from "../facts/read-facts.ts";
import { answerKeys } from "../turns/answer-keys.ts";
import { getBundle, listBundles } from "../turns/read-bundles.ts";
import { changeLedgerSettings, getLedgerSettings } from "../turns/settings.ts";
import { postOperations } from "./post-operations.ts";
import { requestParse } from "./request-parse.ts";

/**
 * What the scripted model finds in a turn: a pattern, the key that a match states, and 0 if the value is a number or 1
 * if it is a word. `shape` writes the answer.
 */
const statements: [found: RegExp, key: string, value: unknown][] = [
  [/(\d+) guests/, "project.summary.audience_size", 0],
  [/hall in (\w+)/, "project.summary.location", 1],
];

function extract(turn: string): object[] {
  const said = turn.slice(turn.indexOf("[USER_ANSWERS]"));
  return statements.flatMap(([found, key, value]) => {
    const [quote, word] = found.exec(said) ?? [];
    return quote
      ? [
          {
            op: "ADD",
            key,
            value: value === 0 ? Number(word) : word,
            quote,
            section: "wrong",
            confidence: "95%",
            start: 3,
          },
        ]
      : [];
  });
}

describe.each(engines)("turns read by a model on %s", (engine) => {
  let t: TestApp;
  let provider: PaidProvider;
  let shape: (operations: object[]) => string;
  let ending: "stop" | "length" = "stop";
  beforeAll(async () => {
    t = await testApp(engine);
    provider = await startPaidProvider(({ messages }) => {
      const [asked] = messages.filter(({ role }) => role === "user").slice(-1);
      return {
        pieces: [shape(extract(asked?.content ?? ""))],
        finish: ending,
        usage: { prompt_tokens: 100, completion_tokens: 50 },
      };
    });
    provider.listIn(t.dataDir);
    await topUp(t.ctx, { amount: 1_000_000n, key: "start" });
  });
  afterAll(async () => {
    await t[Symbol.asyncDispose]();
    await provider[Symbol.asyncDispose]();
  });

  const read = async <Row>(query: ReturnType<typeof sql<Row>>) =>
    (await t.database.asOwner((db) => query.execute(db))).rows;
  const atRest = () =>
    vi.waitUntil(
      async () =>
        (await read(sql`select from jobs where kind in ('collect', 'parse') and not job_is_over(status)`)).length === 0,
      { timeout: 30_000, interval: 50 },
    );
  const statementsOf = async (projectId: ProjectId) =>
    (await listFacts(t.ctx, { projectId, limit: 100 })).items.map(
      ({ status, source, statement }) => `${status} ${source} ${statement}`,
    );
  const bundlesOf = (projectId: ProjectId) =>
    read(sql<{ id: BundleId; turn_key: string; source_type: string }>`
      select id, turn_key, source_type from turn_bundles where project_id = ${projectId} order by created_at, id`);

  it("come from answers, feedback and documents, but not from edits; facts from documents are only proposed", async () => {
    shape = (operations) => `Sure, here it is:\n\`\`\`json\n${JSON.stringify({ operations, thoughts: "…" })}\n\`\`\``;
    const brief = "Launch a pop-up for 120 guests. Open question: which hall?";
    const session = await t.session({ brief, models: ["rehearsal/atlas"], start: true });
    const { projectId } = session;
    await t.startWorker();
    await t.reach(session.id, "awaiting_feedback");
    await giveFeedback(t.ctx, { sessionId: session.id, stage: "thesis", text: "We rent the hall in Haifa." });
    await atRest();
    expect(await bundlesOf(projectId)).toEqual([]); // no turn is collected until an extractor is chosen

    await changeLedgerSettings(t.ctx, { projectId, extractor: provider.model });
    await atRest();
    const before = (await bundlesOf(projectId)).map(({ source_type }) => source_type);
    expect(before.filter((type) => type === "chat")).toHaveLength(1);
    expect(before.filter((type) => type === "generation").length).toBeGreaterThan(3);
    await answerQuestion(t.ctx, { sessionId: session.id, number: 1, answer: "It is for 300 guests." });
    await atRest();
    const facts = await statementsOf(projectId);
    expect(facts).toContain("accepted user Location: Haifa");
    expect(facts).toContain("accepted user Size of the audience: 300");
    expect(facts).toContain("proposed agent Size of the audience: 120");
    const quotes = await read(sql<{ wrong: number }>`
      select count(*)::int as wrong from facts f join turn_bundles b on b.id = f.bundle_id
      where f.project_id = ${projectId} and substr(b.text, f.quote_start + 1, f.quote_end - f.quote_start) <> f.quote`);
    expect(quotes).toEqual([{ wrong: 0 }]);

    const many = (await bundlesOf(projectId)).length;
    const [document] = await read(sql<{ id: Parameters<typeof editDocument>[1]["documentId"]; markdown: string }>`
      select id, markdown from documents where project_id = ${projectId} and kind = 'whole'`);
    if (!document) throw new Error("The stage wrote nothing.");
    await editDocument(t.ctx, {
      documentId: document.id,
      markdown: `${document.markdown}\nFor 999 guests.\n`,
      baseVersion: 1,
    });
    await atRest();
    expect(await bundlesOf(projectId)).toHaveLength(many);
    expect(await t.ctx.db.tx(auditWallets)).toEqual([]);
    const runs = await read(sql<{ n: number; paid: number }>`
      select count(*)::int as n, count(distinct c.call_key)::int as paid
      from parse_runs r left join model_calls c on c.call_key = r.job_id::text
      where r.project_id = ${projectId} and r.status = 'succeeded'`);
    expect(runs).toEqual([{ n: many, paid: many }]);
  });

  it("are read by the cheapest model of the newest session, and show the cost of reading them; documents are read only on request", async () => {
    shape = (operations) => JSON.stringify({ operations });
    const rehearsed = await t.session({ brief: "A pop-up.", models: ["rehearsal/atlas"] });
    const { projectId } = rehearsed;
    expect(await getLedgerSettings(t.ctx, { projectId })).toEqual({
      ...{ extractor: "auto", rehearsal: false, documents: false, model: null },
    });
    expect(await changeLedgerSettings(t.ctx, { projectId, rehearsal: true })).toMatchObject({
      model: "rehearsal/atlas",
    });

    const session = await t.session({
      brief: "For 120 guests.",
      models: ["rehearsal/atlas", provider.model],
      start: true,
    });
    const own = { projectId: session.projectId };
    expect(await getLedgerSettings(t.ctx, own)).toMatchObject({ extractor: "auto", model: provider.model });
    await t.reach(session.id, "awaiting_feedback");
    await giveFeedback(t.ctx, { sessionId: session.id, stage: "thesis", text: "We rent the hall in Haifa." });
    await atRest();
    const { items } = await listBundles(t.ctx, { ...own, limit: 10 });
    expect(items.map(({ sourceType, status }) => [sourceType, status])).toEqual([["chat", "succeeded"]]);
    expect(Number(items[0]?.spend)).toBeGreaterThan(0);
    const [charged] = await read(sql<{ spend: string }>`
      select (-sum(e.amount))::text as spend
      from parse_runs r
      join wallet_transactions w on w.call_key = r.job_id::text
      join wallet_entries e on e.transaction_id = w.id and e.account = 'wallet'
      where r.project_id = ${session.projectId}`);
    expect(items[0]?.spend).toBe(charged?.spend);
    expect(await changeLedgerSettings(t.ctx, { ...own, extractor: null })).toMatchObject({
      extractor: null,
      model: null,
    });
    await giveFeedback(t.ctx, { sessionId: session.id, stage: "thesis", text: "The hall in Ulm is better." });
    await atRest();
    expect(await bundlesOf(session.projectId)).toHaveLength(1);
  });

  async function saidIn(text: string): Promise<{ projectId: ProjectId; bundleId: BundleId }> {
    const { projectId } = await t.session({ brief: "A pop-up.", models: ["rehearsal/atlas"] });
    const { bundleId } = await answerKeys(t.ctx, {
      projectId,
      turnKey: "t1",
      workStage: "ideation",
      answers: [{ key: "project.summary.goal", text }],
    });
    return { projectId, bundleId };
  }

  it("are read once unless a person forces another reading; an unreadable answer fails the run and is kept", async () => {
    const { projectId, bundleId } = await saidIn("A party for 200 guests.");
    await expect(requestParse(t.ctx, { bundleId })).rejects.toMatchObject({ code: "conflict" });
    await changeLedgerSettings(t.ctx, { projectId, extractor: provider.model });
    shape = () => "I could not find anything to extract.";
    const failed = await requestParse(t.ctx, { bundleId });
    expect(await requestParse(t.ctx, { bundleId })).toMatchObject({ id: failed.id });
    await vi.waitUntil(
      async () => (await read(sql`select from parse_runs where id = ${failed.id} and raw is not null`)).length > 0,
      { timeout: 20_000 },
    );
    await t.ctx.db.tx((db) => sql`select cancel_job(${failed.jobId})`.execute(db));
    await vi.waitUntil(
      async () => (await read(sql`select from parse_runs where id = ${failed.id} and status = 'failed'`)).length > 0,
      { timeout: 20_000 },
    );
    expect((await read(sql<{ raw: string }>`select raw from parse_runs where id = ${failed.id}`))[0]?.raw).toContain(
      "could not find",
    );

    shape = (operations) => JSON.stringify([...operations, "nonsense", { key: 7 }, ...operations]);
    const run = await requestParse(t.ctx, { bundleId });
    expect(run.id).not.toBe(failed.id);
    await atRest();
    const [kept] = await read(
      sql<{ status: string; stats: unknown }>`select status, stats from parse_runs where id = ${run.id}`,
    );
    expect(kept).toMatchObject({
      status: "succeeded",
      stats: { operations: 4, accepted: 1, refused: 2, corroborated: 1 },
    });
    await expect(requestParse(t.ctx, { bundleId })).rejects.toMatchObject({ code: "conflict" });
    await expect(postOperations(t.ctx, { bundleId, operations: [] })).rejects.toMatchObject({ code: "conflict" });
    const forced = await requestParse(t.ctx, { bundleId, force: true });
    await atRest();
    expect(
      (await read(sql<{ stats: unknown }>`select stats from parse_runs where id = ${forced.id}`))[0]?.stats,
    ).toMatchObject({ accepted: 0, corroborated: 2 });
    expect((await getBalance(t.ctx)).held).toBe(0n);
  });

  it("keep the complete operations of an answer that reached the output cap, and list the rest as refused", async () => {
    const { projectId, bundleId } = await saidIn("A party for 200 guests, in the hall in Haifa.");
    await changeLedgerSettings(t.ctx, { projectId, extractor: provider.model });
    shape = (operations) => JSON.stringify({ operations }).slice(0, -30);
    ending = "length";
    const { id } = await requestParse(t.ctx, { bundleId });
    await atRest();
    ending = "stop";
    const [run] = await read(
      sql<{ status: string; stats: unknown }>`select status, stats from parse_runs where id = ${id}`,
    );
    expect(run).toMatchObject({ status: "succeeded", stats: { operations: 2, accepted: 1, refused: 1 } });
    expect(await statementsOf(projectId)).toContain("accepted user Size of the audience: 200");
    const { notes } = await getBundle(t.ctx, { bundleId });
    expect(notes).toMatchObject([{ kind: "refused", reason: "cut-off" }]);
    expect(JSON.stringify(notes)).toContain("hall in Haifa");
    expect((await getBalance(t.ctx)).held).toBe(0n);
    expect(await t.ctx.db.tx(auditWallets)).toEqual([]);
  });

  const runOf = async (id: string) =>
    (
      await read(sql<{ status: string; raw: string | null; code: string | null; spend: string }>`
        select r.status, r.raw, r.error ->> 'code' as code,
          (select coalesce(-sum(e.amount), 0)::text
            from wallet_transactions w join wallet_entries e on e.transaction_id = w.id and e.account = 'wallet'
            where w.call_key = r.job_id::text) as spend
        from parse_runs r where r.id = ${id}`)
    )[0];

  it("are not read again after an answer without operations: the run fails, the answer is kept, and its cost is booked", async () => {
    const { projectId, bundleId } = await saidIn("A party for 200 guests.");
    await changeLedgerSettings(t.ctx, { projectId, extractor: provider.model });
    let asked = 0;
    shape = () => {
      asked += 1;
      return JSON.stringify({ answer: "Nothing\0 to extract." });
    };
    const { id } = await requestParse(t.ctx, { bundleId });
    await atRest();
    expect(asked).toBe(1);
    const run = await runOf(id);
    expect(run).toMatchObject({ status: "failed", code: "invalid_answer" });
    expect(run?.raw).toContain("to extract.");
    expect(Number(run?.spend)).toBeGreaterThan(0);
    expect((await getBalance(t.ctx)).held).toBe(0n);
    expect(await t.ctx.db.tx(auditWallets)).toEqual([]);
  });

  it("are not sent to a model if a program posts operations for them while the run waits", async () => {
    const { projectId, bundleId } = await saidIn("A party for 200 guests.");
    await changeLedgerSettings(t.ctx, { projectId, extractor: provider.model });
    let asked = 0;
    shape = (operations) => {
      asked += 1;
      return JSON.stringify({ operations });
    };
    const { id } = await t.ctx.db.tx(async (db) => {
      const ctx = { ...t.ctx, db: joinTransaction(db, t.userId) };
      const waiting = await requestParse(ctx, { bundleId });
      await postOperations(ctx, { bundleId, operations: [] });
      return waiting;
    });
    await atRest();
    expect(asked).toBe(0);
    expect(await runOf(id)).toEqual({ status: "failed", code: "conflict", raw: null, spend: "0" });
  });

  it("are paid for once, and not read again, if the reading cannot be saved", async () => {
    const { projectId, bundleId } = await saidIn("A party for 200 guests.");
    await changeLedgerSettings(t.ctx, { projectId, extractor: provider.model });
    let asked = 0;
    shape = (operations) => {
      asked += 1;
      return JSON.stringify({ operations });
    };
    await t.database.asOwner((_, script) =>
      script(
        `alter table parse_runs add constraint unsaveable check (stats is null or bundle_id <> '${bundleId}') not valid`,
      ),
    );
    const { id } = await requestParse(t.ctx, { bundleId });
    await atRest();
    await t.database.asOwner((_, script) => script("alter table parse_runs drop constraint unsaveable"));
    expect(asked).toBe(1);
    const run = await runOf(id);
    expect(run).toMatchObject({ status: "failed", code: "internal" });
    expect(Number(run?.spend)).toBeGreaterThan(0);
    expect((await getBalance(t.ctx)).held).toBe(0n);
    expect(await t.ctx.db.tx(auditWallets)).toEqual([]);
  });
});
