import { chatWire } from "./chat-wires.ts";
import { event, halves, type Wire } from "./wire.ts";

const message = (content: object[]) => ({
  type: "message",
  id: "msg_1",
  role: "assistant",
  status: "completed",
  content,
});
const created = event({ type: "response.created", response: { id: "resp_1", created_at: 1, model: "m" } });
const added = (item: object) => event({ type: "response.output_item.added", output_index: 0, item });
const done = (item: object) => event({ type: "response.output_item.done", output_index: 0, item });
const within = { item_id: "msg_1", output_index: 0, content_index: 0 };

const end = (reason: "stop" | "length"): string =>
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
  });

export const responsesWire: Wire = {
  say: (words) => [
    created,
    added(message([])),
    ...words.map((delta) => event({ type: "response.output_text.delta", ...within, delta })),
  ],
  finish: (reason) => [done(message([])), end(reason)],
  object: (json) => [...responsesWire.say(halves(json)), ...responsesWire.finish("stop")],
  call: ({ id, name, input }) => {
    const item = { type: "function_call", id: "fc_1", call_id: id, name };
    const delta = { type: "response.function_call_arguments.delta", item_id: "fc_1", output_index: 0 };
    return [
      created,
      added({ ...item, arguments: "" }),
      ...halves(input).map((part) => event({ ...delta, delta: part })),
      done({ ...item, arguments: input, status: "completed" }),
      end("stop"),
    ];
  },
  refuse: () => [
    ...responsesWire.say([]),
    event({ type: "response.refusal.delta", ...within, delta: "I cannot help.", sequence_number: 3 }),
    ...responsesWire.finish("stop"),
  ],
  error: chatWire.error,
  errorFrame: ({ code, message }) => event({ type: "error", code, message, param: null, sequence_number: 2 }),
  overflow: {
    status: 400,
    code: "context_length_exceeded",
    message: "Your input exceeds the context window of this model.",
  },
  billing: chatWire.billing,
};
