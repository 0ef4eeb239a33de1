/** One provider's way of writing a stream and its errors, as its documentation shows them. */
export type Wire = {
  /** The frames that say these words. */
  say(words: string[]): string[];
  /** The frames that end a stream, with 11 tokens in and 7 out. */
  finish(reason: "stop" | "length"): string[];
  /** A whole stream that answers with this JSON where a shape was asked for, in two pieces. */
  object(json: string): string[];
  /** A whole stream that calls one tool. */
  call(call: { id: string; name: string; input: string }): string[];
  refuse(): string[];
  /** The body of an error. */
  error(problem: Problem): unknown;
  /** An error as an event of a stream that had begun well. */
  errorFrame(problem: Problem): string;
  overflow: Problem;
  /** How it says that the account is empty. */
  billing: Problem;
};

export type Problem = { status: number; code: string; message: string };

export const event = (data: unknown): string => {
  const type = typeof data === "object" && data !== null && "type" in data ? `event: ${data.type}\n` : "";
  return `${type}data: ${JSON.stringify(data)}\n\n`;
};

/** A text in two pieces, as streams bring it. */
export const halves = (text: string): [string, string] => {
  const middle = Math.ceil(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)];
};
