import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { listProjectFiles, readProjectFile, takeText } from "#documents";
import { sha256 } from "#platform";
import { engines, startPaidProvider, type TestApp, testApp, wholeAnswer, wholeThesis } from "#test";
import { topUp } from "#wallet";
import { editDocument, generateStage, getSession, regenerateDocument, submitStage } from "./index.ts";

type Known = { file: string; body: string; [key: string]: unknown };

/**
 * A paid session with files of every kind: of continued, regenerated and edited documents, and of documents written from
 * them.
 */
describe.each(engines)("on %s, the front matter of a file", (engine) => {
  let t: TestApp;
  const known = new Map<string, Known>();
  const paid = new Map<string, string>();

  beforeAll(async () => {
    t = await testApp(engine, { env: { DIALECTIC_APPROVAL_SHARE: "100" } });
    await using provider = await startPaidProvider((asked, count) => {
      const usage = { prompt_tokens: 10, completion_tokens: 100 * count };
      const pieces = wholeAnswer(asked);
      if (count === 1) return { usage, pieces: pieces.slice(0, 2), finish: "length" };
      return { usage, pieces: count === 2 ? wholeThesis.slice(2) : pieces };
    });
    provider.listIn(t.dataDir);
    await topUp(t.ctx, { amount: 1_000_000n, key: "enough" });
    const worker = await t.startWorker();
    const { id: sessionId, projectId } = await t.session({ brief: "Mend it.", models: [provider.model], start: true });
    await t.reach(sessionId, "awaiting_feedback");
    await regenerateDocument(t.ctx, { documentId: await documentAt(t, "_1_thesis.md") });
    await worker.idle();
    const edited = {
      documentId: await documentAt(t, "_2_thesis.md"),
      markdown: "\n# Business case\n\nBy hand.\n\n\n",
      baseVersion: 1,
    };
    await editDocument(t.ctx, edited);
    await submitStage(t.ctx, { sessionId, stage: "thesis" });
    await generateStage(t.ctx, { sessionId, stage: "antithesis" });
    await t.reach(sessionId, "awaiting_feedback");
    await worker.idle();
    for (const { path } of await listProjectFiles(t.ctx, { projectId })) {
      const { text } = await readProjectFile(t.ctx, { projectId, path });
      const [, yaml, body] = /^---\n([\s\S]*?)\n---\n\n([\s\S]*)$/.exec(text) ?? [];
      if (yaml !== undefined && body !== undefined) known.set(path, { ...parse(yaml), file: text, body });
    }
    for (const { path, cost } of await charges(t)) paid.set(path, cost);
    expect((await getSession(t.ctx, { sessionId })).spent).toBe(
      String([...paid.values()].reduce((sum, one) => sum + Number(one), 0)),
    );
  });
  afterAll(() => t[Symbol.asyncDispose]());

  const at = (end: string): Known => {
    const found = [...known].find(([path]) => path.endsWith(end));
    if (!found) throw new Error(`There is no file ${end} with front matter.`);
    return found[1];
  };

  it("is present in every document and artifact", () => {
    expect(known.size).toBeGreaterThanOrEqual(12);
    for (const [path, one] of known) {
      expect(one, path).toMatchObject({ model: "paid/scripted", stage: expect.stringMatching(/thesis$/) });
      expect(one, path).toMatchObject({ cost: expect.stringMatching(/^[1-9]\d*$/), lineage: expect.any(String) });
      expect(one["linked_sha256"] ?? one["sha256"], path).toBe(sha256(one.body));
      const stored = takeText({ file: one.file, whole: { markdown: "", version: 1 }, part: null, isBaseSaid: true });
      expect(one["sha256"], path).toBe(sha256(stored.ok ? stored.markdown : ""));
    }
  });

  it("states the charged cost of the whole document, even if the document was continued, regenerated or edited", () => {
    expect(paid.size).toBe(3);
    for (const [path, cost] of paid) expect(known.get(path)?.["cost"], path).toBe(cost);
    expect(at("1_thesis/paid~2fscripted_1_thesis.md")).toMatchObject({ chunks: 2, cost: "302" });
    expect(at("1_thesis/paid~2fscripted_2_thesis.md")).toMatchObject({ chunks: 1, cost: "301", version: 2 });
    expect(at("documents/paid~2fscripted_1_thesis_claims.md")["cost"]).toBe("302");
  });

  it("links to the sources, and to the text that an edit replaced", () => {
    const [old, edited] = ["1", "2"].map((n) =>
      [...known.keys()].find((path) => path.endsWith(`1_thesis/paid~2fscripted_${n}_thesis.md`)),
    );
    expect(at("2_antithesis/paid~2fscripted_critiquing_paid~2fscripted_1_antithesis.md")).toMatchObject({
      lineage: edited,
      sources: [edited],
    });
    expect(old).not.toBe(edited);
    const now = known.get(edited ?? "");
    expect(now?.body).toBe("\n# Business case\n\nBy hand.\n");
    const before = known.get(String(now?.["earlier_version"]));
    expect(before).toMatchObject({ lineage: edited, cost: now?.["cost"] });
    expect(before?.["sha256"]).not.toBe(now?.["sha256"]);
  });
});

async function documentAt(t: TestApp, end: string): Promise<Parameters<typeof regenerateDocument>[1]["documentId"]> {
  const { rows } = await t.ctx.db.tx((db) =>
    sql<{ id: Parameters<typeof regenerateDocument>[1]["documentId"] }>`
        select id from documents where kind = 'whole' and path like ${`%${end}`}`.execute(db),
  );
  if (!rows[0]) throw new Error(`There is no document ${end}.`);
  return rows[0].id;
}

/** What each document cost, according to the wallet. */
async function charges(t: TestApp): Promise<{ path: string; cost: string }[]> {
  const { rows } = await t.ctx.db.tx((db) =>
    sql<{ path: string; cost: string }>`
      select d.path, sum(e.amount)::text as cost
      from documents d
      join contributions c on c.id = d.contribution_id
      join jobs j on j.id = c.job_id
      join wallet_transactions l on l.chain_id = j.chain_id and l.kind = 'charge'
      join wallet_entries e on e.transaction_id = l.id and e.account = 'spent'
      where d.kind = 'whole'
      group by d.path`.execute(db),
  );
  return rows;
}
