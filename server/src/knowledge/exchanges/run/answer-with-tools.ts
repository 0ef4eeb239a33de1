import { type ErrorCode, type ExchangeEvent, type ExchangeId, formatDollars } from "@dialectic/contract";
import { type CallCtx, type Charge, callModel, type Refusal, saveWithCharge, tokensBeside } from "#calls";
import { inputLimit } from "#context";
import {
  type CallResult,
  countBy,
  countingOf,
  type Message,
  messageText,
  type ReadyModel,
  type Tool,
  type ToolCall,
} from "#models";
import { AppError, crashPoint, newId, type Tx, toAppError } from "#platform";
import type { CallScope } from "#wallet";
import type { About, ChatTool } from "../chat-tool.ts";
import { hasMessage, type NewMessage, stageMessages } from "../record/exchanges.store.ts";
import type { Limits } from "./limits.ts";
import type { ToolOffer } from "./offer-tools.ts";
import { cut, runTools, type ToolResult } from "./run-tools.ts";
import { storable, storableJson } from "./storable.ts";
import { throughOutages } from "./through-outages.ts";

type Ctx = CallCtx & {
  /**
   * Aborts when a person or the program stops the exchange, but not when the time limit is reached, because paid
   * answers are saved even then.
   */
  stopped: AbortSignal;
  emit(event: ExchangeEvent): void;
};

type Asked = {
  about: About;
  model: ReadyModel;
  prompt: { instructions: string; messages: readonly Message[] };
  maxOutputTokens: number;
  tools: ToolOffer;
  limits: Limits;
  /** The ratio of the model's token count to ours. */
  factor: number;
};

/** The final reply, which is not saved yet. Publish it in the transaction that settles its charge. */
export type FinalReply = { answer: CallResult; charge: Charge };

/**
 * The maximum number of attempts at a model call. A call is repeated only if the provider was unavailable or limited the
 * rate, and no part of the answer was shown.
 */
const mostTries = 3;
const passing: readonly ErrorCode[] = ["provider_unavailable", "rate_limited"];
/** Only this share of the window is used, because our count of tokens differs from the provider's. */
const usableShare = 0.9;
const leastResultTokens = 100;

/**
 * Calls the model until it answers without calling tools. Each reply is saved with its charge before its tools run, and
 * their results are saved before the next call, so that every payment and every tool run is recorded. At the step
 * limit, the model is asked to answer without tools.
 */
export async function answerWithTools(ctx: Ctx, asked: Asked): Promise<FinalReply> {
  const { about, model, limits, maxOutputTokens, factor } = asked;
  const { contextWindow, tokenizer } = model.terms;
  const counting = countingOf(tokenizer);
  const count = (message: Message) => countBy(counting, messageText(message));
  const described = asked.tools.offered().map(toTool);
  const { atMost: beside } = await tokensBeside({ tools: described }, (text) => countBy(counting, text));
  const messages = [...asked.prompt.messages];
  const room = Math.floor(inputLimit({ contextWindow, maxOutputTokens, factor }) * usableShare) - beside;
  let filled = messages.reduce((sum, message) => sum + count(message), countBy(counting, asked.prompt.instructions));
  const add = (message: Message) => {
    filled += count(message);
    messages.push(message);
  };

  for (let step = 1; ; step += 1) {
    const isLast = step >= limits.steps;
    if (isLast && step > 1) add({ role: "user", content: lastCall(limits.steps) });
    const tools = isLast ? [] : asked.tools.offered().map(toTool);
    const asking = ask(ctx, { ...asked, messages, tools, step });
    const { answer, charge } = await (isLast ? asking.catch(noAnswer(limits)) : asking);
    if (answer.toolCalls.length === 0) return { answer, charge };

    const reply = {
      role: "assistant",
      content: storable(answer.text),
      toolCalls: answer.toolCalls.map(cleaned),
    } as const;
    await save(ctx, about.exchangeId, { messages: [{ ...reply, redacted: true }], usage: answer.usage, charge });
    add(reply);
    crashPoint("reply saved");

    const { signal, emit, log } = ctx;
    const results = await runTools(
      {
        ...about,
        db: ctx.db,
        signal,
        log,
        tools: asked.tools.all,
        limits,
        onCall: ({ id, name, input }) => emit({ type: "tool-call", id, name, input: storableJson(input) }),
        onResult: ({ call: { id, name }, text, isError, tookMs }) =>
          emit({ type: "tool-result", id, name, isError, tookMs, text }),
      },
      reply.toolCalls,
    );
    crashPoint("tools finished");
    await save(ctx, about.exchangeId, { messages: results.map(toMessage) });
    for (const result of results) {
      const left = room - filled;
      const content = cut(result.text, Math.max(0, left) * 3);
      const isRoom = left >= leastResultTokens;
      const { id: callId, name } = result.call;
      add({ role: "tool", callId, name, content: isRoom ? content : noRoom, isError: result.isError || !isRoom });
    }
  }
}

const toTool = ({ name, description, schema }: ChatTool): Tool => ({ name, description, input: schema });

