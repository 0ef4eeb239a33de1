import type { ConversationId, Exchange, ExchangeEvent, ExchangeId } from "@dialectic/contract";
import { type Charge, saveWithCharge, tokenFactor } from "#calls";
import type { Embedder } from "#memory";
import { type ModelSettings, type ReadyModel, readyModel, settingsFor } from "#models";
import { AppError, crashPoint, type Log, newId, type Tx, toAppError, type UserDb } from "#platform";
import type { About, ChatTool } from "../chat-tool.ts";
import type { ContextSource, Question } from "../context-source.ts";
import { gatherContext } from "../prompt/gather-context.ts";
import { selectHistory, selectUsedTools } from "../prompt/history.store.ts";
import { selectPlace } from "../record/conversations.store.ts";
import { requireExchange } from "../record/conversations.ts";
import * as store from "../record/exchanges.store.ts";
import { enqueueSummary } from "../summarize/summarize.job.ts";
import { answerWithTools, endedElsewhere, type FinalReply } from "./answer-with-tools.ts";
import { type Limits, usualLimits } from "./limits.ts";
import { type Material, makePrompt } from "./make-prompt.ts";
import { mostTools } from "./offer-tools.ts";
import { storable } from "./storable.ts";
import { throughOutages } from "./through-outages.ts";

export type ExchangesCtx = {
  db: UserDb;
  log: Log;
  models: ModelSettings;
  embedder: Embedder | null;
  approvalShare: number;
  retryWindowMs: number;
};

/** Context sources and tools that other modules add to conversations, registered in `app/`. */
export type ChatParts = { sources: readonly ContextSource[]; tools: readonly ChatTool[]; limits?: Partial<Limits> };

export type Request = {
  /** Chosen by the caller for idempotency. A second request with this id does not start another exchange. */
  id?: ExchangeId | undefined;
  conversationId: ConversationId;
  text: string;
  model?: string | undefined;
  budget?: bigint | undefined;
  retryOf?: ExchangeId | undefined;
};

/** An exchange that is recorded but not answered yet. */
export type StartedExchange = About & {
  text: string;
  model: ReadyModel;
  limits: Limits;
  signal: AbortSignal;
  material: Promise<Material>;
};

/** An exchange is treated as running for this long after its process last renewed the lease. */
export const exchangeLeaseMs = 30_000;
/**
 * The prompt contains at most this many earlier messages, shortened if they do not fit the window. Older messages are
 * found by searching.
 */
const mostHistory = 400;
const charsPerToken = 4;

/**
 * Records the request, and starts to read the material of the prompt at the same time, so that the first word comes
 * sooner. If the model cannot be called or the conversation is unknown, throws and records nothing.
 */
export async function startExchange(
  ctx: ExchangesCtx,
  parts: ChatParts,
  { signal, ...request }: Request & { signal: AbortSignal },
): Promise<StartedExchange> {
  const { id = newId<ExchangeId>(), conversationId, text, retryOf = null } = request;
  const [place, settings] = await Promise.all([
    ctx.db.tx((db) => selectPlace(db, conversationId), { single: true }),
    settingsFor(ctx.db, ctx.models),
  ]);
  if (!place) throw noConversation(conversationId);
  const model = readyModel(request.model ?? place.model, settings);
  const limits = { ...usualLimits, ...parts.limits };
  const about = { exchangeId: id, conversationId, projectId: place.projectId };
  const refusal = new AbortController();
  const material = readMaterial(ctx, parts, {
    ...{ ...about, text, retryOf, model },
    signal: AbortSignal.any([signal, refusal.signal]),
  });
  material.catch(() => undefined); // awaited by runExchange

  // Unlike a job's expensive call, an exchange's call needs no approval, because the exchange's budget limits it.
  const budget = model.terms.prices === null ? null : (request.budget ?? limits.budget);
  const row = { id, conversationId, text, model: model.terms.id, retryOf, leaseMs: exchangeLeaseMs, budget };
  try {
    const number = await ctx.db.tx((db) => store.startExchange(db, row), { single: true });
    if (number === null) throw noConversation(conversationId);
  } catch (error) {
    refusal.abort(error);
    throw error;
  }
  crashPoint("exchange started");
  return { ...about, text, model, limits, signal, material };
}

const noConversation = (id: ConversationId): AppError => new AppError("not_found", `There is no conversation ${id}.`);

type Reading = Question & { model: ReadyModel; signal: AbortSignal };

async function readMaterial({ db, log }: ExchangesCtx, parts: ChatParts, reading: Reading): Promise<Material> {
  const { model, signal, conversationId, retryOf } = reading;
  const mostChars = model.terms.contextWindow * charsPerToken;
  const wanted = { conversationId, retryOf, mostMessages: mostHistory, mostChars };
  const [gathered, history, usedTools, factor] = await Promise.all([
    gatherContext({ db, log, signal }, { sources: parts.sources, question: reading }),
    db.tx((tx) => selectHistory(tx, wanted), { single: true }),
    parts.tools.length > mostTools ? db.tx((tx) => selectUsedTools(tx, conversationId), { single: true }) : [],
    tokenFactor(db, model.terms.id),
  ]);
  return { gathered, history, usedTools, factor };
}

type Run = StartedExchange & { emit(event: ExchangeEvent): void };

/**
 * Answers an exchange that was started: gathers context, builds the prompt, fits it into the window, lets the model call
 * tools, and publishes answer and charge in one transaction. Every outcome is recorded. Throws only if the record no
 * longer exists or cannot be written.
 */
