import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { z } from "zod";
import { type CallResult, callModel, isPayingOpen, type ModelSettings } from "#models";

type Asked = { model: string; instructions: string; messages: Message[]; maxOutputTokens: number };
type Message = { role: "user" | "assistant"; content: string };
export type Answer = Pick<CallResult, "text"> & {
  finishReason: "stop" | "length";
  usage: { inputTokens: number; outputTokens: number };
};

export type PricedProvider = {
  /** `priced/atlas`, `priced/briar`, `priced/cedar`: each with prices of its own. */
  models: string[];
  /** A data folder whose lists know the provider and its prices: for quotes and for arithmetic. */
  settings: ModelSettings;
  /** The folder to run with: the same, but free as long as nothing can be paid for. */
  runDir: string;
  [Symbol.asyncDispose](): Promise<void>;
};

const names = ["atlas", "briar", "cedar"];
const window = { contextWindow: 128_000, maxOutputTokens: 16_000 };

/** Millionths of a dollar per million tokens, far enough apart that a mix-up shows. */
const entries = names.map((name, index) => ({
  id: `priced/${name}`,
  ...window,
  tokenizer: "pieces",
  prices: {
    input: 1_000_000 * (index + 1),
    cachedInput: 100_000 * (index + 1),
    cacheWrite: 1_250_000 * (index + 1),
    output: 5_000_000 * (index + 1),
    reasoning: 5_500_000 * (index + 1),
  },
}));

/**
 * A provider on this machine that costs money: the rehearsal models behind OpenAI's wire, with real token counts.
 * `answer` puts another writer in their place.
 */
export async function startPricedProvider({
  answer = rehearse,
}: {
  answer?: (asked: Asked) => Answer | Promise<Answer>;
} = {}): Promise<PricedProvider> {
  const server = createServer((request, response) => {
    reply(request, response, answer).catch((error: unknown) => refuse(response, error));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The provider has no port.");
  const dir = mkdtempSync(join(tmpdir(), "dialectic-priced-"));
  const runDir = mkdtempSync(join(tmpdir(), "dialectic-priced-run-"));
  const provider = { name: "priced", baseUrl: `http://127.0.0.1:${address.port}/v1` };
  writeLists(dir, { ...provider, free: false });
  writeLists(runDir, { ...provider, free: !isPayingOpen() });
  return {
    models: entries.map(({ id }) => id),
    settings: { env: {}, dataDir: dir },
    runDir,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
      for (const folder of [dir, runDir]) rmSync(folder, { recursive: true, force: true });
    },
  };
}

function writeLists(dir: string, provider: { name: string; baseUrl: string; free: boolean }): void {
  writeFileSync(join(dir, "providers.json"), JSON.stringify([provider]));
  writeFileSync(join(dir, "models.json"), JSON.stringify({ noted: "2026-01-31", models: entries }));
}

const Text = z.union([
  z.string(),
  z.array(z.object({ text: z.string() })).transform((parts) => parts.map(({ text }) => text).join("")),
]);
const Request = z.object({
  model: z.enum(names),
  max_tokens: z.int(),
  messages: z.array(z.object({ role: z.enum(["system", "user", "assistant"]), content: Text })),
});

async function reply(
  request: IncomingMessage,
  response: ServerResponse,
  answer: (asked: Asked) => Answer | Promise<Answer>,
): Promise<void> {
  const { model, max_tokens, messages } = Request.parse(await json(request));
  const { text, finishReason, usage } = await answer({
    model,
    instructions: messages.flatMap(({ role, content }) => (role === "system" ? content : [])).join("\n"),
    messages: messages.flatMap(({ role, content }) => (role === "system" ? [] : { role, content })),
    maxOutputTokens: max_tokens,
  });
  const chunk = (more: object) => `data: ${JSON.stringify({ id: "1", created: 1, model, ...more })}\n\n`;
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.write(chunk({ choices: [{ index: 0, delta: { role: "assistant", content: text }, finish_reason: null }] }));
  response.write(chunk({ choices: [{ index: 0, delta: {}, finish_reason: finishReason }] }));
  const used = { prompt_tokens: usage.inputTokens, completion_tokens: usage.outputTokens };
  response.write(chunk({ choices: [], usage: { ...used, total_tokens: used.prompt_tokens + used.completion_tokens } }));
  response.end("data: [DONE]\n\n");
}

async function rehearse(asked: Asked): Promise<Answer> {
  const { text, finishReason, usage } = await callModel({ ...asked, model: `rehearsal/${asked.model}` });
  return { text, finishReason: finishReason === "length" ? "length" : "stop", usage };
}

function refuse(response: ServerResponse, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  const code = /window/.test(message) ? "context_length_exceeded" : "invalid_request";
  response.writeHead(400, { "content-type": "application/json" }).end(JSON.stringify({ error: { message, code } }));
}
