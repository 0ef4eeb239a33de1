import { type Ending, event, halves, strayCall, type Wire } from "./wire.ts";

const candidate = (parts: object[], finishReason?: string) => ({
  candidates: [{ content: { role: "model", parts }, finishReason, index: 0 }],
});
const usageMetadata = { promptTokenCount: 11, candidatesTokenCount: 7, totalTokenCount: 18 };

const reasons: Record<Ending, string | undefined> = {
  stop: "STOP",
  length: "MAX_TOKENS",
  filter: "SAFETY",
  window: "MODEL_LENGTH",
  tools: "STOP",
  unknown: "OTHER",
  error: "MALFORMED_FUNCTION_CALL",
  none: undefined,
};

export const googleWire: Wire = {
  say: (words) => words.map((text) => event(candidate([{ text }]))),
  finish: (reason) =>
    reason === "tools" ? googleWire.call(strayCall) : [event({ ...candidate([], reasons[reason]), usageMetadata })],
  object: (json) => [...googleWire.say(halves(json)), ...googleWire.finish("stop")],
  // Google's tool calls have no id, only a signature that must be sent back.
  call: ({ name, input }) => {
    const functionCall = { name, args: JSON.parse(input) };
    return [
      event({ ...candidate([{ functionCall, thoughtSignature: "c2lnbmVkLWJ5LWdvb2dsZQ==" }], "STOP"), usageMetadata }),
    ];
  },
  refuse: (words = []) => [
    ...googleWire.say(words),
    event({ promptFeedback: { blockReason: "SAFETY" }, usageMetadata: { promptTokenCount: 11, totalTokenCount: 11 } }),
  ],
  refusal: "content-filter",
  error: ({ status, code, message }) => ({ error: { code: status, message, status: code } }),
  errorFrame: (problem) => event(googleWire.error(problem)),
  overflow: {
    status: 400,
    code: "INVALID_ARGUMENT",
    message: "The input token count (1048600) exceeds the maximum number of tokens allowed (1048575).",
  },
  billing: { status: 402, code: "FAILED_PRECONDITION", message: "Billing is not enabled." },
};
