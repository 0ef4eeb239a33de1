import { event, type Wire } from "./wire.ts";

export const anthropicWire: Wire = {
  say: (words) => [
    event({
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
    }),
    event({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } }),
    ...words.map((text) => event({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text } })),
  ],
  finish: (reason) => end(reason === "stop" ? "end_turn" : "max_tokens"),
  refuse: () => [...anthropicWire.say([]), ...end("refusal")],
  error: ({ code, message }) => ({ type: "error", error: { type: code, message }, request_id: "req_1" }),
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

const end = (reason: string): string[] => [
  event({ type: "content_block_stop", index: 0 }),
  event({
    type: "message_delta",
    delta: { stop_reason: reason, stop_sequence: null },
    usage: { output_tokens: 7 },
  }),
  event({ type: "message_stop" }),
];

const candidate = (text: string[], finishReason?: string) => ({
  candidates: [{ content: { role: "model", parts: text.map((one) => ({ text: one })) }, finishReason, index: 0 }],
});

export const googleWire: Wire = {
  say: (words) => words.map((text) => event(candidate([text]))),
  finish: (reason) => [
    event({
      ...candidate([], reason === "stop" ? "STOP" : "MAX_TOKENS"),
      usageMetadata: { promptTokenCount: 11, candidatesTokenCount: 7, totalTokenCount: 18 },
    }),
  ],
  refuse: () => [
    event({ promptFeedback: { blockReason: "SAFETY" }, usageMetadata: { promptTokenCount: 11, totalTokenCount: 11 } }),
  ],
  error: ({ status, code, message }) => ({ error: { code: status, message, status: code } }),
  overflow: {
    status: 400,
    code: "INVALID_ARGUMENT",
    message: "The input token count (1048600) exceeds the maximum number of tokens allowed (1048575).",
  },
  billing: { status: 402, code: "FAILED_PRECONDITION", message: "Billing is not enabled." },
};
