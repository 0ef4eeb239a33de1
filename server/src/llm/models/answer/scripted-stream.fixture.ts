import { convertArrayToReadableStream, MockLanguageModelV4 } from "ai/test";

export type StreamPart =
  Awaited<ReturnType<MockLanguageModelV4["doStream"]>>["stream"] extends ReadableStream<infer Part> ? Part : never;
type Finish = Extract<StreamPart, { type: "finish" }>;

const reportedUsage: Finish["usage"] = {
  inputTokens: { total: 7, noCache: 7, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 3, text: 3, reasoning: 0 },
};
export const missingUsage: Finish["usage"] = {
  inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
};

export const text = (delta: string): StreamPart[] => [
  { type: "stream-start", warnings: [] },
  { type: "text-start", id: "1" },
  ...(delta === "" ? [] : [{ type: "text-delta" as const, id: "1", delta }]),
  { type: "text-end", id: "1" },
];

export const finish = (unified: Finish["finishReason"]["unified"], usage = reportedUsage): StreamPart => ({
  type: "finish",
  finishReason: { unified, raw: unified },
  usage,
});

/** A model that streams exactly these parts. */
export const modelThatStreams = (parts: StreamPart[]) =>
  new MockLanguageModelV4({ doStream: async () => ({ stream: convertArrayToReadableStream(parts) }) });

/** A model whose call fails with this error. */
export const modelThatFails = (error: unknown) =>
  new MockLanguageModelV4({
    doStream: async () => {
      throw error;
    },
  });
