import { type Ending, event, halves, strayCall, type Wire } from "./wire.ts";

const chunk = (delta: object, reason: string | null = null): string =>
  event({ id: "1", created: 1, model: "m", choices: [{ index: 0, delta, finish_reason: reason }] });

const reasons: Record<Exclude<Ending, "none">, string> = {
  stop: "stop",
  length: "length",
  filter: "content_filter",
  window: "model_length", // Mistral
  tools: "tool_calls",
  unknown: "weird_reason",
  error: "error", // OpenRouter, if the provider behind it failed
};

const end = (reason: string | null): string[] => [
  ...(reason === null ? [] : [chunk({}, reason)]),
  event({
    id: "1",
    created: 1,
    model: "m",
    choices: [],
    usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 },
  }),
  "data: [DONE]\n\n",
];

const callOf = ({ id, name, input }: typeof strayCall): string[] => [
  chunk({
    role: "assistant",
    content: null,
    tool_calls: [{ index: 0, id, type: "function", function: { name, arguments: "" } }],
  }),
  ...halves(input).map((part) => chunk({ tool_calls: [{ index: 0, function: { arguments: part } }] })),
];

export const chatWire: Wire = {
  say: (words) => words.map((content) => chunk({ role: "assistant", content })),
  finish: (reason) => [
    ...(reason === "tools" ? callOf(strayCall) : []),
    ...end(reason === "none" ? null : reasons[reason]),
  ],
  object: (json) => [...chatWire.say(halves(json)), ...end("stop")],
  call: (call) => [...callOf(call), ...end("tool_calls")],
  refuse: (words = []) => [
    ...chatWire.say(words),
    ...halves("I cannot help with that.").map((refusal) => chunk({ role: "assistant", refusal })),
    ...end("stop"),
  ],
  refusal: "refusal",
  error: ({ code, message }) => ({ error: { message, type: "invalid_request_error", param: null, code } }),
  errorFrame: (problem) => event(chatWire.error(problem)),
  overflow: {
    status: 400,
    code: "context_length_exceeded",
    message: "This model's maximum context length is 8192 tokens.",
  },
  billing: { status: 429, code: "insufficient_quota", message: "You exceeded your current quota." },
};

/** Servers with OpenAI's protocol, but without its error codes. */
export const compatibleWire: Wire = {
  ...chatWire,
  refuse: (words = []) => [...chatWire.say(words), chunk({ role: "assistant" }, "content_filter"), "data: [DONE]\n\n"],
  refusal: "content-filter",
  error: ({ status, message }) => ({ error: { message, type: "BadRequestError", code: status } }),
  errorFrame: (problem) => event(compatibleWire.error(problem)),
  overflow: { status: 400, code: "", message: "This model's maximum context length is 4096 tokens. However, …" },
  billing: { status: 402, code: "", message: "Insufficient credits. Add more on your account page." },
};

const ollamaTypes: Record<number, string> = { 400: "invalid_request_error", 404: "not_found_error" };

/** Ollama has few error types: everything but 400 and 404 is an `api_error`. Its tool calls come in one frame. */
export const ollamaWire: Wire = {
  ...compatibleWire,
  call: ({ id, name, input }) => [
    chunk({
      role: "assistant",
      content: "",
      tool_calls: [{ index: 0, id, type: "function", function: { name, arguments: input } }],
    }),
    ...end("tool_calls"),
  ],
  error: ({ status, message }) => ({
    error: { message, type: ollamaTypes[status] ?? "api_error", param: null, code: null },
  }),
  errorFrame: (problem) => event(ollamaWire.error(problem)),
  overflow: { status: 400, code: "", message: "the input length exceeds the context length" },
};
