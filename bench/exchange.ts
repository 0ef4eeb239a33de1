import { isDeepStrictEqual, parseArgs } from "node:util";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { ConversationId, type ExchangeId } from "@dialectic/contract";
import { type ModelMessage, streamText, type ToolSet, tool } from "ai";
import { sql } from "kysely";
import { chatParts } from "../server/src/app/index.ts";
import { topUp } from "../server/src/engine/wallet/index.ts";
import {
  type ChatParts,
  createRunningExchanges,
  type ExchangesCtx,
  indexAllExchanges,
  type RunningExchanges,
} from "../server/src/knowledge/exchanges/index.ts";
import { setUpLedger } from "../server/src/knowledge/ledger/ledger.fixture.ts";
import {
  createDatabase,
  createLog,
  createPostgresEngine,
  type Database,
  migrate,
} from "../server/src/platform/index.ts";
import { openBenchServer } from "./bench-server.ts";
import type { Benchmark, BenchmarkOutcome } from "./benchmark.ts";
import { startProvider } from "./calls/start-provider.ts";
import { printTable } from "./print-table.ts";
import { createChance, readSentences } from "./sentences.ts";
import { median, percentile, rounded } from "./statistics.ts";

export const exchange: Benchmark = {
  name: "exchange",
  about: "the first word of an exchange with a long history, compared with a bare streamed call of the AI SDK",
  run: runExchangeBench,
};

/** The provider's model waits half a second (`thinkMs`) before its first word. */
const standard = { messages: 100_000, rounds: 40, thinkMs: 500 };
type Settings = typeof standard;
const aimMs = 30;
const warmUp = 5;
const exchangesPerConversation = 500;

type Measured = Record<"bare" | "exchange", { first: number[]; whole: number[] }>;

/** The prompt that an exchange sent. The bare call sends the same prompt. */
type Sent = { role: string; text: string }[];

/**
 * Searches by words only: the embedded model would take hours to compute vectors for so many messages. The memory benchmark
 * measures vector search.
 */
async function runExchangeBench(args: string[], tell: (line: string) => void): Promise<BenchmarkOutcome> {
  const settings = readSettings(args);
  await using server = await openBenchServer({ durable: false });
  await using fresh = await server.freshDatabase();
  await using provider = await startProvider(settings.thinkMs);
  const database = createDatabase(createPostgresEngine(fresh.url));
  try {
    await migrate(database);
    tell(`Filling ${settings.messages} messages.`);
    const filled = await fill(database, settings);
    await fresh.settle();
    const log = createLog("error");
    const models = { env: {}, dataDir: provider.dataDir };
    const ctx = { ...filled.ctx, log, models, continuations: 0, approvalShare: 100, retryWindowMs: 0, embedder: null };
    const chat = chatParts({ ctxOf: (db) => ({ ...ctx, db }), dataDir: null });
    const running = createRunningExchanges({ database, log, parts: chat });
    let sent: Sent = [];
    const measured: Measured = { bare: { first: [], whole: [] }, exchange: { first: [], whole: [] } };
    const parts = new Map<string, number[]>();
    for (let round = -warmUp; round < settings.rounds; round += 1) {
      const text = filled.questions[(round + warmUp) % filled.questions.length] ?? "";
      const ways = {
        bare: () => bareCall(provider.baseUrl, { sent, tools: chat.tools }),
        exchange: () => ask({ ctx, running }, { conversationId: filled.conversationId, text }),
      };
      // The first round begins with the exchange, because the bare call sends the prompt of the last exchange.
      for (const way of round % 2 === 0 ? (["bare", "exchange"] as const) : (["exchange", "bare"] as const)) {
        const { first, whole, sources, prompt } = await ways[way]();
        // Each answer is indexed before the next question, because no person asks again within the milliseconds that
        // indexing takes.
        await indexAllExchanges(database, { embedder: null });
        sent = prompt;
        if (round < 0) continue;
        measured[way].first.push(first);
        measured[way].whole.push(whole);
        for (const [name, ms] of sources) parts.set(name, [...(parts.get(name) ?? []), ms]);
      }
    }
    await running.close();
    return describe(settings, measured, parts);
  } finally {
    await database.close();
  }
}

type Times = { first: number; whole: number; sources: [string, number][]; prompt: Sent };

/** Calls the same provider with the same messages and tools, but without the product's code around the call. */
async function bareCall(baseUrl: string, { sent, tools }: { sent: Sent; tools: ChatParts["tools"] }): Promise<Times> {
  const model = createOpenAICompatible({ name: "paid", baseURL: baseUrl, includeUsage: true })("scripted");
  const instructions = sent.find(({ role }) => role === "system")?.text ?? "";
  const messages = sent.flatMap(({ role, text: content }): ModelMessage[] =>
    role === "user" || role === "assistant" ? [{ role, content }] : [],
  );
  const offered: ToolSet = Object.fromEntries(
    tools.map(({ name, description, schema }) => [name, tool({ description, inputSchema: schema })]),
  );
  const began = performance.now();
  let first: number | undefined;
  const call = { model, instructions, messages, tools: offered, maxOutputTokens: 1_000, maxRetries: 0 };
  for await (const _ of streamText(call).textStream) first ??= performance.now() - began;
  return { first: first ?? 0, whole: performance.now() - began, sources: [], prompt: sent };
}

