import { type Ending, event, halves, strayCall, type Wire } from "./wire.ts";

const start = event({
  type: "message_start",
  message: {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "m",
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 11, output_tokens: 1 },
  },
});
const block = (content_block: object, index = 0) => event({ type: "content_block_start", index, content_block });
const delta = (delta: object, index = 0) => event({ type: "content_block_delta", index, delta });
const reasons: Record<Ending, string | null> = {
  stop: "end_turn",
  length: "max_tokens",
  filter: "refusal", // one reason for both
  window: "model_context_window_exceeded",
  tools: "tool_use",
  unknown: "weird_reason",
  error: "error",
  none: null,
};
const end = (reason: string | null, index = 0): string[] => [
  event({ type: "content_block_stop", index }),
  event({ type: "message_delta", delta: { stop_reason: reason, stop_sequence: null }, usage: { output_tokens: 7 } }),
  event({ type: "message_stop" }),
];

const callOf = ({ id, name, input }: typeof strayCall, place: number): string[] => [
  block({ type: "tool_use", id, name, input: {} }, place),
  ...halves(input).map((partial_json) => delta({ type: "input_json_delta", partial_json }, place)),
];

export const anthropicWire: Wire = {
  say: (words) => [
    start,
    block({ type: "text", text: "" }),
    ...words.map((text) => delta({ type: "text_delta", text })),
  ],
  finish: (reason) =>
    reason === "tools"
      ? [event({ type: "content_block_stop", index: 0 }), ...callOf(strayCall, 1), ...end(reasons.tools, 1)]
      : end(reasons[reason]),
  // The adapter requests an object as a tool call whose input has the schema of the object.
  object: (json) => anthropicWire.call({ id: "toolu_1", name: "json", input: json }),
  call: (call) => [start, ...callOf(call, 0), ...end("tool_use")],
  refuse: (words = []) => [...anthropicWire.say(words), ...end("refusal")],
  refusal: "refusal",
  error: ({ code, message }) => ({ type: "error", error: { type: code, message }, request_id: "req_1" }),
  errorFrame: (problem) => event(anthropicWire.error(problem)),
  overflow: {
    status: 400,
    code: "invalid_request_error",
    message: "prompt is too long: 200001 tokens > 200000 maximum",
  },
  billing: {
    status: 400,
    code: "invalid_request_error",
    message: "Your credit balance is too low to access the Anthropic API.",
  },
};