export async function runExchange(ctx: ExchangesCtx, parts: ChatParts, started: Run): Promise<Exchange> {
  const timeout = AbortSignal.timeout(started.limits.ms);
  const run = { ...started, signal: AbortSignal.any([started.signal, timeout]) };
  let reply: FinalReply | undefined;
  try {
    reply = await answer(ctx, parts, { ...run, stopped: started.signal });
    run.signal.throwIfAborted();
    await publish(ctx, { ...reply, exchangeId: run.exchangeId, signal: started.signal });
    crashPoint("exchange published");
  } catch (thrown) {
    const wasLate = timeout.aborted && !started.signal.aborted;
    await end(ctx, started, { error: wasLate ? tooLate(started.limits) : thrown, unsettled: reply?.charge });
  }
  return ctx.db.tx((db) => requireExchange(db, run.exchangeId));
}

/**
 * Lets the model answer. If the provider refuses the first prompt as too long by its own count, sends one more, which
 * is shorter because the refused call has raised the model's token factor.
 */
async function answer(ctx: ExchangesCtx, parts: ChatParts, run: Run & { stopped: AbortSignal }): Promise<FinalReply> {
  let isBegun = false;
  const emit = (event: ExchangeEvent) => {
    if (event.type === "text" || event.type === "tool-call") isBegun = true;
    run.emit(event);
  };
  const calling = { ...ctx, tx: ctx.db.tx, signal: run.signal, stopped: run.stopped, emit };
  const attempt = async (material: Material) => {
    const prompt = await makePrompt(ctx, { ...run, material, tools: parts.tools });
    return answerWithTools(calling, { ...run, ...prompt, about: run });
  };
  const material = await run.material;
  try {
    return await attempt(material);
  } catch (error) {
    if (isBegun || toAppError(error).code !== "context_window") throw error;
    const factor = await tokenFactor(ctx.db, run.model.terms.id);
    if (factor <= material.factor) throw error;
    return attempt({ ...material, factor });
  }
}

type Publication = FinalReply & { exchangeId: ExchangeId; signal: AbortSignal };

/**
 * Commits the answer, the numbers of its messages, its charge and the event together. Waits if the database is down.
 */
async function publish({ db, log }: ExchangesCtx, { answer, charge, exchangeId, signal }: Publication): Promise<void> {
  const text = storable(answer.text);
  const { usage, finishReason } = answer;
  const message = { id: newId(), role: "assistant", content: text, redacted: false } as const;
  const save = async (tx: Tx) => {
    const isStaged = await store.stageMessages(tx, { exchangeId, messages: [message], usage });
    const end = { exchangeId, answer: text, summary: summaryOf(text), finishReason, lastCharge: charge.amount };
    if (!isStaged || !(await store.publishExchange(tx, end))) throw endedElsewhere(exchangeId);
    await enqueueSummary(tx, exchangeId);
    crashPoint("publication written");
  };
  await throughOutages(
    { log, signal },
    {
      write: () => saveWithCharge(db, charge, save),
      isWritten: () => db.tx((tx) => store.hasMessage(tx, message.id)),
    },
  );
}

/**
 * Records that the exchange was aborted or failed. A paid answer that could not be published is still charged. The wait
 * for the database ends early only if a person or the program stops the exchange. The time limit does not end it,
 * because it has often expired by now.
 */
async function end(
  { db, log }: ExchangesCtx,
  { exchangeId, signal }: Run,
  { error: thrown, unsettled }: { error: unknown; unsettled: Charge | undefined },
): Promise<void> {
  const error = toAppError(thrown);
  const status = signal.aborted && error.code !== "exchange_limit" ? "aborted" : "failed";
  if (error.code === "internal") log.warn("An exchange failed unexpectedly.", { exchangeId, error });
  const ended = { exchangeId, status, code: error.code, message: storable(error.message) } as const;
  const write = () => db.tx((tx) => store.endExchange(tx, ended), unsettled ? { beforeCommit: unsettled.settle } : {});
  await throughOutages({ log, signal }, { write, isWritten: async () => false }); // ending an exchange twice changes nothing
}

const tooLate = ({ ms }: Limits): AppError =>
  new AppError(
    "exchange_limit",
    `The answer took longer than ${ms / 1_000} s and was stopped. Ask for less at a time, or try again.`,
  );

const longestSummary = 200;

/** The first sentence of the answer, for lists of exchanges. */
function summaryOf(answer: string): string {
  const line = answer.replace(/^[\s#>*-]+/, "").split(/\n/, 1)[0] ?? "";
  const sentence = /^.{20,}?[.!?](?=\s|$)/u.exec(line)?.[0] ?? line;
  return sentence.length <= longestSummary ? sentence : `${sentence.slice(0, longestSummary - 1).toWellFormed()}…`;
}

/** Returns the request that retries an exchange, with that exchange's text. Throws if the exchange is still running. */
export async function retryRequest(ctx: { db: UserDb }, exchangeId: ExchangeId): Promise<Request> {
  const { status, conversationId, userText, model } = await ctx.db.tx((db) => requireExchange(db, exchangeId));
  if (status === "in_progress") {
    throw new AppError("conflict", "The exchange is still running. Abort it or wait for its end, then retry it.");
  }
  return { conversationId, text: userText, model, retryOf: exchangeId };
}
