import { AppError } from "#platform";
import { type Asked, clean } from "../errors/to-call-error.ts";
import type { CallInput, Tool, ToolCall } from "../request/call-input.ts";
import type { CallResult } from "../request/call-result.ts";
import { endingOf } from "./ending-of.ts";
import { describeIssues } from "./read-json.ts";
import { readObject } from "./read-object.ts";
import type { StreamedAnswer } from "./read-stream.ts";

type Understood<T> = Pick<CallResult<T>, "object" | "toolCalls">;

/** What the answer means beyond its text: the tools it calls, or the object it was asked to be. */
export function parseAnswer<T>(
  heard: StreamedAnswer,
  input: Pick<CallInput<T>, "tools" | "schema">,
  asked: Asked,
): Understood<T> | AppError {
  if (endingOf(heard) === "tool-calls") {
    const read = heard.toolCalls.map((call) => readCall(call, input.tools ?? []));
    const problems = read.flatMap((one) => ("problems" in one ? one.problems : []));
    if (problems.length > 0) return notUnderstood(heard, asked, problems);
    return { object: undefined, toolCalls: read.flatMap((one) => ("call" in one ? [one.call] : [])) };
  }
  if (!input.schema) return { object: undefined, toolCalls: [] };
  const reading = readObject(heard.text, input.schema);
  return reading.ok ? { object: reading.object, toolCalls: [] } : notUnderstood(heard, asked, reading.problems);
}

function readCall(call: ToolCall, tools: Tool[]): { call: ToolCall } | { problems: string[] } {
  const tool = tools.find(({ name }) => name === call.name);
  if (!tool) return { problems: [`There is no tool ${call.name}.`] };
  const parsed = tool.input.safeParse(call.input);
  if (parsed.success) return { call: { ...call, input: parsed.data } };
  return { problems: describeIssues(parsed.error).map((issue) => `${call.name}: ${issue}`) };
}

function notUnderstood(heard: StreamedAnswer, asked: Asked, found: string[]): AppError {
  const { model } = asked;
  // They may repeat a name the model made up, and with it whatever it was told.
  const problems = found.map((problem) => clean(problem, asked));
  const details = { model, problems, text: heard.text };
  // The same cap would cut it again.
  if (endingOf(heard) === "length") {
    const message = `${model} reached its output cap before its answer was complete. Allow it more tokens.`;
    return new AppError("invalid_answer", message, { details, retry: false });
  }
  return new AppError("invalid_answer", `${model} did not answer in the shape it was asked for: ${problems[0]}`, {
    details,
  });
}
