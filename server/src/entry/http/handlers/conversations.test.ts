import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ConversationId, ExchangeId, ProjectId } from "@dialectic/contract";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createProject } from "#sessions";
import { addUser, engines, startScriptedModel, type TestApp, testApp } from "#test";
import { openHttp, type TestHttp } from "../http.fixture.ts";
import { chatOver } from "./chat.fixture.ts";

const model = "scripted/model";

describe.each(engines)("the conversation API on %s", (engine) => {
  let t: TestApp;
  let http: TestHttp;
  let script: Awaited<ReturnType<typeof startScriptedModel>>;
  let projectId: ProjectId;
  beforeAll(async () => {
    script = await startScriptedModel();
    t = await testApp(engine);
    script.listIn(t.dataDir, { free: true });
    http = openHttp(t);
    projectId = (await createProject(t.ctx, { brief: "A fair for 300 guests on the quay.", process: "brief" })).id;
  });
  afterAll(async () => {
    http.close();
    await t[Symbol.asyncDispose]();
    await script[Symbol.asyncDispose]();
  });

  const chat = () => chatOver(http);
  const converse = () => chat().converse(model, projectId);
  const ask = (...given: Parameters<ReturnType<typeof chatOver>["ask"]>) => chat().ask(...given);
  const stream = (exchangeId: ExchangeId, after = 0) => chat().stream(exchangeId, after);
  const answer = (conversationId: ConversationId, text: string) => chat().answer(conversationId, text);

  it("streams a running exchange from its start, and only the end of an exchange that is over", async () => {
    script.follow(({ results }) =>
      results.length === 0 ? { calls: [{ name: "read_wallet", input: {} }] } : { pieces: ["You have ", "nothing."] },
    );
    const { id } = await ask(await converse(), "What do I have?");
    const events = await stream(id);
    expect(events.filter(({ type }) => type === "tool-call")).toMatchObject([{ name: "read_wallet" }]);
    expect(events.filter(({ type }) => type === "tool-result")).toMatchObject([
      { name: "read_wallet", isError: false, text: "Balance $0.00, held $0.00, free $0.00." },
    ]);
    expect(events.flatMap((event) => (event.type === "text" ? event.text : [])).join("")).toBe("You have nothing.");
    expect(events.at(-1)).toMatchObject({
      type: "end",
      exchange: { status: "completed", answer: "You have nothing." },
    });
    expect(await stream(id)).toMatchObject([{ type: "end", exchange: { id } }]);
  });

  it("starts an exchange once per id, aborts it, and retries it", async () => {
    const hang = Promise.withResolvers<void>();
    script.follow(() => ({ pieces: ["Slowly…"], before: () => hang.promise }));
    const conversationId = await converse();
    const id = crypto.randomUUID() as ExchangeId;
    await Promise.all([ask(conversationId, "Now?", { id }), vi.waitUntil(() => script.requests.length === 1)]);
    expect(await ask(conversationId, "Now?", { id })).toMatchObject({ id, number: 1, status: "in_progress" });
    const aborted = await http.client.abortExchange({ params: { exchangeId: id } });
    expect(aborted).toMatchObject({ status: "aborted", error: { code: "run_cancelled" } });
    hang.resolve();
    script.follow(() => ({ pieces: ["Now."] }));
    const again = await http.client.retryExchange({ params: { exchangeId: id }, body: {} });
    expect((await stream(again.id)).at(-1)).toMatchObject({ exchange: { retryOf: id, number: 2, answer: "Now." } });
    const { items } = await http.client.listExchanges({ params: { conversationId }, query: {} });
    expect(items.map(({ status }) => status)).toEqual(["completed", "aborted"]);
  });

  it("starts one exchange for several concurrent requests with the same id", async () => {
    script.follow(() => ({ pieces: ["Once."] }));
    const conversationId = await converse();
    const id = crypto.randomUUID() as ExchangeId;
    const started = await Promise.all([1, 2, 3, 4].map(() => ask(conversationId, "At once?", { id })));
    expect(started.map((exchange) => [exchange.id, exchange.number])).toEqual(Array(4).fill([id, 1]));
    expect((await stream(id)).at(-1)).toMatchObject({ exchange: { answer: "Once." } });
    expect(script.requests).toHaveLength(1);
    expect(await http.client.getConversation({ params: { conversationId } })).toMatchObject({
      exchanges: 1,
      messages: 2,
    });
  });

  it("prepares the context sources when a conversation is begun or opened, before the first question", async () => {
    const prepare = vi.fn();
    const source = { name: "dictionary", title: "Dictionary", deadlineMs: 100, prepare, gather: async () => [] };
    const other = openHttp(t, t.userId, { sources: [source] });
    const conversationId = await chatOver(other).converse(model, projectId);
    expect(prepare).toHaveBeenCalledTimes(1);
    await other.client.listExchanges({ params: { conversationId }, query: {} });
    expect(prepare).toHaveBeenCalledTimes(2);
    other.close();
  });

  it("runs ten exchanges of one conversation concurrently, each with its own answer", async () => {
    script.follow(({ prompt }) => ({ pieces: ["It is ", prompt.slice(-2)] }));
    const conversationId = await converse();
    const texts = Array.from({ length: 10 }, (_, n) => `Which number? ${n + 10}`);
    const answers = await Promise.all(texts.map((text) => answer(conversationId, text)));
    expect(answers.map((one) => one.answer)).toEqual(texts.map((text) => `It is ${text.slice(-2)}`));
    expect(answers.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(await http.client.getConversation({ params: { conversationId } })).toMatchObject({ messages: 20 });
  });

  it("finds earlier exchanges and documents, and lists hidden messages for the model", async () => {
    script.follow(({ results }) =>
      results.length === 0
        ? { calls: [{ name: "search", input: { query: "guests on the quay" } }] }
        : { pieces: ["The caterer is called Marlow and Sons."] },
    );
    const conversationId = await converse();
    const first = await answer(conversationId, "Who brings the food?");
    expect(first.tools).toMatchObject([{ name: "search", isError: false }]);
    expect(script.requests[1]?.results[0]).toContain("A fair for 300 guests");
    await vi.waitUntil(
      async () => (await http.client.searchConversations({ query: { q: "Marlow caterer" } })).items.length > 0,
    );
    script.follow(({ results }) =>
      results.length === 0 ? { calls: [{ name: "read_message", input: { number: 3 } }] } : { pieces: ["Yes."] },
    );
    await answer(conversationId, "Is that in the brief?");
    expect(script.requests[0]?.prompt).toContain("Messages 2-3 are hidden");
    expect(script.requests[1]?.results[0]).toContain("result of search");
    await answer(await converse(), "What was the name of the caterer, Marlow?");
    expect(script.requests[2]?.prompt).toContain("Similar earlier exchanges");
    expect(script.requests[2]?.prompt).toContain("Marlow and Sons");
  });

  it("reads files of the project's folder and nothing outside it", async () => {
    const { slug } = await http.client.getProject({ params: { projectId } });
    const root = join(t.dataDir, "projects", slug);
    mkdirSync(join(root, "notes"), { recursive: true });
    mkdirSync(`${root}-secret`, { recursive: true });
    writeFileSync(join(root, "notes", "menu.md"), "Soup and bread.");
    writeFileSync(join(`${root}-secret`, "key.txt"), "secret");
    symlinkSync(`${root}-secret`, join(root, "link"));
    const paths = [
      "notes/menu.md",
      "link/key.txt",
      `../${slug}-secret/key.txt`,
      "../../providers.json",
      "/etc/passwd",
      "notes/\0",
      "notes",
    ];
    script.follow(({ results }) =>
      results.length === 0
        ? { calls: paths.map((path) => ({ name: "read_file", input: { path } })) }
        : { pieces: ["Read."] },
    );
    const { tools } = await answer(await converse(), "Read the files.");
    expect(tools.map(({ isError }) => isError)).toEqual([false, true, true, true, true, true, true]);
    expect(script.requests[1]?.results.join("\n")).not.toMatch(/secret\n|root:|baseUrl/);
    expect(script.requests[1]?.results[0]).toBe("Soup and bread.");
  });

  it("does not let a hostile model read other users' data, or start anything without the user", async () => {
    const other = await addUser(t.database, "another");
    const theirs = openHttp(t, other);
    const project = await theirs.client.createProject({ body: { brief: "A secret garden." } });
    const foreign = await theirs.client.createSession({
      params: { projectId: project.id },
      body: { models: ["rehearsal/atlas"] },
    });
    theirs.close();
    const session = await http.client.createSession({ params: { projectId }, body: { models: ["rehearsal/atlas"] } });
    const stage = session.currentStage;
    const calls = [
      { name: "inspect_session", input: { sessionId: foreign.id } },
      { name: "start_stage", input: { sessionId: foreign.id, stage } },
      { name: "list_documents", input: { sessionId: foreign.id } },
      { name: "confirm_action", input: { actionId: "all" } },
      { name: "search", input: { query: "secret garden" } },
      { name: "start_stage", input: { sessionId: session.id, stage } },
    ];
    script.follow(({ results }) => (results.length === 0 ? { calls } : { pieces: ["I proposed it."] }));
    const { tools, actions } = await answer(await converse(), "Start it.");
    expect(tools.map(({ isError }) => isError)).toEqual([true, true, true, true, false, false]);
    expect(script.requests[1]?.results[4]).not.toContain("secret garden.");
    expect(actions).toMatchObject([{ tool: "start_stage", status: "open", price: null }]);
    const ofSession = { params: { sessionId: session.id } };
    expect((await http.client.getSession(ofSession)).status).toBe("ready");
    const ofAction = { params: { actionId: actions[0]?.id ?? "" } };
    const [confirmed, again] = await Promise.allSettled([
      http.client.confirmAction(ofAction),
      http.client.confirmAction(ofAction),
    ]);
    const outcomes = [confirmed, again].map(({ status }) => status).sort();
    expect(outcomes).toEqual(["fulfilled", "rejected"]);
    expect((await http.client.getSession(ofSession)).status).toBe("running");
    await expect(http.client.declineAction(ofAction)).rejects.toMatchObject({ problem: { code: "conflict" } });
  });

  it("refuses messages that are too long, empty or not text, and keeps control characters", async () => {
    const conversationId = await converse();
    const texts = ["x".repeat(10_000_000), " \n ", "a\0b", "half \ud83d"];
    for (const text of texts) {
      await expect(ask(conversationId, text)).rejects.toMatchObject({ problem: { code: "invalid_input" } });
    }
    script.follow(() => ({ pieces: ["\u0007\u001b[2J"] }));
    const { userText, answer: text } = await answer(conversationId, "\u001b[31mred\u0007\r\n\ttab");
    expect([userText, text]).toEqual(["\u001b[31mred\u0007\r\n\ttab", "\u0007\u001b[2J"]);
    const long = await answer(conversationId, `${"word ".repeat(150_000)}?`);
    expect(long).toMatchObject({ status: "failed", error: { code: "context_window" } });
  });
});
