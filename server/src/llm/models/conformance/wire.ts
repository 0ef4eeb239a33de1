/** A provider's wire format for streams and errors, as documented. */
export type Wire = {
  /** The frames that stream a text in these chunks. */
  say(words: string[]): string[];
  /** The frames that end a stream with this finish reason and a usage of 11 input and 7 output tokens. */
  finish(reason: Ending): string[];
  /** A whole stream that sends this JSON in two chunks, as the answer to a request with a schema. */
  object(json: string): string[];
  /** A whole stream that calls one tool. */
  call(call: { id: string; name: string; input: string }): string[];
  /** A whole stream in which the model refuses, at once or after these chunks. */
  refuse(words?: string[]): string[];
  /** The finish reason of a refusal after some text: the model's own refusal, or the provider's content filter. */
  refusal: "refusal" | "content-filter";
  /** The body of an HTTP response that reports an error. */
  error(problem: Problem): unknown;
  /** An error as an event within a stream. */
  errorFrame(problem: Problem): string;
  overflow: Problem;
  /** The error for an empty account. */
  billing: Problem;
};

/**
 * How a stream ends. If a provider documents no finish reason for an ending, the wire uses the reason that proxies send.
 * `tools`: the stream calls a tool. `none`: the stream ends normally, with its usage, but without a reason.
 */
export type Ending = "stop" | "length" | "filter" | "window" | "tools" | "unknown" | "error" | "none";

export type Problem = { status: number; code: string; message: string };

export const event = (data: unknown): string => {
  const type = typeof data === "object" && data !== null && "type" in data ? `event: ${data.type}\n` : "";
  return `${type}data: ${JSON.stringify(data)}\n\n`;
};

/** The tool call of a stream that ends in `tools`. */
export const strayCall = { id: "call_9", name: "browse", input: '{"page":"1"}' };

/** Splits a text into two chunks. */
export const halves = (text: string): [string, string] => {
  const middle = Math.ceil(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)];
};
