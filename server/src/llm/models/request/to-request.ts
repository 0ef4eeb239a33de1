import { type Instructions, jsonSchema, type ModelMessage, Output, type ToolSet } from "ai";
import { addCacheBreakpoints } from "./cache-breakpoints.ts";
import { type CallInput, type Message, messageText } from "./call-input.ts";
import { readShapes } from "./request-shapes.ts";
import type { Shape, ShapePart } from "./shape.ts";

/** A call in the format of the AI SDK. */
export type Request = {
  instructions: Instructions;
  messages: ModelMessage[];
  tools: ToolSet | undefined;
  output: ReturnType<typeof outputOf> | undefined;
  /** True if OpenAI's strict mode accepts the schema. */
  isStrict: boolean;
  /** Everything that the model reads, as one text: the basis of an estimate if the provider reports no usage. */
  sent: string;
};

export async function toRequest<T>(input: Omit<CallInput<T>, "model">): Promise<Request> {
  const { tools, schema, texts } = await readShapes(input);
  // Passes only the JSON Schema: the SDK must not validate the input, because its error would contain all of it.
  const offered = tools.map(({ name, description, shape }) => [name, { description, inputSchema: jsonSchema(shape) }]);
  return {
    ...addCacheBreakpoints(input, input.messages.map(toModelMessage)),
    tools: offered.length > 0 ? Object.fromEntries(offered) : undefined,
    output: schema && outputOf(schema),
    isStrict: schema !== undefined && hasOnlyRequired(schema),
    sent: [input.instructions, ...input.messages.map(messageText), ...texts].join("\n"),
  };
}

/**
 * The schema is only for the request. `parseAnswer` reads the answer, which the SDK would parse again with every delta.
 */
const outputOf = (shape: Shape) => ({
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
      ...message.toolCalls.map(({ id, name, input, providerMetadata }) => ({
        type: "tool-call" as const,
        toolCallId: id,
        toolName: name,
        input,
        ...(providerMetadata ? { providerOptions: providerMetadata } : {}),
      })),
    ],
  };
}

/** True if a schema has no optional and no additional properties, at any depth: OpenAI's strict mode requires that. */
function hasOnlyRequired(schema: ShapePart | ShapePart[] | undefined): boolean {
  if (Array.isArray(schema)) return schema.every(hasOnlyRequired);
  if (schema === undefined || typeof schema === "boolean") return true;
  const fields = Object.keys(schema.properties ?? {});
  const isClosed = schema.type !== "object" || schema.additionalProperties === false;
  const isWhole = fields.every((field) => schema.required?.includes(field));
  return isClosed && isWhole && partsOf(schema).every(hasOnlyRequired);
}

const partsOf = (schema: Shape): ShapePart[] =>
  [
    ...Object.values(schema.properties ?? {}),
    ...Object.values(schema.definitions ?? {}),
    ...[schema.items, schema.anyOf, schema.allOf, schema.oneOf].flat(),
  ].filter((part) => part !== undefined);
