import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createConversation, createRunningExchanges, importConversations, type RunningExchanges } from "#exchanges";
import { createProject } from "#sessions";
import { engines, startScriptedModel, type TestApp, testApp } from "#test";
import { chatParts } from "./chat-parts.ts";

const turn = (sender: "human" | "assistant", text: string) => ({ sender, text, created_at: "2026-03-01T10:00:00Z" });
const filler = (n: number) => [
  turn("human", `What happens on day ${n}?`),
  turn("assistant", `On day ${n} the crew paints wall number ${n}.`),
];
const bridge = [turn("human", "Who lends us the benches?"), turn("assistant", "The theatre on Dock Street does.")];
const answer = [
  turn("human", "What did Lior decide about Tuesday?"),
  turn("assistant", "Rehearsals move to the loft."),
];
const owner = [turn("human", "Who runs the theatre on Dock Street?"), turn("assistant", "It is Lior's house.")];

describe.each(engines)("a question that needs distant turns, on %s", (engine) => {
  let t: TestApp;
  let script: Awaited<ReturnType<typeof startScriptedModel>>;
  let running: RunningExchanges;
  beforeAll(async () => {
    script = await startScriptedModel();
    t = await testApp(engine);
    script.listIn(t.dataDir, { free: true });
  });
  afterAll(async () => {
    await running.close();
    await t[Symbol.asyncDispose]();
    await script[Symbol.asyncDispose]();
  });

  it("is answered with several searches, each of which uses what the previous search found", async () => {
    const ctx = { ...t.ctx, embedder: null, approvalShare: 100 };
    const { id: projectId } = await createProject(t.ctx, { brief: "A pop-up in the old terminal.", process: "brief" });
    const days = Array.from({ length: 90 }, (_, n) => filler(n + 1));
    const said = [
      ...days.slice(0, 10),
      bridge,
      ...days.slice(10, 45),
      owner,
      ...days.slice(45, 80),
      answer,
      ...days.slice(80),
    ];
    await importConversations(t.ctx, {
      ...{ projectId, model: "scripted/model", dryRun: false },
      conversations: [
        { uuid: "long", name: "Planning", created_at: "2026-03-01T10:00:00Z", chat_messages: said.flat() },
      ],
    });
    const { tools } = chatParts({ ctxOf: (db) => ({ ...t.ctx, db, embedder: null }), dataDir: null });
    // There are no context sources: the model receives only what its searches find.
    running = createRunningExchanges({ database: t.database, log: t.ctx.log, parts: { sources: [], tools } });

    // The scripted model splits the question into parts: who lends the benches, who runs that house, what did they decide?
    const search = (query: string) => ({ calls: [{ name: "search", input: { query, in: "exchanges" } }] });
    script.follow(({ results }) => {
      const last = results.at(-1) ?? "";
      const lender = /The (.+) does\./.exec(last)?.[1];
      const person = /It is (\w+)'s house/.exec(last)?.[1];
      const decided = /Rehearsals move to the (\w+)/.exec(last)?.[1];
      if (results.length === 0) return search("Who lends the benches?");
      if (results.length === 1) return search(`Who runs the ${lender}?`);
      if (results.length === 2) return search(`What did ${person} decide about Tuesday?`);
      return { pieces: [`To the ${decided}.`] };
    });
    const { id: conversationId } = await createConversation(ctx, { projectId, model: "scripted/model" });
    const text = "Where do the people who lend us the benches rehearse now?";
    const { id: exchangeId } = await running.start(ctx, { conversationId, text });
    let ended = "";
    for await (const { event } of running.follow(ctx, { exchangeId, signal: AbortSignal.timeout(30_000) }))
      if (event.type === "end") ended = event.exchange.answer ?? event.exchange.error?.message ?? "";
    expect(ended).toBe("To the loft.");
    expect(script.requests.at(-1)?.results).toHaveLength(3);
    // The turns are distant: neither the first prompt nor the first search contains the final answer.
    const [request] = script.requests;
    expect(request?.prompt).not.toMatch(/loft/);
    expect(script.requests[1]?.results.join()).not.toMatch(/loft|Lior/);
  });
});
