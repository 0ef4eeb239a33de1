import type { ConversationId, ExchangeId, ProjectId } from "@dialectic/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answerKeys } from "#ledger";
import { newId } from "#platform";
import { createProject } from "#sessions";
import { engines, type TestApp, testApp } from "#test";
import { queryTool } from "./query.tool.ts";

describe.each(engines)("the query tool on %s", (engine) => {
  let t: TestApp;
  let stranger: TestApp;
  let projectId: ProjectId;
  let others: ProjectId[];
  beforeAll(async () => {
    t = await testApp(engine);
    stranger = await testApp(engine, { beside: t });
    const project = async ({ ctx }: TestApp, place: string) => {
      const { id } = await createProject(ctx, { brief: `A fair in ${place}.`, process: "brief" });
      const answers = [
        { key: "project.summary.location", text: place },
        { key: "project.summary.audience_size", text: "300 people" },
      ];
      await answerKeys(ctx, { projectId: id, turnKey: "first", workStage: "planning", answers });
      return id;
    };
    projectId = await project(t, "Ulm");
    others = [await project(t, "Secretville"), await project(stranger, "Strangertown")];
  });
  afterAll(async () => {
    await stranger[Symbol.asyncDispose]();
    await t[Symbol.asyncDispose]();
  });

  async function query(sql: string, { of = projectId } = {}): Promise<string> {
    const services = { ctxOf: (db: TestApp["ctx"]["db"]) => ({ ...t.ctx, db, embedder: null }), dataDir: null };
    const tool = queryTool(services);
    if (tool.effects !== "none") throw new Error("The tool must only read.");
    const about = { conversationId: newId<ConversationId>(), exchangeId: newId<ExchangeId>(), projectId: of };
    return tool.run({ ...about, db: t.ctx.db, signal: new AbortController().signal }, { sql });
  }

  it("answers a select statement", async () => {
    expect(await query("select status, count(*) as facts from facts group by status order by status")).toMatch(
      /^status \| facts\n\w+ \| 2\n\(1 row\)$/,
    );
    expect(await query("select statement from facts where key like '%location'")).toContain("Ulm");
    expect(await query("SELECT name FROM sqlite_schema ORDER BY name")).toContain("verdicts");
  });

  it("reads only the acting user's rows of the conversation's project", async () => {
    const all = await query("select * from facts union all select id, name, status, 1, 1, 1, 1, 1 from items");
    expect(all).toContain("Ulm");
    for (const hidden of ["Secretville", "Strangertown"]) {
      expect(await query(`select count(*) from facts where statement like '%${hidden}%'`)).toContain("\n0\n");
      expect(all).not.toContain(hidden);
    }
    const [, foreign] = others;
    expect(await query("select * from facts", { of: foreign ?? projectId })).toContain("(0 rows)");
  });

  it("stops a statement that never ends, and answers other statements meanwhile", { timeout: 30_000 }, async () => {
    const counting = "with recursive r (n) as (select 1 union all select n + 1 from r) select count(*) from r";
    const endless = expect(query(counting)).rejects.toMatchObject({ message: expect.stringContaining("was stopped") });
    const began = performance.now();
    expect(await query("select count(*) from facts")).toContain("\n2\n");
    expect((await createProject(t.ctx, { brief: "Meanwhile.", process: "brief" })).name).toBeTruthy();
    expect(performance.now() - began).toBeLessThan(4_000);
    await endless;
  });
});
