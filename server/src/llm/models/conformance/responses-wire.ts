import { chatWire } from "./chat-wires.ts";
import { type Ending, event, halves, strayCall, type Wire } from "./wire.ts";

const message = (content: object[]) => ({
  type: "message",
  id: "msg_1",
  role: "assistant",
  status: "completed",
  content,
});
const created = event({ type: "response.created", response: { id: "resp_1", created_at: 1, model: "m" } });
const added = (item: object, output_index = 0) => event({ type: "response.output_item.added", output_index, item });
const done = (item: object, output_index = 0) => event({ type: "response.output_item.done", output_index, item });
const within = { item_id: "msg_1", output_index: 0, content_index: 0 };

const reasons: Partial<Record<Ending, string>> = {
  length: "max_output_tokens",
  filter: "content_filter",
  window: "model_context_window_exceeded",
  unknown: "weird_reason",
};
const types: Partial<Record<Ending, string>> = {
  stop: "response.completed",
  tools: "response.completed",
  error: "response.failed",
};

const end = (reason: Ending): string =>
  event({
    type: types[reason] ?? "response.incomplete",
    sequence_number: 9,
    response: {
      error: null,
      incomplete_details: reasons[reason] ? { reason: reasons[reason] } : null,
      usage: {
        input_tokens: 11,
        input_tokens_details: { cached_tokens: 0 },
        output_tokens: 7,
        output_tokens_details: { reasoning_tokens: 0 },
      },
    },
  });

function callOf({ id, name, input }: typeof strayCall, place: number): string[] {
  const item = { type: "function_call", id: "fc_1", call_id: id, name };
  const delta = { type: "response.function_call_arguments.delta", item_id: "fc_1", output_index: place };
  return [
    added({ ...item, arguments: "" }, place),
    ...halves(input).map((part) => event({ ...delta, delta: part })),
    done({ ...item, arguments: input, status: "completed" }, place),
  ];
}

export const responsesWire: Wire = {
  say: (words) => [
    created,
    added(message([])),
    ...words.map((delta) => event({ type: "response.output_text.delta", ...within, delta })),
  ],
  finish: (reason) => [
    done(message([])),
    ...(reason === "tools" ? callOf(strayCall, 1) : []),
    ...(reason === "none" ? [] : [end(reason)]),
  ],
  object: (json) => [...responsesWire.say(halves(json)), ...responsesWire.finish("stop")],
  call: (call) => [created, ...callOf(call, 0), end("stop")],
  refuse: (words = []) => [
    ...responsesWire.say(words),
    ...halves("I cannot help.").map((delta) =>
      event({ type: "response.refusal.delta", ...within, delta, sequence_number: 3 }),
    ),
    ...responsesWire.finish("stop"),
  ],
  refusal: "refusal",
  error: chatWire.error,
  errorFrame: ({ code, message }) => event({ type: "error", code, message, param: null, sequence_number: 2 }),
  overflow: {
    status: 400,
    code: "context_length_exceeded",
    message: "Your input exceeds the context window of this model.",
  },
  billing: chatWire.billing,
};
