import { type Instructions, jsonSchema, type ModelMessage, Output, type ToolSet } from "ai";
import { addCacheBreakpoints } from "./cache-breakpoints.ts";
import type { CallInput, Message } from "./call-input.ts";
import { messageText } from "./message-text.ts";
import { hasOnlyRequired } from "./only-required.ts";
import { readShapes } from "./request-shapes.ts";
import type { Shape } from "./shape.ts";

/** A call in the words of the AI SDK. */
export type Request = {
  instructions: Instructions;
  messages: ModelMessage[];
  tools: ToolSet | undefined;
  output: ReturnType<typeof askFor> | undefined;
  /** OpenAI's strict mode refuses schemas that leave something open. */
  isStrict: boolean;
  /** Everything that is sent to be read, as one text: what the input is guessed from when a provider does not count it. */
  sent: string;
};

export async function toRequest<T>(input: Omit<CallInput<T>, "model">): Promise<Request> {
  const { tools, schema, texts } = await readShapes(input);
  // The bare shape: the SDK must not validate the input, because its error would repeat all of it.
  const offered = tools.map(({ name, description, shape }) => [name, { description, inputSchema: jsonSchema(shape) }]);
  return {
    ...addCacheBreakpoints(input, input.messages.map(toModelMessage)),
    tools: offered.length > 0 ? Object.fromEntries(offered) : undefined,
    output: schema && askFor(schema),
    isStrict: schema !== undefined && hasOnlyRequired(schema),
    sent: [input.instructions, ...input.messages.map(messageText), ...texts].join("\n"),
  };
}

/** Only to be sent: reading the answer is our own business, and the SDK would read it anew with every word that comes. */
const askFor = (shape: Shape) => ({
  ...Output.object({ schema: jsonSchema(shape) }),
  parsePartialOutput: async () => undefined,
});

function toModelMessage(message: Message): ModelMessage {
  if (message.role === "user") return message;
  if (message.role === "tool") {
    const output = { type: message.isError ? "error-text" : "text", value: message.content } as const;
    return {
      role: "tool",
      content: [{ type: "tool-result", toolCallId: message.callId, toolName: message.name, output }],
    };
  }
  if (!message.toolCalls?.length) return { role: "assistant", content: message.content };
  return {
    role: "assistant",
    content: [
      ...(message.content === "" ? [] : [{ type: "text" as const, text: message.content }]),
      ...message.toolCalls.map(({ id, name, input, keepsake }) => ({
        type: "tool-call" as const,
        toolCallId: id,
        toolName: name,
        input,
        ...(keepsake ? { providerOptions: keepsake } : {}),
      })),
    ],
  };
}
