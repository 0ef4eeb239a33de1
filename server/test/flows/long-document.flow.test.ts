import type { Session } from "@dialectic/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cutBack, getDocument, listDocuments } from "#documents";
import { countPieces, countTokens } from "#models";
import { addTemplates } from "#recipes";
import { createProject, createSession } from "#sessions";
import {
  engines,
  longTemplates,
  type PricedAnswer,
  type PricedProvider,
  type PricedRequest,
  rehearse,
  startPricedProvider,
  type TestApp,
  testApp,
} from "#test";
import { auditWallets, getBalance, topUp } from "#wallet";
import { writeAnswer } from "../../src/rehearsal/model/write-answer.ts";
import { temperamentOf } from "../../src/rehearsal/temperament.ts";

const brief = "Open a community garden on 400 m² behind the library by 1 May 2027, for 12,000 EUR, with 60 families.";
const contextWindow = 32_000;
/** The text takes between 30 and 31 answers of this length. */
const maxOutputTokens = 3_500;
const continuations = 30;

/**
 * A document of sixty thousand words, written in thirty-one requests by a model whose window can hold only a quarter of it.
 */
describe("a long document", () => {
  let t: TestApp;
  let provider: PricedProvider;
  let session: Session;
  const asked: { request: PricedRequest; tokens: number; answer: PricedAnswer }[] = [];
  const refused: number[] = [];

  /** Answers like a provider with a token count of its own, and refuses a prompt that is even one token too long. */
  const write = async (request: PricedRequest): Promise<PricedAnswer> => {
    const texts = [request.instructions, ...request.messages.map(({ content }) => content)];
    const tokens = texts.reduce((sum, text) => sum + countPieces(text) + 4, 0);
    if (tokens + request.maxOutputTokens > contextWindow) {
      refused.push(tokens);
      throw new Error("The prompt does not fit the window.");
    }
    const answer = await rehearse(request);
    asked.push({ request, tokens, answer });
    return answer;
  };

  beforeAll(async () => {
    // Neither the engine nor the number of workers matters here. A PostgreSQL server is used if there is one, because it is
    // faster.
    t = await testApp(engines.at(-1) ?? "pglite");
    provider = await startPricedProvider({ answer: write, contextWindow, tokenizer: "unknown" });
    provider.listIn(t.dataDir);
    await topUp(t.ctx, { amount: 1_000_000_000n, key: "first" });
    await addTemplates(t.ctx, longTemplates);
    const { domain, process } = longTemplates;
    const project = await createProject(t.ctx, { brief, domain, process });
    await t.startWorker();
    const run = { models: ["priced/cedar"], maxOutputTokens, continuations, auto: true, start: true };
    session = await createSession(t.ctx, { projectId: project.id, ...run });
    session = await t.reach(session.id, "iteration_complete", "paused");
  }, 300_000);
  afterAll(async () => {
    await t[Symbol.asyncDispose]();
    await provider[Symbol.asyncDispose]();
  });

  const whole = async () => {
    const documents = (await listDocuments(t.ctx, { sessionId: session.id, kind: "whole" })).items;
    return Promise.all(documents.map(({ id }) => getDocument(t.ctx, { documentId: id })));
  };

  it("is complete: it has no gaps and no repetitions, and every code block is closed", async () => {
    expect(session).toMatchObject({ status: "iteration_complete", calls: 1, requests: continuations + 1 });
    const [document] = await whole();
    const first = asked[0]?.request;
    const inOneGo = writeAnswer(temperamentOf("rehearsal/cedar"), [
      { role: "system", text: first?.instructions ?? "" },
      ...(first?.messages ?? []).map(({ role, content }) => ({ role, text: content })),
    ]);
    expect(document?.markdown === `${inOneGo.trimEnd()}\n`).toBe(true);
    expect(document).toMatchObject({ chunks: continuations + 1 });
    expect(document?.words).toBeGreaterThan(60_000);
    expect([...(document?.markdown ?? "").matchAll(/^# (.+)$/gm)].map(([, heading]) => heading)).toEqual(
      longTemplates.headings,
    );
    expect((document?.markdown.match(/^```/gm)?.length ?? 1) % 2).toBe(0);
  });

  it("fits the window in every request, and uses nearly all of it", () => {
    expect(refused).toEqual([]);
    expect(asked).toHaveLength(continuations + 1);
    const room = contextWindow - maxOutputTokens;
    // Prompts are fitted by our own token count, multiplied by the largest ratio seen so far between the provider's count
    // and ours.
    const own = ({ request: { instructions, messages } }: (typeof asked)[number]) =>
      [instructions, ...messages.map(({ content }) => content)].reduce((sum, text) => sum + countTokens(text) + 4, 0);
    const factor = Math.max(...asked.map((one) => one.tokens / own(one)));
    expect(Math.max(...asked.map(own)) * factor).toBeGreaterThan(room * 0.95);
    // Each prompt contains the brief and the beginning and end of the document verbatim. Only the middle is shortened.
    for (const [continuation, { request }] of asked.entries()) {
      if (continuation === 0) continue;
      const said = request.messages.filter(({ role }) => role === "assistant").map(({ content }) => content);
      expect(request.messages[0]).toEqual(asked[0]?.request.messages[0]);
      // Each answer is included up to its last whole line, because the next answer repeats the line that was cut off.
      expect(said[0]).toBe(cutBack(asked[0]?.answer.text ?? ""));
      expect(said.slice(-2)).toEqual(
        asked.slice(Math.max(0, continuation - 2), continuation).map(({ answer }) => cutBack(answer.text)),
      );
    }
  });

  it("costs the sum of its requests, each of them rounded up once, and leaves no money held", async () => {
    const price = ({ usage }: PricedAnswer) => usage.inputTokens * 3 + usage.outputTokens * 15;
    const cost = asked.reduce((sum, { answer }) => sum + BigInt(price(answer)), 0n);
    const { rows } = await t.ctx.db.tx((db) =>
      sql<{ cost: bigint }>`select sum(cost)::bigint as cost from model_calls`.execute(db),
    );
    expect(rows).toEqual([{ cost }]);
    expect(BigInt(session.spent)).toBe(cost);
    expect(await getBalance(t.ctx)).toEqual({ balance: 1_000_000_000n - cost, held: 0n, free: 1_000_000_000n - cost });
    expect(await t.ctx.db.tx(auditWallets)).toEqual([]);
  });
});
