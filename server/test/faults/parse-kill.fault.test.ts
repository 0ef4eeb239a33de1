import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { BundleId } from "@dialectic/contract";
import { sql } from "kysely";
import { expect, it, vi } from "vitest";
import { expireAllLeases } from "#jobs";
import { answerKeys, changeLedgerSettings, listFacts, requestParse } from "#ledger";
import { engines, startPaidProvider, testApp } from "#test";
import { auditWallets, getBalance, topUp } from "#wallet";

const program = join(import.meta.dirname, "../../bin/dialectic.mjs");
const dieAt = new URL("./killed/die-at.ts", import.meta.url).href;

/** Each point that a parse job passes, and whether a paid answer is lost if the worker is killed there. */
const points: [at: string, isLost: boolean][] = [
  ["job leased: parse#1", false],
  ["prompt built#1", false],
  ["money held#1", true],
  ["model answered#1", true],
  ["outcome written: parse done#1", true],
  ["outcome recorded: parse done#1", false],
];

it.skipIf(!engines.includes("postgres"))(
  "a parse job ends with one run, all facts and one charge, even if its worker is killed at any named point",
  async () => {
    await using t = await testApp("postgres");
    await using provider = await startPaidProvider(({ messages }) => {
      const quote = /\d+ guests/.exec(messages.at(-1)?.content.split("[USER_ANSWERS]")[1] ?? "")?.[0] ?? "";
      const operation = {
        op: "ADD",
        key: "project.summary.audience_size",
        value: Number.parseInt(quote, 10),
        quote,
        confidence: 0.9,
      };
      return {
        pieces: [JSON.stringify({ operations: [operation] })],
        usage: { prompt_tokens: 10, completion_tokens: 9 },
      };
    });
    provider.listIn(t.dataDir);
    await topUp(t.ctx, { amount: 1_000_000n, key: "start" });
    const { projectId } = await t.session({ brief: "A pop-up.", models: ["rehearsal/atlas"] });
    await changeLedgerSettings(t.ctx, { projectId, extractor: provider.model });
    const read = async <Row>(query: ReturnType<typeof sql<Row>>) =>
      (await t.database.asOwner((db) => query.execute(db))).rows;
    const until = (query: ReturnType<typeof sql>) =>
      vi.waitUntil(async () => (await read(query)).length > 0, { timeout: 60_000, interval: 50 });

    for (const [index, [at]] of points.entries()) {
      const bundleId: BundleId = (
        await answerKeys(t.ctx, {
          projectId,
          turnKey: at,
          workStage: "ideation",
          answers: [{ key: "project.summary.goal", text: `Goal ${index}: ${100 + index} guests.` }],
        })
      ).bundleId;
      const run = await requestParse(t.ctx, { bundleId });
      const env = {
        ...process.env,
        DATABASE_URL: t.url ?? "",
        DIALECTIC_HOME: t.dataDir,
        DIE_AT: at,
        NODE_OPTIONS: `--import ${dieAt}`,
      };
      const child = spawn(process.execPath, [program, "worker"], { stdio: "ignore", env });
      const tooLong = setTimeout(() => child.kill(), 45_000); // makes the test fail soon if the point is never reached
      const [, signal] = await once(child, "exit");
      clearTimeout(tooLong);
      expect([at, signal]).toEqual([at, "SIGKILL"]);
      await expireAllLeases(t.database);
      const worker = await t.startWorker();
      await until(sql`select from parse_runs where id = ${run.id} and status = 'succeeded'`);
      await until(sql`select where not exists (select from wallet_holds where state = 'held')`);
      await worker.stop();
    }
    const runs = await read(sql<{ turn_key: string; runs: number; charges: number }>`
      select b.turn_key, count(distinct r.id)::int as runs,
        (select count(*)::int from wallet_transactions l where l.kind = 'charge' and l.call_key = any (array_agg(r.job_id::text))) as charges
      from turn_bundles b join parse_runs r on r.bundle_id = b.id and r.source = 'model'
      group by b.id order by b.created_at`);
    expect(runs).toEqual(points.map(([at]) => ({ turn_key: at, runs: 1, charges: 1 })));
    const [losses] = await read(
      sql<{ n: number }>`select count(*)::int as n from wallet_transactions where kind = 'loss'`,
    );
    expect(losses?.n).toBe(points.filter(([, isLost]) => isLost).length);
    const sizes = (await listFacts(t.ctx, { projectId, limit: 100 })).items.filter(({ key }) =>
      key.endsWith("audience_size"),
    );
    expect(sizes.map(({ value, status }) => [value, status])).toEqual(
      points.map((_, index) => [100 + index, index === points.length - 1 ? "accepted" : "superseded"]),
    );
    expect(await t.ctx.db.tx(auditWallets)).toEqual([]);
    expect((await getBalance(t.ctx)).held).toBe(0n);
  },
);