async function ask(
  { ctx, running }: { ctx: ExchangesCtx; running: RunningExchanges },
  request: { conversationId: ConversationId; text: string },
): Promise<Times> {
  const began = performance.now();
  const { id } = await running.start(ctx, request);
  let first: number | undefined;
  let sources: Times["sources"] = [];
  let prompt: Sent = [];
  for await (const { event } of running.follow(ctx, {
    exchangeId: id as ExchangeId,
    signal: AbortSignal.timeout(60_000),
  })) {
    if (event.type === "text") first ??= performance.now() - began;
    if (event.type === "context") sources = event.used.map(({ source, ms }) => [source, ms]);
    if (event.type === "prompt") prompt = event.messages ?? [];
    if (event.type === "end" && event.exchange.status !== "completed")
      throw new Error(`The exchange ended as ${event.exchange.status}: ${event.exchange.error?.message}`);
  }
  return { first: first ?? 0, whole: performance.now() - began, sources, prompt };
}

/**
 * Fills a project with conversations that have `messages` messages in total, and indexes all of them. The benchmark asks its
 * questions in the last conversation.
 */
async function fill(database: Database, { messages }: Settings) {
  const { ctx, projectId, userId } = await setUpLedger(database);
  await topUp({ db: ctx.db }, { amount: 10_000_000_000n, key: "bench" });
  const sentences = readSentences();
  const chance = createChance(1);
  const write = (count: number) =>
    Array.from({ length: count }, () => sentences[Math.floor(chance() * sentences.length)]).join(" ");
  const conversations = Math.max(1, Math.round(messages / 2 / exchangesPerConversation));
  let conversationId = ConversationId.parse(crypto.randomUUID());
  for (let n = 0; n < conversations; n += 1) {
    conversationId = ConversationId.parse(crypto.randomUUID());
    const said = Array.from({ length: exchangesPerConversation }, () => ({ asked: write(1), answer: write(2) }));
    await database.asOwner(async (db) => {
      await sql`
        insert into conversations (id, owner_id, project_id, title, model, exchanges, messages)
        values (${conversationId}, ${userId}, ${projectId}, ${`Bench ${n}`}, 'paid/scripted', ${said.length},
          ${said.length * 2})`.execute(db);
      await sql`
        insert into exchanges (
          id, owner_id, conversation_id, number, status, user_text, answer, summary, model, imported, messages, completed_at)
        select new_id(), ${userId}, ${conversationId}, n, 'completed', asked, answer, left(answer, 100), 'paid/scripted', true, 2,
          clock_timestamp()
        from unnest(${said.map(({ asked }) => asked)}::text[], ${said.map(({ answer }) => answer)}::text[])
          with ordinality given (asked, answer, n)`.execute(db);
      await sql`
        insert into messages (id, owner_id, conversation_id, exchange_id, position, number, role, content, redacted)
        select new_id(), ${userId}, ${conversationId}, e.id, p, (e.number - 1) * 2 + p + 1,
          case p when 0 then 'user' else 'assistant' end, case p when 0 then e.user_text else e.answer end, false
        from exchanges e, generate_series(0, 1) p
        where e.conversation_id = ${conversationId}`.execute(db);
    });
    await indexAllExchanges(database, { embedder: null });
  }
  return { ctx, projectId, conversationId, questions: Array.from({ length: 50 }, () => write(1)) };
}

function describe(settings: Settings, measured: Measured, parts: Map<string, number[]>): BenchmarkOutcome {
  const row = (way: keyof Measured) => {
    const { first, whole } = measured[way];
    return {
      way,
      firstMs: rounded(median(first)),
      p95Ms: rounded(percentile(first, 0.95)),
      wholeMs: rounded(median(whole)),
    };
  };
  const [bare, ours] = [row("bare"), row("exchange")];
  const addedMs = rounded(median(measured.exchange.first) - median(measured.bare.first));
  const ratio = rounded(median(measured.exchange.first) / median(measured.bare.first));
  const sources = Object.fromEntries([...parts].map(([name, times]) => [name, rounded(median(times))]));
  const table = printTable(
    ["way", "first word", "p95", "whole"],
    [bare, ours].map(({ way, firstMs, p95Ms, wholeMs }) => [way, `${firstMs} ms`, `${p95Ms} ms`, `${wholeMs} ms`]),
  );
  const text = [
    table,
    "",
    `An exchange adds ${addedMs} ms to the first word (${ratio} × the bare call); the aim is under ${aimMs} ms: ${addedMs < aimMs ? "met" : "missed"}.`,
    `Sources, which are asked at once: ${Object.entries(sources)
      .map(([name, ms]) => `${name} ${ms} ms`)
      .join(", ")}.`,
  ].join("\n");
  return {
    figures: { settings, rows: [bare, ours], addedMs, ratio, aimMs, sources },
    text,
    standard: isDeepStrictEqual(settings, standard),
  };
}

function readSettings(args: string[]): Settings {
  const text = { type: "string" } as const;
  const { values } = parseArgs({ args, options: { messages: text, rounds: text, think: text } });
  return {
    messages: Number(values.messages ?? standard.messages),
    rounds: Number(values.rounds ?? standard.rounds),
    thinkMs: Number(values.think ?? standard.thinkMs),
  };
}
