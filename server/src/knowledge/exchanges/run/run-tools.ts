import type { ToolCall } from "#models";
import { type Log, newId, toAppError } from "#platform";
import type { ChatTool, ToolCtx } from "../chat-tool.ts";
import { insertAction } from "../record/actions.store.ts";
import type { Limits } from "./limits.ts";
import { storable, storableJson } from "./storable.ts";

export type ToolResult = { call: ToolCall; text: string; isError: boolean; tookMs: number };

type Listeners = { onCall(call: ToolCall): void; onResult(result: ToolResult): void };

type Ctx = ToolCtx & { log: Log; tools: readonly ChatTool[]; limits: Limits } & Listeners;

/**
 * Runs the tool calls of one reply and returns their results in the order of the calls. Calls that touch the same data
 * run one after the other; all other calls run in parallel. A tool that fails, hangs or does not exist gives an error
 * result. Throws only if the exchange is aborted.
 */
export async function runTools(ctx: Ctx, calls: readonly ToolCall[]): Promise<ToolResult[]> {
  const lastToTouch = new Map<string, Promise<unknown>>();
  const running = calls.map((call) => {
    const touched = touchedBy(ctx.tools, call);
    const before = touched.flatMap((key) => lastToTouch.get(key) ?? []);
    const result = Promise.all(before).then(() => runTool(ctx, call));
    for (const key of touched) lastToTouch.set(key, result);
    return result;
  });
  const results = await Promise.all(running);
  ctx.signal.throwIfAborted();
  return results;
}

function touchedBy(tools: readonly ChatTool[], call: ToolCall): readonly string[] {
  const tool = tools.find(({ name }) => name === call.name);
  if (!tool?.touches || call.problem !== undefined) return [];
  try {
    return tool.touches(call.input);
  } catch {
    return []; // the input is invalid; the error is reported when the call runs
  }
}

async function runTool(ctx: Ctx, call: ToolCall): Promise<ToolResult> {
  const began = performance.now();
  ctx.onCall(call);
  const outcome = await attempt(ctx, call);
  const text = cut(storable(outcome.text), ctx.limits.resultChars);
  const result = { call, ...outcome, text, tookMs: Math.round(performance.now() - began) };
  ctx.onResult(result);
  return result;
}

async function attempt(ctx: Ctx, call: ToolCall): Promise<{ text: string; isError: boolean }> {
  if (call.problem !== undefined) return { text: `The call is not valid: ${call.problem}`, isError: true };
  const tool = ctx.tools.find(({ name }) => name === call.name);
  if (!tool) return { text: `There is no tool ${call.name}.`, isError: true };
  const deadline = AbortSignal.timeout(ctx.limits.toolMs);
  const signal = AbortSignal.any([ctx.signal, deadline]);
  try {
    const text = await orAbort(signal, execute({ ...ctx, signal }, tool, call));
    return { text, isError: false };
  } catch (error) {
    if (deadline.aborted && !ctx.signal.aborted) {
      return { text: `${call.name} took longer than ${ctx.limits.toolMs / 1_000} s and was stopped.`, isError: true };
    }
    if (!ctx.signal.aborted) ctx.log.debug("A tool of a conversation failed.", { tool: call.name, error });
    return { text: toAppError(error).message, isError: true };
  }
}

/** A tool with effects only records a proposal, which the user confirms or declines. */
async function execute(ctx: ToolCtx, tool: ChatTool, { input }: ToolCall): Promise<string> {
  if (tool.effects === "none") return tool.run(ctx, input);
  const { summary, price, input: chosen = input } = await tool.propose(ctx, input);
  const action = { id: newId(), exchangeId: ctx.exchangeId, tool: tool.name, input: storableJson(chosen), price };
  await ctx.db.tx((db) => insertAction(db, { ...action, summary: storable(summary) }));
  return `Proposed to the user: ${summary} It is not done yet. The user sees the proposal beside your answer and confirms or declines it.`;
}

/** Rejects when the signal aborts, so that a tool that ignores its signal does not delay the exchange. */
function orAbort<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const abort = () => reject(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener("abort", abort, { once: true });
  work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  return promise;
}

export const cut = (text: string, chars: number): string =>
  text.length <= chars
    ? text
    : `${text.slice(0, chars).toWellFormed()}\n[cut: ${text.length - chars} more characters. Ask for less, or for a part.]`;
