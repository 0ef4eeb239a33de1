import { event, halves, type Wire } from "./wire.ts";

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
const block = (content_block: object) => event({ type: "content_block_start", index: 0, content_block });
const delta = (delta: object) => event({ type: "content_block_delta", index: 0, delta });
const end = (reason: string): string[] => [
  event({ type: "content_block_stop", index: 0 }),
  event({ type: "message_delta", delta: { stop_reason: reason, stop_sequence: null }, usage: { output_tokens: 7 } }),
  event({ type: "message_stop" }),
];

export const anthropicWire: Wire = {
  say: (words) => [
    start,
    block({ type: "text", text: "" }),
    ...words.map((text) => delta({ type: "text_delta", text })),
  ],
  finish: (reason) => end(reason === "stop" ? "end_turn" : "max_tokens"),
  // Models that cannot be held to a shape otherwise are made to call a tool of that shape.
  object: (json) => anthropicWire.call({ id: "toolu_1", name: "json", input: json }),
  call: ({ id, name, input }) => [
    start,
    block({ type: "tool_use", id, name, input: {} }),
    ...halves(input).map((partial_json) => delta({ type: "input_json_delta", partial_json })),
    ...end("tool_use"),
  ],
  refuse: () => [...anthropicWire.say([]), ...end("refusal")],
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
