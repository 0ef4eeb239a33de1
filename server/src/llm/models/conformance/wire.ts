/** One provider's way of writing a stream and its errors, as its documentation shows them. */
export type Wire = {
  /** The frames that say these words. */
  say(words: string[]): string[];
  /** The frames that end a stream for this reason, with 11 tokens in and 7 out. */
  finish(reason: Ending): string[];
  /** A whole stream that answers with this JSON where a shape was asked for, in two pieces. */
  object(json: string): string[];
  /** A whole stream that calls one tool. */
  call(call: { id: string; name: string; input: string }): string[];
  /** A whole stream that refuses, at once or after these words. */
  refuse(words?: string[]): string[];
  /** How a refusal after some text is understood: as the model's, or as its provider's filter. */
  refusal: "refusal" | "content-filter";
  /** The body of an error. */
  error(problem: Problem): unknown;
  /** An error as an event of a stream that had begun well. */
  errorFrame(problem: Problem): string;
  overflow: Problem;
  /** How it says that the account is empty. */
  billing: Problem;
};

/**
 * Why a stream ends. Not every provider has a word for each: where its documentation has none, the wire says what proxies
 * before it say. `tools`: it calls a tool. `none`: the stream ends in order, with its usage, and gives no reason.
 */
export type Ending = "stop" | "length" | "filter" | "window" | "tools" | "unknown" | "error" | "none";

export type Problem = { status: number; code: string; message: string };

export const event = (data: unknown): string => {
  const type = typeof data === "object" && data !== null && "type" in data ? `event: ${data.type}\n` : "";
  return `${type}data: ${JSON.stringify(data)}\n\n`;
};

/** The call with which a stream ends in `tools`. */
export const strayCall = { id: "call_9", name: "browse", input: '{"page":"1"}' };

/** A text in two pieces, as streams bring it. */
export const halves = (text: string): [string, string] => {
  const middle = Math.ceil(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)];
};