const lastCall = (steps: number): string =>
  `The limit of ${steps} calls for one answer is reached. Answer now with what you have, and say what is missing.`;
const noAnswer =
  ({ steps }: Limits) =>
  (thrown: unknown): never => {
    const error = toAppError(thrown);
    if (error.code !== "empty_answer") throw thrown;
    throw new AppError(
      "exchange_limit",
      `The model reached the limit of ${steps} calls and gave no answer. Ask for less at a time, or choose another model.`,
      { cause: error },
    );
  };
const noRoom = "The result was left out: the context window is full. Answer with what you have.";

/**
 * The maximum length of a tool call's input: more than any model writes in one answer. A call with a longer input is not
 * run, and the next prompt contains only the input's length.
 */
const mostInputChars = 100_000;

/**
 * Wraps input that is not an object, because providers would reject the next prompt. The prompt still contains what the
 * model sent.
 */
function cleaned(call: ToolCall): ToolCall {
  const input = storableJson(call.input);
  const isObject = typeof input === "object" && input !== null && !Array.isArray(input);
  const name = storable(call.name);
  const length = JSON.stringify(input)?.length ?? 0;
  if (length <= mostInputChars) return { ...call, name, input: isObject ? input : { invalid: input } };
  const problem = `its input is longer than ${mostInputChars} characters.`;
  return { ...call, name, input: { invalid: `(${length} characters)` }, problem };
}

const toMessage = ({ call, text, isError, tookMs }: ToolResult): NewMessage => ({
  role: "tool",
  content: text,
  redacted: true,
  isError,
  tookMs,
  toolCallId: call.id,
  toolName: call.name,
});

type Saved = { messages: readonly NewMessage[]; usage?: CallResult["usage"]; charge?: Charge };

/** Saves a reply or tool results. Waits out a database outage, because the reply is paid for and the tools have run. */
async function save(ctx: Ctx, exchangeId: ExchangeId, { charge, messages, usage }: Saved): Promise<void> {
  const staged = messages.map((message) => ({ ...message, id: newId() }));
  const stage = async (db: Tx) => {
    if (!(await stageMessages(db, { exchangeId, messages: staged, usage }))) throw endedElsewhere(exchangeId);
  };
  await throughOutages(
    { log: ctx.log, signal: ctx.stopped },
    {
      write: () => (charge ? saveWithCharge(ctx, charge, stage) : ctx.tx(stage)),
      isWritten: () => ctx.tx((db) => hasMessage(db, staged[0]?.id ?? "")),
    },
  );
}

export const endedElsewhere = (exchangeId: ExchangeId): AppError =>
  new AppError("lease_lost", `Exchange ${exchangeId} was ended by another process. Retry the exchange.`);

type Step = Omit<Asked, "tools"> & { messages: readonly Message[]; tools: Tool[]; step: number };

/**
 * Makes one model call. Waits while the rate limit is reached, and retries temporary failures that occur before the
 * first word.
 */
async function ask(ctx: Ctx, step: Step): Promise<FinalReply> {
  const { about, model, maxOutputTokens, tools, prompt } = step;
  const scope: CallScope = { projectId: about.projectId, exchangeId: about.exchangeId };
  for (let tries = 1; ; ) {
    let isShown = false;
    try {
      const outcome = await callModel(ctx, {
        model,
        maxOutputTokens,
        tools,
        scope,
        prompt: { instructions: prompt.instructions, messages: [...step.messages] },
        key: `exchange:${about.exchangeId}:${step.step}`,
        job: null,
        continuations: 0,
        keepsInvalidCalls: true,
        cachePrefix: step.step === 1 && tools.length > 0,
        onText(text) {
          isShown = true;
          ctx.emit({ type: "text", text });
        },
      });
      if (outcome.ok) return outcome;
      if (outcome.why.reason !== "rate-limited") throw refused(outcome);
      ctx.emit({ type: "waiting", reason: "rate-limited", ms: outcome.why.waitMs });
      await pause(outcome.why.waitMs, ctx.signal);
    } catch (thrown) {
      ctx.signal.throwIfAborted();
      const error = toAppError(thrown);
      if (!passing.includes(error.code) || isShown || tries >= mostTries) throw thrown;
      const ms = error.retryAfterMs ?? step.limits.retryMs * tries;
      ctx.emit({ type: "waiting", reason: error.code, ms });
      await pause(ms, ctx.signal);
      tries += 1;
    }
  }
}

function refused({ why }: Refusal): AppError {
  if (why.reason === "over-budget") {
    return new AppError(
      "over_budget",
      `The next call could cost ${formatDollars(why.shortBy)} more than the budget of this exchange. Ask again with a larger budget, or choose a cheaper model.`,
    );
  }
  const short = why.reason === "insufficient-funds" ? ` ${formatDollars(why.shortBy)} is missing.` : "";
  return new AppError(
    "insufficient_funds",
    `The wallet does not cover the next call.${short} Top it up and ask again.`,
  );
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  const abort = () => reject(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener("abort", abort, { once: true });
  return promise.finally(() => {
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
  });
}
