import { AppError } from "#platform";
import { type CallContext, sanitize } from "../errors/provider-error.ts";
import type { CallInput, Tool, ToolCall } from "../request/call-input.ts";
import type { CallResult } from "../request/call-result.ts";
import { finishReasonOf } from "./finish-reason.ts";
import { describeIssues } from "./read-json.ts";
import { readObject } from "./read-object.ts";
import type { StreamedAnswer } from "./read-stream.ts";

type ParsedAnswer<T> = Pick<CallResult<T>, "object" | "toolCalls">;

/** Validates the tool calls of an answer, or the object that the caller asked for. */
export function parseAnswer<T>(
  streamed: StreamedAnswer,
  input: Pick<CallInput<T>, "tools" | "schema" | "keepsInvalidCalls" | "keepsInvalidObject">,
  call: CallContext,
): ParsedAnswer<T> | AppError {
  if (finishReasonOf(streamed) === "tool-calls") {
    const parsed = streamed.toolCalls.map((one) => parseToolCall(one, input.tools ?? []));
    if (input.keepsInvalidCalls) return { object: undefined, toolCalls: parsed.map((one) => withProblem(one, call)) };
    const problems = parsed.flatMap((one) => ("problems" in one ? one.problems : []));
    if (problems.length > 0) return invalidAnswer(streamed, call, problems);
    return { object: undefined, toolCalls: parsed.flatMap((one) => ("call" in one ? [one.call] : [])) };
  }
  if (!input.schema) return { object: undefined, toolCalls: [] };
  const reading = readObject(streamed.text, input.schema);
  if (reading.ok) return { object: reading.object, toolCalls: [] };
  if (input.keepsInvalidObject) return { object: undefined, toolCalls: [] };
  return invalidAnswer(streamed, call, reading.problems);
}

type ParsedCall = { call: ToolCall } | { invalid: ToolCall; problems: string[] };

const withProblem = (parsed: ParsedCall, context: CallContext): ToolCall =>
  "call" in parsed ? parsed.call : { ...parsed.invalid, problem: sanitize(parsed.problems.join(" "), context) };

function parseToolCall(call: ToolCall, tools: Tool[]): ParsedCall {
  const tool = tools.find(({ name }) => name === call.name);
  if (!tool) return { invalid: call, problems: [`There is no tool ${call.name}.`] };
  const parsed = tool.input.safeParse(call.input);
  if (parsed.success) return { call: { ...call, input: parsed.data } };
  return { invalid: call, problems: describeIssues(parsed.error).map((issue) => `${call.name}: ${issue}`) };
}

function invalidAnswer(streamed: StreamedAnswer, call: CallContext, found: string[]): AppError {
  const { model } = call;
  // A problem may quote a name that the model made up, and the name may contain a key from the prompt.
  const problems = found.map((problem) => sanitize(problem, call));
  const details = { model, problems, text: streamed.text };
  // A retry would hit the same cap.
  if (finishReasonOf(streamed) === "length") {
    const message = `${model} reached its output cap before its answer was complete. Allow it more tokens.`;
    return new AppError("invalid_answer", message, { details, retry: false });
  }
  return new AppError("invalid_answer", `${model} did not answer in the requested format: ${problems[0]}`, { details });
}
