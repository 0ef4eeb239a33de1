import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { streamText } from "ai";
import { z } from "zod";
import { ensureLocalUser } from "../../server/src/engine/access/index.ts";
import { createJobKinds, createWorker, defineJobKind, enqueue } from "../../server/src/engine/jobs/index.ts";
import { topUp } from "../../server/src/engine/wallet/index.ts";
import { callModel, outcomeOf } from "../../server/src/llm/calls/index.ts";
import { resolveModel } from "../../server/src/llm/models/index.ts";
import { createLog, type Database } from "../../server/src/platform/index.ts";

export type Course = { calls: number; concurrency: number; dataDir: string; baseUrl: string };

const instructions = "You answer in whole sentences.";
const prompt = "Say something about every one of these points. ".repeat(200);
const maxOutputTokens = 1_000;

/** The lower bound, in milliseconds per call: only the SDK, which neither counts tokens nor holds money nor saves rows. */
export async function bareCalls({ calls, concurrency, baseUrl }: Course): Promise<number> {
  const model = createOpenAICompatible({ name: "paid", baseURL: baseUrl, includeUsage: true })("scripted");
  let begun = 0;
  const lane = async () => {
    while (begun < calls) {
      begun += 1;
      const { textStream } = streamText({ model, instructions, prompt, maxOutputTokens, maxRetries: 0 });
      for await (const _ of textStream);
    }
  };
  return timed({ calls, concurrency }, () => Promise.all(Array.from({ length: concurrency }, lane)));
}

/**
 * Makes the same calls as `bareCalls`, but in jobs of the product's worker. `paid`: each call has a hold, is settled
 * together with its result, and is published as events. `unpaid`: each job only calls the SDK. The difference between the
 * two is the cost of paying.
 */
export async function jobCalls(database: Database, course: Course, way: "paid" | "unpaid"): Promise<number> {
  const { calls, concurrency, dataDir, baseUrl } = course;
  const db = database.as(await ensureLocalUser(database));
  if (way === "paid") await topUp({ db }, { amount: 10_000_000_000n, key: crypto.randomUUID() });
  const model = createOpenAICompatible({ name: "paid", baseURL: baseUrl, includeUsage: true })("scripted");
  const tools = { models: { env: {}, dataDir }, approvalShare: 100, retryWindowMs: 900_000 };
  const execute = defineJobKind({
    kind: "execute",
    payload: z.object({}),
    async run(ctx, job) {
      if (way === "unpaid") {
        await ctx.assertHeld();
        const { textStream } = streamText({ model, instructions, prompt, maxOutputTokens, maxRetries: 0 });
        for await (const _ of textStream);
        return { type: "done", write: async () => undefined };
      }
      const messages = [{ role: "user" as const, content: prompt }];
      const paid = await resolveModel({ db: ctx.db, models: tools.models }, "paid/scripted");
      const call = { model: paid, prompt: { instructions, messages }, maxOutputTokens, key: job.id, job, scope: {} };
      const outcome = await callModel({ ...tools, ...ctx }, { ...call, continuations: 0 });
      return outcome.ok ? { type: "done", beforeCommit: outcome.charge.settle } : outcomeOf(outcome);
    },
  });
  const log = createLog("warn");
  const worker = createWorker({ database, concurrency, kinds: createJobKinds([execute]), log });
  await db.tx(async (tx) => {
    for (let index = 0; index < calls; index++) await enqueue(tx, { kind: "execute", payload: {} });
  });
  try {
    return await timed({ calls, concurrency }, async () => {
      await worker.start();
      await worker.idle();
    });
  } finally {
    await worker.stop();
  }
}

/** The average time of one call while `concurrency` calls run concurrently. */
async function timed(course: { calls: number; concurrency: number }, work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return ((performance.now() - begun) * course.concurrency) / course.calls;
}
