import { ContributionId, type JobId, type ProjectId, type SessionId, type StageRunId } from "@dialectic/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { enqueue } from "#jobs";
import { newId } from "#platform";
import type { OrderInput, WorkOrder } from "#recipes";
import { addUser, engines, type TestDatabase, testDatabase } from "#test";
import { promptOrder } from "../contributions/build-prompt.ts";
import { WorkOrderPayload } from "../contributions/work-order-payload.ts";
import { executeJobFor } from "./execute-job-for.ts";

const idOf = (n: number) => ContributionId.parse(`0199aaaa-0000-7000-8000-${String(n).padStart(12, "0")}`);
/** Sorted neither by length nor alphabetically, so that a test fails if the database sorts them in either way. */
const types = ["thesis", "note", "antithesis", "z", "d10", "d2", "a_long_name", "b", "review", "x9", "x10", "c"];

const orderOf = (inputs: OrderInput[]): WorkOrder => ({
  stepKey: "merge",
  model: "rehearsal/atlas",
  outputType: "merged",
  intermediate: false,
  lineageId: null,
  inputs,
  sourceIds: inputs.flatMap(({ ids }) => ids).sort(),
  workKey: "merge:rehearsal/atlas",
  label: "atlas's merged",
  proposal: null,
});

describe.each(engines)("on %s, the job of a work order", (engine) => {
  let t: TestDatabase;
  beforeAll(async () => {
    t = await testDatabase(engine);
  });
  afterAll(() => t[Symbol.asyncDispose]());

  async function kept(order: WorkOrder) {
    const userId = await addUser(t.database);
    const context = {
      session: { id: newId<SessionId>(), project_id: newId<ProjectId>(), iteration: 1 },
      stage: { key: "merge" },
      run: { id: newId<StageRunId>() },
    };
    const { projectId: _, sessionId: __, ...job } = executeJobFor(context, order);
    return t.database.as(userId).tx(async (db) => {
      const ids: JobId[] = [await enqueue(db, job), await enqueue(db, job)];
      const { rows } = await sql<{ payload: { order: unknown }; key: string }>`
        select payload, idempotency_key as key from jobs`.execute(db);
      return { ids, order: WorkOrderPayload.parse(rows[0]?.payload.order), key: rows[0]?.key ?? "", context };
    });
  }

  it("reads its documents in the order of the recipe", async () => {
    const order = orderOf(types.map((type, n) => ({ type, ids: [idOf(n), idOf(100 + n)] })));
    const wanted = types.flatMap((_, n) => [idOf(n), idOf(100 + n)]);
    expect(promptOrder((await kept(order)).order)).toEqual(wanted);
  });

  it("runs once, even if it has more inputs than an index key can hold", async () => {
    const most = orderOf([{ type: "thesis", ids: Array.from({ length: 180 }, () => newId<ContributionId>()) }]);
    const { ids, key } = await kept(most);
    expect(ids[0]).toBe(ids[1]);
    expect(key.length).toBeLessThan(150);
    const few = orderOf([{ type: "thesis", ids: [idOf(1), idOf(2)] }]);
    const { key: plain, context } = await kept(few);
    expect(plain).toBe(`order:${context.session.id}:1:merge:merge:rehearsal/atlas:${idOf(1)}:${idOf(2)}`);
  });

  it("gets a different key for a further proposal with the same inputs", () => {
    const context = {
      session: { id: newId<SessionId>(), project_id: newId<ProjectId>(), iteration: 1 },
      stage: { key: "merge" },
      run: { id: newId<StageRunId>() },
    };
    const keys = [null, 1, 2, 3].map((proposal) => executeJobFor(context, { ...orderOf([]), proposal }).idempotencyKey);
    expect(keys[1]).toBe(keys[0]);
    expect(new Set(keys).size).toBe(3);
  });

  it("can be read in the format of earlier versions, where inputs had no order", () => {
    const { inputs: _, ...order } = orderOf([]);
    const old = WorkOrderPayload.parse({ ...order, inputs: { note: [idOf(2)], thesis: [idOf(1)] } });
    expect(promptOrder(old)).toEqual([idOf(2), idOf(1)]);
  });
});
