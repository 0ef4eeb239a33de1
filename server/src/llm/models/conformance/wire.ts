/** One provider's way of writing a stream and its errors, as its documentation shows them. */
export type Wire = {
  /** The frames that say these words. */
  say(words: string[]): string[];
  /** The frames that end a stream, with 11 tokens in and 7 out. */
  finish(reason: "stop" | "length"): string[];
  refuse(): string[];
  /** The body of an error. */
  error(problem: { status: number; code: string; message: string }): unknown;
  overflow: { status: number; code: string; message: string };
  billing: { status: number; code: string; message: string };
};

export const event = (data: unknown): string => {
  const type = typeof data === "object" && data !== null && "type" in data ? `event: ${data.type}\n` : "";
  return `${type}data: ${JSON.stringify(data)}\n\n`;
};

const chatChunk = (delta: object, reason: string | null = null): string =>
  event({ id: "1", created: 1, model: "m", choices: [{ index: 0, delta, finish_reason: reason }] });

export const chatWire: Wire = {
  say: (words) => words.map((content) => chatChunk({ role: "assistant", content })),
  finish: (reason) => [
    chatChunk({}, reason),
    event({
      id: "1",
      created: 1,
      model: "m",
      choices: [],
      usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 },
    }),
    "data: [DONE]\n\n",
  ],
  refuse: () => [chatChunk({ role: "assistant", refusal: "I cannot help with that." }), ...chatWire.finish("stop")],
  error: ({ code, message }) => ({ error: { message, type: "invalid_request_error", param: null, code } }),
  overflow: {
    status: 400,
    code: "context_length_exceeded",
    message: "This model's maximum context length is 8192 tokens.",
  },
  billing: { status: 429, code: "insufficient_quota", message: "You exceeded your current quota." },
};

/** Servers that speak OpenAI's language, without OpenAI's codes. */
export const compatibleWire: Wire = {
  ...chatWire,
  refuse: () => [chatChunk({ role: "assistant" }, "content_filter"), "data: [DONE]\n\n"],
  error: ({ status, message }) => ({ error: { message, type: "BadRequestError", code: status } }),
  overflow: { status: 400, code: "", message: "This model's maximum context length is 4096 tokens. However, …" },
  billing: { status: 402, code: "", message: "Insufficient credits. Add more on your account page." },
};

const item = (content: object[]) => ({ type: "message", id: "msg_1", role: "assistant", status: "completed", content });

export const responsesWire: Wire = {
  say: (words) => [
    event({ type: "response.created", response: { id: "resp_1", created_at: 1, model: "m" } }),
    event({ type: "response.output_item.added", output_index: 0, item: item([]) }),
    ...words.map((delta) =>
      event({ type: "response.output_text.delta", item_id: "msg_1", output_index: 0, content_index: 0, delta }),
    ),
  ],
  finish: (reason) => [
    event({ type: "response.output_item.done", output_index: 0, item: item([]) }),
    event({
      type: reason === "stop" ? "response.completed" : "response.incomplete",
      response: {
        incomplete_details: reason === "stop" ? null : { reason: "max_output_tokens" },
        usage: {
          input_tokens: 11,
          input_tokens_details: { cached_tokens: 0 },
          output_tokens: 7,
          output_tokens_details: { reasoning_tokens: 0 },
        },
      },
    }),
  ],
  refuse: () => [
    ...responsesWire.say([]),
    event({
      type: "response.refusal.delta",
      item_id: "msg_1",
      output_index: 0,
      content_index: 0,
      delta: "I cannot help.",
      sequence_number: 3,
    }),
    ...responsesWire.finish("stop"),
  ],
  error: chatWire.error,
  overflow: {
    status: 400,
    code: "context_length_exceeded",
    message: "Your input exceeds the context window of this model.",
  },
  billing: chatWire.billing,
};
